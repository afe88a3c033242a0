// SPDX-License-Identifier: BSD-3-Clause
//
// G with G G' = K up to rounding, with as few columns as that takes: the Cholesky factor, where the largest remaining
// diagonal entry is the next pivot,
//
//     g_k = (K_.p - sum_{h<k} G_ph g_h) / sqrt(left_p),    left -= g_k^2,    p = argmax left
//
// Stop     when the remaining diagonal is of the size of rounding of its largest entry
// Cost     r rows of K and n r^2 flops for r columns
// Papers   Fine & Scheinberg, JMLR 2001; Harbrecht, Peters & Schneider, Applied Numerical Mathematics 2012
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "kernels/kernel_row_source.hpp"
#include "simd/dense_ops.hpp"

namespace hingeline::internal {

class KernelFactor {
 public:
  /// For K of these rows, which ascend; `diagonal` has K(x_i, x_i) of all rows.
  KernelFactor(KernelRowSource source, std::vector<std::int32_t> rows, const std::vector<double>& diagonal);

  /// Adds columns up to `most` in all. Returns false if that is too few, or when told to stop.
  bool extend(std::size_t most, const Stop& stop);

  std::size_t rank() const { return columns_.size(); }

  /// G, row-major.
  std::vector<double> by_rows() const;

 private:
  void add_column(std::size_t pivot);

  const KernelRowSource source_;
  const std::vector<std::int32_t> rows_;
  std::vector<double> row_of_kernel_;
  std::vector<double> left_;  // remaining diagonal
  double rounding_;
  std::vector<std::vector<double>> columns_;
  const DenseOps<double> ops_ = dense_ops<double>();
};

}  // namespace hingeline::internal
