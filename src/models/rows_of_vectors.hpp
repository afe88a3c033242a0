// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the support vectors of a kernel model among rows of data: the rows that equal them and are of their class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/kernel_model.hpp"

namespace hingeline::internal {

/// A set of equal support vectors of one class, and the rows that equal them.
struct VectorRows {
  std::vector<std::size_t> vectors;
  std::vector<std::int64_t> rows;  // ascending
};

/// `classes` has the class of every row, or is empty. Vectors that equal no row are left out. With a precomputed kernel
/// a vector's row is found by its serial number.
std::vector<VectorRows> rows_of_vectors(const KernelModel& model, const MatrixView& x,
                                        std::span<const std::int32_t> classes);

}  // namespace hingeline::internal
