// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/model.hpp"

namespace hingeline::internal {

/// The classes and outputs that the options make of the data, without coefficients. Throws InvalidParameter or
/// DataError where loss, targets, classes, levels and intercept do not fit together.
LinearModel untrained_model(const Dataset& data, const TrainOptions& options);

}  // namespace hingeline::internal
