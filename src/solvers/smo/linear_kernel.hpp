// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel matrix X X': products K s are X w with w = X's, one visit to every row however many s have changed.
#pragma once

#include <cstdint>
#include <span>

#include "core/infinity.hpp"
#include "core/stop.hpp"
#include "hingeline/kernel_solve.hpp"
#include "kernels/kernel_rows.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

class LinearKernel {
 public:
  /// x and `rows`, the rows of x for kernel values among members, must outlive this.
  LinearKernel(const MatrixView& x, const KernelRows<float>& rows) : x_(x), rows_(rows) {}

  /// products_i += x_i'w for every row i, w = sum_j weights_j x_chosen[j]; the same for any number of threads. False
  /// when told to stop on the way: products are not valid then. Counts nothing.
  bool add(std::span<const std::int32_t> chosen, std::span<const double> weights, ThreadPool& pool,
           const Sums& products, KernelCounters& counters, const Stop& stop = {}) const;

  /// The error of what add() adds: not known, nor needed, as a proof computes all products anew at the same cost.
  SumError sum_error() const { return {infinity, {}}; }

  /// values[i * stride + j] = K(rows_i, columns_j), at most 64 columns; each row's values up to the 64th may be
  /// overwritten. Returns how many entries were computed.
  std::int64_t write(std::span<const std::int32_t> rows, std::span<const std::int32_t> columns, float* values,
                     std::size_t stride) const;

 private:
  const MatrixView& x_;
  const KernelRows<float>& rows_;
};

}  // namespace hingeline::internal
