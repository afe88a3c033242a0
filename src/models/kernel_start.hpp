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

/// s by row (models/output_rows.hpp). Of each row, or empty: its class, its target and the bound c_i on |s_i|. Support
/// vectors that no row equals are left out. Among rows that are equal, and of one class, each output's s are shared out
/// so that the dual objective is the best that costs allow, which need not be as they were in training.
std::vector<double> dual_of(const KernelModel& model, const MatrixView& x, std::span<const std::int32_t> classes,
                            std::span<const double> targets, std::span<const double> costs);

/// Throws InvalidParameter where the options' start does not fit the model to be trained, or its parts' dual points of
/// these sizes.
void validate_start(const KernelTrainOptions& options, const KernelModel& model,
                    std::span<const std::size_t> dual_sizes);

}  // namespace hingeline::internal
