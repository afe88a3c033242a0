// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>

namespace hingeline::internal {

/// How much a row counts; `weights`: one per row, or empty.
inline double weight_of(std::span<const double> weights, std::size_t row) { return weights.empty() ? 1 : weights[row]; }

/// Whether it does.
inline bool is_present(std::span<const double> weights, std::size_t row) { return weight_of(weights, row) > 0; }

}  // namespace hingeline::internal
