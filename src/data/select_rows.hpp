// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// These rows, in this order, in new memory and of the same layout and value type; without targets.
Dataset select_rows(const MatrixView& x, std::span<const std::int64_t> chosen, int threads = 1);

/// These rows and columns of a square matrix, as select_rows(); they ascend.
Dataset select_square(const MatrixView& x, std::span<const std::int64_t> chosen);

/// Of numbers, one a row, those of these rows; none of none.
std::vector<double> select_rows(std::span<const double> numbers, std::span<const std::int64_t> chosen);

/// Numbers of chosen rows, by row of all; 0 elsewhere.
std::vector<double> spread(std::span<const double> numbers, std::span<const std::int64_t> chosen, std::size_t rows);

}  // namespace hingeline::internal
