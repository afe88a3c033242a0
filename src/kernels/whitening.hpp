// SPDX-License-Identifier: BSD-3-Clause
//
// phi = L^(-1) k for the kernel values k of a row with m others, K among those:
//
//     S = diag(K)^(-1/2),   S K S + ridge I = U'U,   L^(-1) = X = U'^(-1) S,   phi'phi = k' (K + ridge S^(-2))^(-1) k
//
// so that phi'phi is what K's columns explain of the kernel, and never more. X is computed, by blocks of 64 rows g:
//
//     X_g = D_g^(-1) (I_g - sum_{h < g} U'_gh X_h),    D_g = U'_gg,
//
// since products with it are those of the kernel panels, at the speed of the processor, while substitutions are chains.
// The ridge bounds |X|^2 by 1 / ridge and what rounding does to phi by 1e-16 / ridge.
//
// Cost: 2 / 3 m^3 flops; m^2 for a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "core/stop.hpp"
#include "kernels/panel_ops.hpp"
#include "parallel/thread_pool.hpp"
#include "simd/cholesky.hpp"

namespace hingeline::internal {

class Whitening {
 public:
  /// Of the m x m numbers of K, `stride` apart, whose lower triangle is read. Throws DataError where one is not finite,
  /// Error when told to stop.
  Whitening(const double* kernel, std::size_t size, std::size_t stride, ThreadPool& pool, const Stop& stop = {});

  /// m in whole panels of 64.
  std::size_t stride() const { return blocks_ * panel_width; }

  /// X k_t in the place of k_t for some rows, stride() apart. Throws Error when told to stop.
  void apply(double* k, std::size_t rows, const Stop& stop = {}) const;

  /// X'w: the coefficients of k that have the outputs which w has of phi.
  std::vector<double> coef_of_rows(std::span<const double> w) const;
  /// The other way round, U S^(-1) beta.
  std::vector<double> coef_of_features(std::span<const double> beta) const;

 private:
  void factor(const double* kernel, std::size_t stride, const Stop& stop);
  void invert(ThreadPool& pool, const Stop& stop);
  void invert_block(std::size_t g, const double* lower, std::vector<Buffer<double>>& columns, ThreadPool& pool) const;
  void keep_rows(const std::vector<Buffer<double>>& columns);
  std::size_t cholesky_panels() const { return stride() / cholesky_panel; }
  double upper(std::size_t i, std::size_t j) const {
    return upper_[cholesky_size(j / cholesky_panel) + j % cholesky_panel + i * cholesky_panel];
  }

  std::size_t size_;
  std::size_t blocks_;
  PanelOps<double> ops_ = panel_ops<double>();
  std::vector<double> scale_;         // S
  std::vector<double> upper_;         // U, in simd/cholesky.hpp's order
  std::vector<Buffer<double>> rows_;  // X' of 64 rows of X each, as panels (panel_ops.hpp)
  Buffer<double> zeros_;              // terms, which linear kernels have none of
};

}  // namespace hingeline::internal
