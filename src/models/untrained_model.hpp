// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/model.hpp"

namespace hingeline::internal {

/// The classes and outputs that the options make of the data, without coefficients; `labels` in the order of the
/// classes, or none: by the rows of weight > 0. Throws InvalidParameter or DataError where loss, targets, classes,
/// levels and intercept do not fit together.
LinearModel untrained_model(const Dataset& data, const TrainOptions& options, std::span<const double> labels);

}  // namespace hingeline::internal
