// SPDX-License-Identifier: BSD-3-Clause
//
// Some passes of coordinate descent before another solver goes on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "problem/row_cost.hpp"
#include "solvers/solve/choice.hpp"
#include "solvers/solve/outlook.hpp"
#include "solvers/solve/slow_passes.hpp"

namespace hingeline::internal {

/// Some passes of dual_cd. With choice.may_cut_opening they end early once they do not promise to suffice; otherwise
/// they take up to four times as many while they do promise. With gives_way_to they run until slow_passes.hpp calls
/// them slow. (Hinge, C = 0.01, 1 and 100, to 1e-3 and 1e-6, of nine sets whose times changed: w1a 0.3 to 0.8, w8a 0.5
/// to 1, a9a 0.5 to 1.3, mushrooms 0.7 to 1.4, phishing 1.)
class Opening {
 public:
  Opening(const Choice& choice, const Problem& problem, const SolverOptions& options)
      : options_(options),
        few_(options),
        outlook_(rows_with_cost(problem), options.tolerance),
        slow_(problem, options.tolerance, choice.gives_way_to) {
    if (choice.gives_way_to) {
      few_.callback = [this](const Progress& now) { return goes_on(now, !slow_.are_seen(now)); };
      return;
    }
    constexpr std::int64_t most_times = 4;
    const std::int64_t passes = choice.opening_passes;
    first_judged_ = choice.may_cut_opening ? std::max<std::int64_t>(3, passes / 10) : passes;
    few_.max_passes = std::min(options.max_passes, choice.may_cut_opening ? passes : most_times * passes);
    few_.callback = [this](const Progress& now) { return goes_on(now, is_promising(now)); };
  }
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

  /// The options for the passes; they refer to this.
  const SolverOptions& options() const { return few_; }

  /// Whether the passes are the whole solve: they sufficed, or no more are allowed.
  bool is_all(const Solution& passes) const {
    return given_up_ ? passes.status != Status::interrupted
                     : passes.status != Status::max_passes || few_.max_passes == options_.max_passes;
  }

 private:
  bool goes_on(const Progress& now, bool promising) {
    if (options_.callback && !options_.callback(now)) return false;
    given_up_ = !promising && now.work < static_cast<double>(few_.max_passes);
    return !given_up_;
  }

  bool is_promising(const Progress& now) {
    const double passes = outlook_.passes_in_all(now);
    return std::ceil(now.work) < static_cast<double>(first_judged_) || passes <= static_cast<double>(few_.max_passes);
  }

  const SolverOptions options_;
  SolverOptions few_;
  Outlook outlook_;
  SlowPasses slow_;
  std::int64_t first_judged_ = 0;  // the number of passes before is_promising() is judged
  bool given_up_ = false;
};

}  // namespace hingeline::internal
