// SPDX-License-Identifier: BSD-3-Clause
//
// Tests of a given kernel matrix: it should be symmetric and positive semidefinite, and so then are its principal
// submatrices. Both tests need matrix-vector products, far fewer than a training does; results do not depend on the
// number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// K(x_i, x_i) of every row.
std::vector<double> diagonal_of(const MatrixView& k);

/// values[i * stride + j] = K(rows_i, columns_j). T is float or double.
template <class T>
void copy_entries(const MatrixView& k, std::span<const std::int32_t> rows, std::span<const std::int32_t> columns,
                  T* values, std::size_t stride);

extern template void copy_entries(const MatrixView&, std::span<const std::int32_t>, std::span<const std::int32_t>,
                                  float*, std::size_t);
extern template void copy_entries(const MatrixView&, std::span<const std::int32_t>, std::span<const std::int32_t>,
                                  double*, std::size_t);

/// A row of a square matrix that differs from the column of that number by more than the rounding of numbers in a file
/// explains, if there is one: compares K v and K'v at a random v.
std::optional<std::int64_t> asymmetric_row(const MatrixView& k, int threads);

/// Whether a few steps of conjugate gradients from a random start find a p with p'K p < 0 by more than the rounding of
/// floats. K is symmetric; of more than 1,000 rows a random principal submatrix of 1,000 is tested. Extreme eigenvalues
/// are found first; that none is found is no proof. The test is repeated with p restricted to sum 0, as the dual
/// variables of machines are: there a constant added to all of K has no effect, which otherwise hides negative
/// directions.
bool has_negative_direction(const MatrixView& k, int threads);

}  // namespace hingeline::internal
