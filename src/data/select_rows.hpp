// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// A copy of the chosen rows, in this order, with the same layout and value type; without targets.
Dataset select_rows(const MatrixView& x, std::span<const std::int64_t> chosen, int threads = 1);

/// A copy of the chosen rows and columns of a square matrix, as select_rows() makes it; `chosen` must ascend.
Dataset select_square(const MatrixView& x, std::span<const std::int64_t> chosen);

/// numbers[i] for i in `chosen`; empty if `numbers` is.
std::vector<double> select_rows(std::span<const double> numbers, std::span<const std::int64_t> chosen);

/// Scatters: result[chosen[k]] = numbers[k], 0 elsewhere; `rows` numbers.
std::vector<double> spread(std::span<const double> numbers, std::span<const std::int64_t> chosen, std::size_t rows);

}  // namespace hingeline::internal
