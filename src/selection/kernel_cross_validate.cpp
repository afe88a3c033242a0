// SPDX-License-Identifier: BSD-3-Clause
#include "models/present_targets.hpp"
#include "selection/kernel_fold_fits.hpp"

namespace hingeline {

CvResult cross_validate(const Dataset& data, const KernelTrainOptions& options, const CvOptions& cv,
                        std::span<const double> C, std::span<const double> gamma) {
  const std::span<const double> costs = C.empty() ? std::span(&options.C, 1) : C;
  const std::span<const double> gammas = gamma.empty() ? std::span(&options.kernel.gamma, 1) : gamma;
  internal::require_costs(costs);
  if (!C.empty() && !has_C(options.machine))
    throw InvalidParameter("C", fmt::format("{}", fmt::join(C, ", ")),
                           fmt::format("but the machine {} has no C", to_string(options.machine)));
  if (!gamma.empty() && !has_gamma(options.kernel.name))
    throw InvalidParameter("gamma", fmt::format("{}", fmt::join(gamma, ", ")),
                           fmt::format("but the kernel {} has no gamma", to_string(options.kernel.name)));
  for (const double value : gammas) {
    Kernel kernel = options.kernel;
    kernel.gamma = value;
    validate(kernel);
  }
  const internal::PresentTargets present(data, options.weights, is_classification(options.machine));
  internal::KernelFoldFits folds(present.data(), options, cv);
  CvResult result;
  for (const double value : gammas)
    for (const double cost : costs)
      if (!add_point(result, folds.at(cost, value, options.epsilon), folds.held_out(), folds.answers())) return result;
  return result;
}

}  // namespace hingeline
