// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "solvers/dual_cd/geometry_memo.hpp"

namespace hingeline::internal {

/// What train() refuses, without training.
void validate_training(const Dataset& data, const TrainOptions& options);

/// train() for callers that have validated the same matrix and targets before: many trainings share them.
TrainResult train_valid(const Dataset& data, const TrainOptions& options);

/// Trainings of the same data and options but for costs, losses and starts share their rows' geometry too.
TrainResult train_valid(const Dataset& data, const TrainOptions& options, GeometryMemo& geometry);

/// train() of a machine with a kernel for callers whose rows of weight 0 are those that a fold holds out, and keep their
/// labels.
KernelTrainResult train_as_given(const Dataset& data, const KernelTrainOptions& options);

}  // namespace hingeline::internal
