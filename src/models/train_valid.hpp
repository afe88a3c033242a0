// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "solvers/smo/smo_memo.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// Throws what train() would throw for this input, without training.
void validate_training(const Dataset& data, const TrainOptions& options);

/// train() without validation, for callers that run many trainings on one validated matrix and its targets. `memo`, if
/// given, is shared by trainings whose data and options differ in costs, losses and starts only. `labels`, if given,
/// fix the order of classes, hence of outputs; otherwise the first rows determine it.
TrainResult train_valid(const Dataset& data, const TrainOptions& options, TrainingMemo* memo = nullptr,
                        std::span<const double> labels = {});

/// What one training with a kernel keeps for the next of the same data, weights, machine and kernel.
struct KernelTrainingMemo {
  std::vector<SmoMemo> parts;

  double bytes() const;
};

/// train() with a kernel for folds: rows of weight 0 are the ones held out, and keep their labels. `memo`, where it
/// holds a start, replaces that of the options; `labels` as in train_valid().
KernelTrainResult train_as_given(const Dataset& data, const KernelTrainOptions& options,
                                 KernelTrainingMemo* memo = nullptr, std::span<const double> labels = {});

}  // namespace hingeline::internal
