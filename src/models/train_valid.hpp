// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "solvers/common/shared_rows.hpp"

namespace hingeline::internal {

/// What train() refuses, without training.
void validate_training(const Dataset& data, const TrainOptions& options);

/// train() for callers that have validated the same matrix and targets before: many trainings share them. `memo`, if
/// any, is of trainings of the same data and options but for costs, losses and starts.
TrainResult train_valid(const Dataset& data, const TrainOptions& options, TrainingMemo* memo = nullptr);

/// train() of a machine with a kernel for callers whose rows of weight 0 are those that a fold holds out, and keep their
/// labels.
KernelTrainResult train_as_given(const Dataset& data, const KernelTrainOptions& options);

}  // namespace hingeline::internal
