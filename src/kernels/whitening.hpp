// SPDX-License-Identifier: BSD-3-Clause
//
// phi = L^(-1) k for the kernel values k of a row with m landmarks; K is the kernel matrix of the landmarks:
//
//     S = diag(K)^(-1/2),   S K S + ridge I = U'U,   L^(-1) = X = U'^(-1) S,   phi'phi = k' (K + ridge S^(-2))^(-1) k
//
// so that phi'phi is the part of K(x, x) that the landmarks explain, and never more than K(x, x). X is computed by
// blocks g of 64 rows:
//
//     X_g = D_g^(-1) (I_g - sum_{h < g} U'_gh X_h),    D_g = U'_gg,
//
// since products with X are products of panels (panel_ops.hpp) at full speed, while each step of a substitution waits
// for the one before. The ridge bounds |X|^2 by 1 / ridge and the effect of rounding on phi by 1e-16 / ridge.
//
// Cost: 2 / 3 m^3 flops, and m^2 per row.
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
  /// `kernel` is K, whose rows are `stride` apart; only its lower triangle is read. Throws DataError where a number is
  /// not finite, Error when told to stop.
  Whitening(const double* kernel, std::size_t size, std::size_t stride, ThreadPool& pool, const Stop& stop = {});

  /// m rounded up to whole panels of 64.
  std::size_t stride() const { return blocks_ * panel_width; }

  /// Replaces k_t by X k_t for `rows` rows that are stride() apart. Throws Error when told to stop.
  void apply(double* k, std::size_t rows, const Stop& stop = {}) const;

  /// X'w: coefficients of k with the same outputs as w has for phi.
  std::vector<double> coef_of_rows(std::span<const double> w) const;
  /// The inverse, U S^(-1) beta.
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
  std::vector<Buffer<double>> rows_;  // panels (panel_ops.hpp) of 64 rows of X each
  Buffer<double> zeros_;              // terms and weights of panels, unused by the linear kernel
};

}  // namespace hingeline::internal
