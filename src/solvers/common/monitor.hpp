// SPDX-License-Identifier: BSD-3-Clause
//
// When a solve must stop without having converged: the limits of SolverOptions, the caller's callback and interrupt
// flag.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "core/timer.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

class Monitor {
 public:
  explicit Monitor(const SolverOptions& options) : options_(options) {}

  double seconds() const { return timer_.seconds(); }

  /// Cheap enough to be asked many times a pass.
  std::optional<Status> out_of_time() const {
    if (options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed))
      return Status::interrupted;
    if (timer_.seconds() >= options_.max_seconds) return Status::max_seconds;
    return std::nullopt;
  }

  /// Once after every pass.
  std::optional<Status> after_pass(const Progress& progress) const {
    if (options_.callback && !options_.callback(progress)) return Status::interrupted;
    if (const auto status = out_of_time()) return status;
    if (progress.passes >= options_.max_passes) return Status::max_passes;
    return std::nullopt;
  }

  /// Why a solve ended, in words; empty for converged.
  std::string reason(Status status) const {
    switch (status) {
      case Status::converged:
        return {};
      case Status::max_passes:
        return fmt::format("stopped after {} passes", options_.max_passes);
      case Status::max_seconds:
        return fmt::format("stopped after {} seconds", options_.max_seconds);
      case Status::interrupted:
        return "interrupted";
      case Status::numerical:
        return "a number overflowed";
    }
    return {};
  }

 private:
  const SolverOptions& options_;
  Timer timer_;
};

}  // namespace hingeline::internal
