// SPDX-License-Identifier: BSD-3-Clause
//
// Each require_...() throws InvalidParameter unless what its comment says holds.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/factorization.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"

namespace hingeline::internal {

void require_outputs(const LinearModel& model);
/// The numbers of coefficients and intercepts fit features and outputs.
void require_sizes(const LinearModel& model);
/// Labels or levels fit the loss, and the number of outputs fits them.
void require_answers(const LinearModel& model);
/// The calibration is valid, for classes and a loss without probabilities.
void require_calibration(const LinearModel& model);
/// Classifiers have labels, other machines none; multi_class is one that kernel machines have.
void require_labels(const KernelModel& model);
/// Every output has a sigmoid or none has; a calibration is valid and belongs to a classification.
void require_probability(const KernelModel& model);
/// The number of decision values is a multiple of the number of outputs.
void require_rows_of_outputs(std::size_t outputs, std::span<const double> decision_values);
/// The sizes of all fields fit the numbers of support vectors, classes and outputs.
void require_sizes(const KernelModel& model);

/// Whether the model has more than two classes and one output per class.
inline bool is_one_vs_rest(const KernelModel& model) { return model.labels.size() > 2 && !model.has_pairs(); }

/// The rank is at least 1, and the numbers of factors, biases and names fit users, items and rank.
void require_sizes(const FactorModel& model);

/// The outputs to which support vectors of this class contribute, in the order of their coefficients.
std::vector<std::size_t> outputs_of(const KernelModel& model, std::size_t label);

/// The support vectors as rows.
inline CsrView<double> vectors_of(const KernelModel& model) {
  return {model.offsets.data(), model.columns.data(), model.values.data(), model.support_vectors(), model.features};
}

}  // namespace hingeline::internal
