// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of a KernelBasis, at any rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/buffer.hpp"
#include "hingeline/kernel_basis.hpp"
#include "kernels/kernel_panels.hpp"
#include "kernels/kernel_vectors.hpp"

namespace hingeline::internal {

/// Throws InvalidParameter for a basis that cannot be.
void validate(const KernelBasis& basis);

class BasisFunctions {
 public:
  /// Rows to visit together.
  static constexpr std::int64_t block_rows = 240;

  /// The basis, a valid one, must outlive this.
  explicit BasisFunctions(const KernelBasis& basis);

  std::size_t size() const { return static_cast<std::size_t>(basis_.size); }
  /// Numbers of a row, whole panels of 64: those behind the functions' are anything.
  std::size_t stride() const { return (size() + panel_width - 1) / panel_width * panel_width; }

  /// values[t * stride() + j] = function j of row first + t of x.
  void write(const MatrixView& x, std::int64_t first, std::int64_t count, double* values) const;

 private:
  void write_kernel_values(const MatrixView& x, std::int64_t first, std::int64_t count, double* values) const;
  void write_waves(const MatrixView& x, std::int64_t first, std::int64_t count, double* values) const;

  const KernelBasis& basis_;
  std::optional<KernelVectors> vectors_;     // nystroem
  std::vector<KernelPanel<double>> panels_;  // of them
  Buffer<double> frequencies_;               // fourier: features x size / 2
};

}  // namespace hingeline::internal
