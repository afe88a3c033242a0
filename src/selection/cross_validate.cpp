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
  for (std::size_t k = 0; k < costs.size(); ++k) {
    const auto next = k + 1 < costs.size() ? internal::FoldFits::Next::comes : internal::FoldFits::Next::none;
    if (!add_point(result, folds.at(costs[k], options.loss, next), folds.held_out(), folds.answers())) break;
  }
  return result;
}

}  // namespace hingeline
