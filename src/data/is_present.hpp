// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>

namespace hingeline::internal {

/// Whether a row counts; `weights`: one per row, or empty.
inline bool is_present(std::span<const double> weights, std::size_t row) { return weights.empty() || weights[row] > 0; }

}  // namespace hingeline::internal
