// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/model.hpp"

namespace hingeline::internal {

/// A model with the classes and outputs that options and data imply, without coefficients. `labels` are those of the
/// classes, in order; if empty, they come from the rows of weight > 0. Throws InvalidParameter or DataError where loss,
/// targets, classes, levels and intercept do not fit together.
LinearModel untrained_model(const Dataset& data, const TrainOptions& options, std::span<const double> labels);

}  // namespace hingeline::internal
