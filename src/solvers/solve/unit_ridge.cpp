// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/unit_ridge.hpp"

#include <utility>

#include "data/rows.hpp"
#include "parallel/thread_pool.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/steps/row_losses.hpp"

namespace hingeline::internal {

bool is_scaled_ridge(const Problem& problem) {
  constexpr double most = 1e100;
  const double l2 = problem.penalty.l2;
  const bool in_range = l2 > 1 / most && l2 < most && problem.C / l2 > 1 / most && problem.C / l2 < most;
  return in_range && l2 != 1 && Regularizer(problem).is_ridge() && rows(problem.constraints.rows) == 0;
}

Problem of_unit_ridge(Problem problem) {
  if (!is_scaled_ridge(problem)) return problem;
  problem.C /= problem.penalty.l2;
  problem.penalty.l2 = 1;
  return problem;
}

UnitRidge::UnitRidge(const Problem& problem, const SolverOptions& options, const WarmStart& start)
    : given_(problem),
      unit_(of_unit_ridge(problem)),
      options_(options),
      dual_coef_(start.dual_coef.begin(), start.dual_coef.end()),
      start_(start) {
  const double l2 = given_.penalty.l2;
  for (double& s : dual_coef_) s /= l2;
  start_.dual_coef = dual_coef_;
  if (!options.callback) return;
  options_.callback = [l2, callback = options.callback](Progress now) {
    now.primal *= l2;
    now.dual *= l2;
    return callback(now);
  };
}

Solution UnitRidge::restore(Solution solution) const {
  const double l2 = given_.penalty.l2;
  Certificate& proof = solution.certificate;
  for (double* const number : {&proof.primal, &proof.dual, &proof.gap, &proof.rounding_floor, &proof.dual_rounding})
    *number *= l2;
  if (solution.dual_coef.empty()) return solution;
  for (double& s : solution.dual_coef) s *= l2;
  ThreadPool alone(1);
  RowLosses(given_, alone).clip(solution.dual_coef);  // l2 (c_i / l2) may round beyond c_i
  return solution;
}

}  // namespace hingeline::internal
