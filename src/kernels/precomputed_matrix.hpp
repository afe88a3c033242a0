// SPDX-License-Identifier: BSD-3-Clause
//
// What a kernel matrix that was given shows of itself: a kernel's is symmetric and positive semidefinite. Both tests
// ask for products with the matrix, far fewer than a training does, and do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// K(x_i, x_i) of every row.
std::vector<double> diagonal_of(const MatrixView& k);

/// A row of a square matrix that differs from its column by more than the rounding of numbers in a file does: K v and
/// K'v are told apart at a random v.
std::optional<std::int64_t> asymmetric_row(const MatrixView& k, int threads);

/// Whether a few steps of conjugate gradients from a random start come by a p with p'K p < 0, by more than the rounding
/// of floats; K symmetric. They find a matrix's extreme values first, but that they find none is no proof.
bool has_negative_direction(const MatrixView& k, int threads);

}  // namespace hingeline::internal
