// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel matrix X X': products K s are X w, w = X's, a visit to every row however many s have changed.
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
  /// `rows`, those of x for the values among members, and x must outlive this.
  LinearKernel(const MatrixView& x, const KernelRows<float>& rows) : x_(x), rows_(rows) {}

  /// products_i += x_i'w for every row i, w = sum_j weights_j x_chosen[j]; the same for any number of threads. False
  /// when told to stop on the way: products are then of no use. Nothing is counted.
  bool add(std::span<const std::int32_t> chosen, std::span<const double> weights, ThreadPool& pool,
           const Sums& products, KernelCounters& counters, const Stop& stop = {}) const;

  /// Of what add() adds: not known, for a proof has all products afresh at the same cost.
  SumError sum_error() const { return {infinity, {}}; }

  /// values[i * stride + j] = K(rows_i, columns_j), at most 64 columns; of fewer, what lies behind them up to 64 is
  /// written too. Returns how many entries were computed.
  std::int64_t write(std::span<const std::int32_t> rows, std::span<const std::int32_t> columns, float* values,
                     std::size_t stride) const;

 private:
  const MatrixView& x_;
  const KernelRows<float>& rows_;
};

}  // namespace hingeline::internal
