// SPDX-License-Identifier: BSD-3-Clause
#include "models/present_targets.hpp"
#include "selection/fold_fits.hpp"

namespace hingeline {

CvResult cross_validate(const Dataset& data, const TrainOptions& options, const CvOptions& cv,
                        std::span<const double> C) {
  const std::span<const double> costs = C.empty() ? std::span(&options.C, 1) : C;
  internal::require_costs(costs);
  const internal::PresentTargets present(data, options.weights, is_classification(options.loss));
  internal::FoldFits folds(present.data(), options, cv);
  CvResult result;
  for (const double cost : costs)
    if (!add_point(result, folds.at(cost, options.loss), folds.held_out(), folds.answers())) break;
  return result;
}

}  // namespace hingeline
