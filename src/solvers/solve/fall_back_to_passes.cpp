// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/fall_back_to_passes.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/rows/column_limits.hpp"
#include "solvers/solve/opening.hpp"
#include "solvers/solve/run_solver.hpp"

namespace hingeline::internal {

namespace {

/// Coordinate descent and Newton's method in turn, each from where it was.
class InTurn {
 public:
  InTurn(Attempt slow, const Problem& problem, const SolverOptions& options, const SharedRows& shared)
      : problem_(problem),
        options_(options),
        shared_(shared),
        coef_(slow.solution.coef),
        intercept_(slow.solution.intercept),
        best_(std::move(slow)) {}

  Attempt run() {
    constexpr std::int64_t times = 4;
    std::int64_t promised = passes_of_slow_newton;
    while (!pass(promised) && step((times - 1) * promised)) promised *= times;
    return std::move(best_);
  }

 private:
  /// Passes as long as they promise to end within so many; returns whether that is all there is to do.
  bool pass(std::int64_t promised) {
    const Choice by_passes{.solver = Solver::newton,
                           .reason = "Newton steps were slow: coordinate descent, which is expected to take few passes",
                           .opening_passes = promised,
                           .may_cut_opening = true};
    const SolverOptions left = options_left(best_.solution, options_.max_passes - 1, options_);
    const Opening opening(by_passes, problem_, left);
    const std::vector<double> before = std::move(passes_.dual_coef);
    passes_ = run_solver(Solver::dual_cd, problem_, opening.options(), {before, {}, passes_.intercept}, shared_);
    if (!opening.is_all(passes_)) {
      add_cost(passes_, best_.solution);
      return false;
    }
    best_ = better_of(std::move(best_), {std::move(passes_), {Solver::dual_cd, by_passes.reason}}, options_.tolerance);
    return true;
  }

  /// Newton's method for at most so many passes; returns whether there is more to do.
  bool step(std::int64_t most) {
    SolverOptions left = options_left(best_.solution, options_.max_passes - 1, options_);
    const bool is_last = left.max_passes <= most;
    left.max_passes = std::min(left.max_passes, most);
    Solution further = run_solver(Solver::newton, problem_, left, {{}, coef_, intercept_}, shared_);
    const bool goes_on = further.status == Status::max_passes && !is_last;
    coef_ = further.coef;
    intercept_ = further.intercept;
    best_.solution = better_of(std::move(best_.solution), std::move(further), options_.tolerance);
    return goes_on;
  }

  const Problem& problem_;
  const SolverOptions& options_;
  const SharedRows& shared_;
  std::vector<double> coef_;  // where Newton's method is
  double intercept_;
  Solution passes_;  // where coordinate descent is
  Attempt best_;     // with the cost of all so far
};

}  // namespace

bool may_be_slow_newton(const Choice& choice, const Problem& problem, const SolverOptions& options) {
  return options.solver == Solver::automatic && options.tolerance > 0 && choice.solver == Solver::newton &&
         cols(problem.x) > few_features;
}

Attempt fall_back_to_passes(Attempt slow, const Problem& problem, const SolverOptions& options,
                            const SharedRows& shared) {
  return InTurn(std::move(slow), problem, options, shared).run();
}

}  // namespace hingeline::internal
