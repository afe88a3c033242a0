// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/model.hpp"

namespace hingeline::internal {

/// decision_values of some rows, in their order, by the calling thread alone.
std::vector<double> decision_values_of(const LinearModel& model, const MatrixView& x,
                                       std::span<const std::int64_t> chosen);

}  // namespace hingeline::internal
