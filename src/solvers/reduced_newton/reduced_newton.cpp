// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/reduced_newton.hpp"

#include "losses/is_curved.hpp"
#include "losses/ramps.hpp"
#include "penalties/regularizer.hpp"

namespace hingeline::internal {

bool suits_reduced_newton(const Problem& problem) { return takes_bands(problem) || takes_samples(problem); }

bool takes_bands(const Problem& problem) { return ramp_form(problem.loss).has_value(); }

bool suits_near_start(const Problem& problem) {
  return takes_bands(problem) && !is_differentiable(problem.loss) && is_plain_ridge(problem);
}

bool takes_samples(const Problem& problem) {
  return problem.loss.name == LossName::logistic ||
         (is_curved(problem.loss) && takes_bands(problem) && is_separable(problem));
}

}  // namespace hingeline::internal
