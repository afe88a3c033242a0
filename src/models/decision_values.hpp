// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/model.hpp"

namespace hingeline::internal {

/// decision_values() for the chosen rows (ascending), computed by the calling thread alone. `release` is that of the
/// Dataset where x is in a file.
std::vector<double> decision_values_of(const LinearModel& model, const MatrixView& x,
                                       std::span<const std::int64_t> chosen, const ReleaseRows& release);

}  // namespace hingeline::internal
