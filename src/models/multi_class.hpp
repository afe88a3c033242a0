// SPDX-License-Identifier: BSD-3-Clause
//
// The number of outputs of a classification, and what each MultiClass requires.
#pragma once

#include <cstddef>
#include <string>

#include "hingeline/model.hpp"
#include "models/class_pairs.hpp"

namespace hingeline::internal {

/// Whether all classes are trained in one problem.
inline bool is_joint(MultiClass multi_class) {
  return multi_class == MultiClass::multinomial || multi_class == MultiClass::crammer_singer;
}

/// The loss of a joint problem.
inline LossName joint_loss(MultiClass multi_class) {
  return multi_class == MultiClass::multinomial ? LossName::logistic : LossName::hinge;
}

/// One output for regression or two classes; for more, one per class or one for every two classes.
inline std::size_t output_count(std::size_t classes, MultiClass multi_class) {
  if (classes == 0 || classes == 2) return 1;
  return multi_class == MultiClass::one_vs_one ? pair_count(classes) : classes;
}

/// One output per level if the model has levels, else as above.
inline std::size_t output_count(const LinearModel& model) {
  return model.levels.empty() ? output_count(model.labels.size(), model.multi_class) : model.levels.size();
}

/// What is wrong with the model's multi_class, in words; empty if nothing is.
std::string multi_class_error(const LinearModel& model);

/// Throws InvalidParameter where multi_class does not fit loss, penalty, constraints, solver and intercept.
void validate_multi_class(const TrainOptions& options);

}  // namespace hingeline::internal
