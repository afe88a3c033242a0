// SPDX-License-Identifier: BSD-3-Clause
//
// The vectors z_j of a predictor, and rows prepared for K(z_j, .). How a row is prepared depends on the vectors alone,
// so that its kernel values do not depend on the rows beside it.
#pragma once

#include <cstdint>

#include "data/compact_columns.hpp"
#include "hingeline/kernel.hpp"
#include "kernels/kernel_rows.hpp"

namespace hingeline::internal {

/// The `worth` (compact_columns.hpp) of a column without entries: it costs memory here, but no time.
inline constexpr double idle_column_worth = 1.0 / 8;

class KernelVectors {
 public:
  /// The memory of `vectors` must outlive this.
  KernelVectors(const Kernel& kernel, const CsrView<double>& vectors)
      : vectors_(vectors, idle_column_worth), space_(kernel, vectors_.matrix()) {}
  KernelVectors(const KernelVectors&) = delete;
  KernelVectors& operator=(const KernelVectors&) = delete;

  const KernelSpace& space() const { return space_; }
  const MatrixView& matrix() const { return vectors_.matrix(); }

  template <class T>
  KernelRows<T> all() const {
    return KernelRows<T>(space_, matrix(), {nullptr, 0, static_cast<std::size_t>(rows(matrix()))});
  }

  /// Prepares `count` rows of another matrix.
  template <class T>
  KernelRows<T> ready(const MatrixView& x, std::int64_t first, std::int64_t count) const {
    const auto size = static_cast<std::size_t>(count);
    if (!vectors_.renumbered()) return KernelRows<T>(space_, x, {nullptr, first, size});
    return KernelRows<T>(space_, vectors_.rows_of(x, first, count).view(), {nullptr, 0, size});
  }

 private:
  CompactColumns vectors_;
  KernelSpace space_;
};

}  // namespace hingeline::internal
