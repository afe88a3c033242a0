// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "solvers/smo/smo_memo.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// What train() refuses, without training.
void validate_training(const Dataset& data, const TrainOptions& options);

/// train() for callers that have validated the same matrix and targets before: many trainings share them. `memo`, if
/// any, is of trainings of the same data and options but for costs, losses and starts; `labels`, if any, are those of
/// the classes in the order that outputs have, which constraints are of, whatever rows come first.
TrainResult train_valid(const Dataset& data, const TrainOptions& options, TrainingMemo* memo = nullptr,
                        std::span<const double> labels = {});

/// What a training of a machine with a kernel leaves to the next, of the same data, weights, machine and kernel.
struct KernelTrainingMemo {
  std::vector<SmoMemo> parts;

  double bytes() const;
};

/// train() of a machine with a kernel for callers whose rows of weight 0 are those that a fold holds out, and keep
/// their labels. `memo`, if any, stands before the options' start; `labels` as of train_valid().
KernelTrainResult train_as_given(const Dataset& data, const KernelTrainOptions& options,
                                 KernelTrainingMemo* memo = nullptr, std::span<const double> labels = {});

}  // namespace hingeline::internal
