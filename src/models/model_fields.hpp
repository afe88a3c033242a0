// SPDX-License-Identifier: BSD-3-Clause
//
// What fields of models must be; all throw InvalidParameter.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/factorization.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"

namespace hingeline::internal {

void require_outputs(const LinearModel& model);
/// Coefficients and intercepts are as many as features and outputs say.
void require_sizes(const LinearModel& model);
/// Labels or levels fit the loss, and outputs them.
void require_answers(const LinearModel& model);
/// That of classes, and of a loss without probabilities.
void require_calibration(const LinearModel& model);
/// Classes have some, other machines none; they are told apart in a way that kernel machines have.
void require_labels(const KernelModel& model);
/// Sigmoids for every output or none; a calibration in their place, that of classes.
void require_probability(const KernelModel& model);
/// Values are of whole rows of a model of so many outputs.
void require_rows_of_outputs(std::size_t outputs, std::span<const double> decision_values);
/// Coefficients and intercepts are as many as support vectors, classes and outputs say.
void require_sizes(const KernelModel& model);

/// Of more than two classes.
inline bool is_one_vs_rest(const KernelModel& model) { return model.labels.size() > 2 && !model.has_pairs(); }

/// At least one factor, and factors, biases and names are as many as users, items and the rank say.
void require_sizes(const FactorModel& model);

/// The outputs that a support vector of this class has a part in, in the order of its coefficients.
std::vector<std::size_t> outputs_of(const KernelModel& model, std::size_t label);

/// The support vectors as rows.
inline CsrView<double> vectors_of(const KernelModel& model) {
  return {model.offsets.data(), model.columns.data(), model.values.data(), model.support_vectors(), model.features};
}

}  // namespace hingeline::internal
