// SPDX-License-Identifier: BSD-3-Clause
//
// How many outputs classes have, and what each way of telling them apart asks for.
#pragma once

#include <cstddef>
#include <string>

#include "hingeline/model.hpp"
#include "models/class_pairs.hpp"

namespace hingeline::internal {

/// One problem of all classes.
inline bool is_joint(MultiClass multi_class) {
  return multi_class == MultiClass::multinomial || multi_class == MultiClass::crammer_singer;
}

/// The loss of such a problem.
inline LossName joint_loss(MultiClass multi_class) {
  return multi_class == MultiClass::multinomial ? LossName::logistic : LossName::hinge;
}

/// One decides between two classes; of more there is one per class, or one for every two; one for regression.
inline std::size_t output_count(std::size_t classes, MultiClass multi_class) {
  if (classes == 0 || classes == 2) return 1;
  return multi_class == MultiClass::one_vs_one ? pair_count(classes) : classes;
}

/// Or one per level.
inline std::size_t output_count(const LinearModel& model) {
  return model.levels.empty() ? output_count(model.labels.size(), model.multi_class) : model.levels.size();
}

/// What is wrong with the model's way of telling classes apart, in words; empty if nothing is.
std::string multi_class_error(const LinearModel& model);

/// Throws InvalidParameter where the way does not fit loss, penalty, constraints, solver and intercept.
void validate_multi_class(const TrainOptions& options);

}  // namespace hingeline::internal
