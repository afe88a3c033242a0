// SPDX-License-Identifier: BSD-3-Clause
//
// When a solve must stop without having converged: the limits of SolverOptions, the caller's callback and interrupt
// flag.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/stop.hpp"
#include "core/timer.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

/// The number of passes that were at least begun after so much work.
inline std::int64_t whole_passes(double work) { return static_cast<std::int64_t>(std::ceil(work)); }

/// The status of a solve that ends with `status`: converged if `prove` accepts its last point, which is not asked of a
/// point that was proven or refused already.
template <class Prove>
Status status_at_end(Status status, bool is_judged, const Prove& prove) {
  return status != Status::converged && !is_judged && prove() ? Status::converged : status;
}

class Monitor {
 public:
  explicit Monitor(const SolverOptions& options) : options_(options) {}

  double seconds() const { return timer_.seconds(); }

  /// Why the solve must stop now (time or interrupt), if it must; cheap enough to be asked many times a pass.
  std::optional<Status> stop_status() const {
    if (options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed))
      return Status::interrupted;
    if (timer_.seconds() >= options_.max_seconds) return Status::max_seconds;
    return std::nullopt;
  }

  /// Whether stop_status() has one, for callers that need not know why; refers to this.
  Stop stop() const {
    return [this] { return stop_status().has_value(); };
  }

  /// Must be called after every pass: calls the callback, and returns why to stop, if so. `work` is the cost of all
  /// passes so far, in passes over all rows.
  std::optional<Status> after_pass(Progress progress, double work) const {
    progress.work = work;
    if (options_.callback && !options_.callback(progress)) return Status::interrupted;
    if (const auto status = stop_status()) return status;
    if (work >= static_cast<double>(options_.max_passes)) return Status::max_passes;
    return std::nullopt;
  }

  // Progress after a pass:

  /// By the certificate of this point.
  Progress proven(std::int64_t passes, const Certificate& proof, std::int64_t active) const {
    Progress now = estimated(passes, proof.primal, proof.dual, proof.relative_gap, active);
    now.certified = true;
    return now;
  }

  /// By estimates of P, D and the relative gap.
  Progress estimated(std::int64_t passes, double primal, double dual, double relative_gap, std::int64_t active) const {
    Progress now;
    now.seconds = seconds();
    now.passes = passes;
    now.primal = primal;
    now.dual = dual;
    now.relative_gap = relative_gap;
    now.active = active;
    return now;
  }

  /// By the last certificate, which is of this point or goes with an estimate of the relative gap.
  Progress progress(std::int64_t passes, const Certificate& last, bool is_of_this_point, double estimate,
                    std::int64_t active) const {
    return is_of_this_point ? proven(passes, last, active)
                            : estimated(passes, last.primal, last.dual, estimate, active);
  }

  /// Completes a point and its certificate to a solution that says how the solve ended. Where nothing is proven, and
  /// nobody stopped it, the status is numerical. Without `passes`, they are the work.
  Solution conclude(Solution solution, Status status, double work, std::int64_t iterations) const {
    return conclude(std::move(solution), status, whole_passes(work), work, iterations);
  }
  Solution conclude(Solution solution, Status status, std::int64_t passes, double work, std::int64_t iterations) const {
    const bool stopped = status == Status::interrupted || status == Status::max_seconds;
    solution.status = stopped || std::isfinite(solution.certificate.gap) ? status : Status::numerical;
    solution.reason = reason(solution.status);
    solution.passes = passes;
    solution.work = work;
    solution.iterations = iterations;
    solution.seconds = seconds();
    return solution;
  }

  /// Why a solve ended, in words; empty for converged.
  static std::string reason(Status status) {
    switch (status) {
      case Status::converged:
        return {};
      case Status::max_passes:
        return "stopped at the limit on passes";
      case Status::max_seconds:
        return "stopped at the limit on seconds";
      case Status::interrupted:
        return "interrupted";
      case Status::numerical:
        return "rounding errors prevent further progress towards the tolerance";
      case Status::infeasible:
        return "bounds and constraints contradict each other";
    }
    return {};
  }

 private:
  const SolverOptions& options_;
  Timer timer_;
};

}  // namespace hingeline::internal
