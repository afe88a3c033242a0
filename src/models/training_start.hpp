// SPDX-License-Identifier: BSD-3-Clause
//
// Where a training begins: at an earlier model, at earlier dual points, or at neither.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "models/standardization.hpp"
#include "solvers/solve/class_solution.hpp"

namespace hingeline::internal {

/// Throws InvalidParameter where the options' start does not fit the model to be trained, or its parts' dual points of
/// these sizes.
void validate_start(const TrainOptions& options, const LinearModel& model, std::span<const std::size_t> dual_sizes);

/// A model to begin at with the classes of another, in their order; nothing where it has them so.
std::optional<LinearModel> in_order_of(const LinearModel& model, const LinearModel& start);

/// Of one output.
struct OutputStart {
  std::vector<double> coef;  ///< what `point` views
  WarmStart point;
};

OutputStart output_start(const TrainOptions& options, int k, const Standardization& columns);

/// Of solvers of all outputs at once.
ClassStart class_start(const TrainOptions& options, const Standardization& columns);

}  // namespace hingeline::internal
