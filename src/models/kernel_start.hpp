// SPDX-License-Identifier: BSD-3-Clause
//
// Warm starts of training with a kernel: from given dual variables, or from those of an earlier model, whose support
// vectors are looked up among the rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/kernel_model.hpp"

namespace hingeline::internal {

/// The model's s for the rows of x, by row (models/output_rows.hpp). `classes`, `targets` and `costs` (bounds c_i on
/// |s_i|) are one per row or empty. Support vectors that equal no row are left out. Among equal rows of one class each
/// output's s are assigned so that the dual objective is the best that the costs allow; costs may differ from those of
/// the model's training.
std::vector<double> dual_of(const KernelModel& model, const MatrixView& x, std::span<const std::int32_t> classes,
                            std::span<const double> targets, std::span<const double> costs);

/// Throws InvalidParameter where the options' warm_start does not fit the model to be trained, or warm_dual is not of
/// these sizes.
void validate_start(const KernelTrainOptions& options, const KernelModel& model,
                    std::span<const std::size_t> dual_sizes);

}  // namespace hingeline::internal
