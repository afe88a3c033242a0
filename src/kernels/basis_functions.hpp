// SPDX-License-Identifier: BSD-3-Clause
//
// Evaluates the functions of a KernelBasis at rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/buffer.hpp"
#include "core/stop.hpp"
#include "hingeline/kernel_basis.hpp"
#include "kernels/kernel_panels.hpp"
#include "kernels/kernel_vectors.hpp"
#include "parallel/blocks.hpp"

namespace hingeline::internal {

/// Throws InvalidParameter for a basis that is not valid.
void validate_basis(const KernelBasis& basis);

/// The landmarks z_1 .. z_m of a nystroem basis.
CsrView<double> landmarks(const KernelBasis& basis);

class BasisFunctions {
 public:
  /// For rows that have entries in the first `columns` columns only. The basis must be valid and outlive this. Throws
  /// Error when told to stop.
  BasisFunctions(const KernelBasis& basis, std::int32_t columns, const Stop& stop = {});

  std::size_t size() const { return static_cast<std::size_t>(basis_.size); }
  /// Numbers per row: size() rounded up to whole panels of 64. The numbers after the first size() are unspecified.
  std::size_t stride() const { return (size() + panel_width - 1) / panel_width * panel_width; }

  /// Calls f(first, count, values) for blocks of rows of x, several blocks at once: values[t * stride() + j] is
  /// function j of row first + t. f may overwrite `values`, which are gone when it returns.
  template <class F>
  void for_each_block(const MatrixView& x, ThreadPool& pool, const F& f) const {
    constexpr std::int64_t block_rows = 240;
    constexpr std::int64_t task_rows = 16 * block_rows;  // new memory costs as much time as some blocks of functions
    internal::for_each_block(pool, rows(x), task_rows, [&](std::int64_t begin, std::int64_t task) {
      Buffer<double> values(std::min(task, block_rows) * static_cast<std::int64_t>(stride()));
      for (std::int64_t first = begin; first < begin + task; first += block_rows) {
        const std::int64_t count = std::min(block_rows, begin + task - first);
        write(x, first, count, values.data());
        f(first, count, values.data());
      }
    });
  }

 private:
  void write(const MatrixView& x, std::int64_t first, std::int64_t count, double* values) const;
  void write_kernel_values(const MatrixView& x, std::int64_t first, std::int64_t count, double* values) const;
  void write_waves(const MatrixView& x, std::int64_t first, std::int64_t count, double* values) const;

  const KernelBasis& basis_;
  std::optional<KernelVectors> vectors_;     // nystroem
  std::vector<KernelPanel<double>> panels_;  // nystroem: of the vectors
  std::int32_t columns_;                     // fourier: columns that rows may have entries in
  Buffer<double> frequencies_;               // fourier: columns_ x size / 2
};

}  // namespace hingeline::internal
