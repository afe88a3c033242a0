// SPDX-License-Identifier: BSD-3-Clause
#include "selection/fold_trainings.hpp"

#include <algorithm>
#include <limits>

namespace hingeline::internal {

void FoldTrainings::judge(std::span<const FoldFit> fits, CvPoint& point) const {
  const auto folds = static_cast<double>(held_out_.folds_with_rows());
  std::vector<bool> trained;
  for (const FoldFit& fit : fits) {
    point.status = std::max(point.status, fit.status);
    point.largest_gap = larger_gap(point.largest_gap, fit.relative_gap);
    point.coef_norm += fit.coef_norm / folds;
    point.support_vectors += static_cast<double>(fit.support_vectors) / folds;
    point.passes += fit.passes;
    trained.push_back(fit.trained);
  }
  if (point.status == Status::infeasible) {
    point.score = point.standard_error = point.squared_correlation = std::numeric_limits<double>::quiet_NaN();
    point.fold_scores.assign(fits.size(), point.score);
  } else {
    held_out_.score(answers_.predictions, trained, point);
  }
}

}  // namespace hingeline::internal
