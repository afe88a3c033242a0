// SPDX-License-Identifier: BSD-3-Clause
//
// A precomputed kernel matrix: its rows are read where they are, and added in double.
#pragma once

#include <cstdint>
#include <span>

#include "core/infinity.hpp"
#include "core/stop.hpp"
#include "hingeline/kernel_solve.hpp"
#include "kernels/kernel_rows.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

class GivenKernel {
 public:
  /// A symmetric matrix, which must outlive this.
  explicit GivenKernel(const MatrixView& matrix) : matrix_(matrix) {}

  /// products_i += sum_j weights_j K(i, chosen[j]) for every row i; the same for any number of threads. False when told
  /// to stop on the way: products are not valid then. Counts nothing.
  bool add(std::span<const std::int32_t> chosen, std::span<const double> weights, ThreadPool& pool,
           const Sums& products, KernelCounters& counters, const Stop& stop = {}) const;

  /// The error of what add() adds: not known, as many small terms added to a large sum have the rounding of that sum.
  SumError sum_error() const { return {infinity, {}}; }

  /// values[i * stride + j] = K(rows_i, columns_j). Returns 0, the number of entries computed.
  std::int64_t write(std::span<const std::int32_t> rows, std::span<const std::int32_t> columns, float* values,
                     std::size_t stride) const;

 private:
  const MatrixView& matrix_;
};

}  // namespace hingeline::internal
