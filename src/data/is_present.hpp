// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>

namespace hingeline::internal {

/// The weight of a row; `weights` are one per row, or empty: 1 each.
inline double weight_of(std::span<const double> weights, std::size_t row) { return weights.empty() ? 1 : weights[row]; }

/// Whether the weight of a row is > 0.
inline bool is_present(std::span<const double> weights, std::size_t row) { return weight_of(weights, row) > 0; }

}  // namespace hingeline::internal
