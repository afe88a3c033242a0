// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/reduced_newton.hpp"

#include "data/rows.hpp"
#include "losses/is_curved.hpp"
#include "losses/ramps.hpp"
#include "penalties/regularizer.hpp"

namespace hingeline::internal {

bool suits_reduced_newton(const Problem& problem) {
  if (is_plain_ridge(problem)) return problem.loss.name == LossName::logistic || ramp_form(problem.loss);
  return is_curved(problem.loss) && rows(problem.constraints.rows) == 0 &&
         (problem.penalty.l1 > 0 || problem.penalty.l2 > 0);
}

}  // namespace hingeline::internal
