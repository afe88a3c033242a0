// SPDX-License-Identifier: BSD-3-Clause
#include "selection/fold_fits.hpp"

namespace hingeline {

CvResult cross_validate(const Dataset& data, const TrainOptions& options, const CvOptions& cv,
                        std::span<const double> C) {
  const std::span<const double> costs = C.empty() ? std::span(&options.C, 1) : C;
  internal::require_costs(costs);
  internal::FoldFits folds(data, options, cv);
  CvResult result;
  for (const double cost : costs) {
    result.points.push_back(folds.at(cost, options.loss));
    const CvPoint& point = result.points.back();
    if (result.points.size() == 1 || internal::is_better(point.score, result.points[result.best].score, options.loss)) {
      result.best = result.points.size() - 1;
      result.decision_values = folds.decision_values();
      result.predictions = folds.predictions();
    }
    if (internal::out_of_time(point.status)) break;
  }
  return result;
}

}  // namespace hingeline
