// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "problem/certificate.hpp"
#include "solvers/progress/monitor.hpp"

namespace hingeline::internal {

/// Proves for the given problem an answer that was found in other columns; coef and intercept are converted already.
inline Solution proven_again(const Problem& problem, Solution solution, double tolerance) {
  std::vector<double> predictions(problem.y.size());
  solution.dual_coef.resize(predictions.size());
  CertifiedPoint point{solution.dual_coef, solution.coef, predictions, solution.intercept, solution.multipliers};
  solution.certificate = certify_pair(problem, baseline(problem), point);
  solution.intercept = point.intercept;
  if (accepts(solution.certificate, tolerance)) {
    solution.status = Status::converged;
    solution.reason.clear();
  } else if (solution.status == Status::converged) {
    solution.status = Status::numerical;
    solution.reason = Monitor::reason(Status::numerical);
  }
  return solution;
}

}  // namespace hingeline::internal
