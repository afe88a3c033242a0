// SPDX-License-Identifier: BSD-3-Clause
//
// Which rows of data the support vectors of a kernel model are: those equal to them, and of their class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/kernel_model.hpp"

namespace hingeline::internal {

/// Support vectors that are equal, and of one class, and the rows that equal them.
struct VectorRows {
  std::vector<std::size_t> vectors;
  std::vector<std::int64_t> rows;  // ascending
};

/// `classes`: of every row, or empty. Vectors that no row equals are left out. Those of a precomputed kernel know their
/// row by number.
std::vector<VectorRows> rows_of_vectors(const KernelModel& model, const MatrixView& x,
                                        std::span<const std::int32_t> classes);

}  // namespace hingeline::internal
