// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/level_newton/level_variables.hpp"

#include "problem/appended_constant.hpp"

namespace hingeline::internal {

LevelVariables::LevelVariables(const LevelProblem& problem)
    : levels_(problem.count()),
      features_(static_cast<std::size_t>(cols(problem.rows.x))),
      slopes_(problem.tie == LevelTie::slope ? 1 : problem.count()),
      appended_(appended_constant(problem.rows)),
      ridge_(size(), 1.0) {
  if (problem.rows.intercept == Intercept::free)
    for (std::size_t k = 0; k < levels_; ++k) ridge_[at(k, features_)] = 0;
}

}  // namespace hingeline::internal
