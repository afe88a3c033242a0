// SPDX-License-Identifier: BSD-3-Clause
//
// What a kernel matrix that was given shows of itself: a kernel's is symmetric and positive semidefinite, and so is its
// square of any rows. Both tests ask for products, far fewer than a training does, and do not depend on the number of
// threads.
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

/// A row of a square matrix that differs from its column by more than the rounding of numbers in a file does: K v and
/// K'v are told apart at a random v.
std::optional<std::int64_t> asymmetric_row(const MatrixView& k, int threads);

/// Whether a few steps of conjugate gradients from a random start come by a p with p'K p < 0, by more than the rounding
/// of floats; K symmetric, of more than 1,000 rows the square of that many at random. They find a matrix's extreme
/// values first, but that they find none is no proof. Once more where p sums to 0, as machines have it: a constant that
/// all values of K have in common does not count there, and hides what does.
bool has_negative_direction(const MatrixView& k, int threads);

}  // namespace hingeline::internal
