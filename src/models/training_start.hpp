// SPDX-License-Identifier: BSD-3-Clause
//
// Warm starts of training: from an earlier model, from earlier dual points, or neither.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "models/standardization.hpp"
#include "problem/class_solution.hpp"

namespace hingeline::internal {

/// Throws InvalidParameter where the options' warm_start does not fit the model to be trained, or warm_dual is not of
/// these sizes.
void validate_start(const TrainOptions& options, const LinearModel& model, std::span<const std::size_t> dual_sizes);

/// `start` with its classes in the order of `model`; nothing if they are in this order already.
std::optional<LinearModel> in_order_of(const LinearModel& model, const LinearModel& start);

/// The warm start of one output.
struct OutputStart {
  std::vector<double> coef;  ///< memory of point.coef
  WarmStart point;
};

OutputStart output_start(const TrainOptions& options, int k, const Standardization& columns);

/// The warm start of a solver of all outputs at once.
ClassStart class_start(const TrainOptions& options, const Standardization& columns);

}  // namespace hingeline::internal
