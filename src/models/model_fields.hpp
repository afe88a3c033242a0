// SPDX-License-Identifier: BSD-3-Clause
//
// What fields of models must be; all throw InvalidParameter.
#pragma once

#include <cstddef>
#include <span>

#include "hingeline/model.hpp"

namespace hingeline::internal {

void require_size(const char* field, std::size_t size, std::size_t wanted);
void require_finite(const char* field, std::span<const double> values);

/// Coefficients and intercepts are as many as features and outputs say.
void require_sizes(const LinearModel& model);

}  // namespace hingeline::internal
