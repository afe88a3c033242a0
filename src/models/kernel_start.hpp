// SPDX-License-Identifier: BSD-3-Clause
//
// Where a training with a kernel begins: at the dual variables of an earlier one, or at an earlier model's, whose
// support vectors are looked for among the rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/kernel_model.hpp"

namespace hingeline::internal {

/// s by row (models/output_rows.hpp). `classes`: the class of each row, or empty. Support vectors that no row equals are
/// left out; rows that are equal, and of one class, are taken in turn.
std::vector<double> dual_of(const KernelModel& model, const MatrixView& x, std::span<const std::int32_t> classes);

/// Throws InvalidParameter where the options' start does not fit the model to be trained, or its parts' dual points of
/// these sizes.
void validate_start(const KernelTrainOptions& options, const KernelModel& model,
                    std::span<const std::size_t> dual_sizes);

}  // namespace hingeline::internal
