// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>

#include "hingeline/options.hpp"

namespace hingeline::internal {

using Callback = std::function<bool(const Progress&)>;

/// A caller's callback for the parts of a training: it is told which part it hears of, one at a time.
class PartCallback {
 public:
  /// Refers to `whole`.
  explicit PartCallback(const Callback& whole) : whole_(whole) {}

  /// That of one part, which may itself have parts, for as long as this lives; empty where the whole's is.
  Callback of(std::size_t part, std::size_t parts) {
    if (!whole_) return {};
    return [this, part, parts](Progress progress) {
      progress.part += static_cast<int>(part) * progress.parts;
      progress.parts *= static_cast<int>(parts);
      const std::lock_guard lock(mutex_);
      return whole_(progress);
    };
  }

 private:
  const Callback& whole_;
  std::mutex mutex_;
};

}  // namespace hingeline::internal
