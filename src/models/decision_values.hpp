// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/model.hpp"

namespace hingeline::internal {

/// decision_values of some rows, ascending, in their order, by the calling thread alone. `release` is the Dataset's,
/// where x is in a file.
std::vector<double> decision_values_of(const LinearModel& model, const MatrixView& x,
                                       std::span<const std::int64_t> chosen, const ReleaseRows& release);

}  // namespace hingeline::internal
