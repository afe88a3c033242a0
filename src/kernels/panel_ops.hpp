// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel values between any rows ("left") and panels of 64 rows ("right"), compiled for every instruction set; one is
// chosen when the program runs. A panel stores its rows side by side, entry k of row p at values[64 k + p], so that the
// dot products of a left row with all of them are vectors:
//
//     dense     6 left rows x 4 vectors of accumulators (AVX-512; 2 vectors elsewhere) stay in registers
//     sparse    per entry of the left row one broadcast, and 64 multiply-adds with one line of the panel
//
// The kernel function is applied, and its values are summed, while the products are in registers. RBF is
// 2^(x'z + a + b), where a = -|x|^2 / 2 and b = -|z|^2 / 2 are the terms of the rows, which are scaled for it
// (kernel_rows.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "hingeline/kernel.hpp"

namespace hingeline::internal {

inline constexpr std::size_t panel_width = 64;

/// 64 rows side by side; rows after the last one are zeros.
template <class T>
struct PanelView {
  const T* values;            ///< features (or slots) x 64, aligned to 64 bytes
  const T* terms;             ///< 64
  const T* weights;           ///< 64; used in sums
  const std::int32_t* slots;  ///< sparse: line of each column in `values`, -1 for none; null: the column's own number
  const T* wide = nullptr;    ///< wide columns x 64
};

/// The wide columns of left rows, whose differences are squared (kernel_rows.hpp).
template <class T>
struct WideColumns {
  const T* values = nullptr;  ///< rows x count
  std::size_t count = 0;
  T weight = 0;  ///< factor of a square in the exponent
};

/// A matrix whose rows are left rows.
template <class T>
struct DenseLeft {
  const T* values;
  std::size_t stride;
  std::size_t features;
  const T* terms;
  WideColumns<T> wide = {};
};

template <class T>
struct SparseLeft {
  const std::int64_t* offsets;
  const std::int32_t* columns;
  const T* values;
  const T* terms;
  WideColumns<T> wide = {};
};

/// A set of left rows: the t-th is rows[t], or first + t if rows is null.
struct RowSet {
  const std::int32_t* rows;  ///< may be null
  std::int64_t first;        ///< used if rows is null
  std::size_t count;
};

/// Where sums over a panel are added, one per row of the set.
struct Sums {
  double* sums;
  /// Sums of |weight| |K|, if not null. |sum| of a panel is added, which is right only for kernels that are never
  /// negative and weights of one sign in a panel (or in a call of add_rows).
  float* magnitudes = nullptr;

  /// The same from row `first` on.
  Sums from(std::int64_t first) const { return {sums + first, magnitudes == nullptr ? nullptr : magnitudes + first}; }
};

template <class T, class Left>
struct LeftOps {
  /// sums[t] += sum_p weights_p K(left_t, panel_p); the 64 terms are summed in T, then added in double.
  void (*sums)(const Kernel&, const Left&, const RowSet&, const PanelView<T>&, const Sums&);
  /// values[t * stride + p] = K(left_t, panel_p), all 64.
  void (*values)(const Kernel&, const Left&, const RowSet&, const PanelView<T>&, T* values, std::size_t stride);
  /// Both.
  void (*sums_and_values)(const Kernel&, const Left&, const RowSet&, const PanelView<T>&, const Sums&, T* values,
                          std::size_t stride);
};

/// Sums of stored kernel values: sums_i += sum_j weights_j rows_j[i] for i < count and `size` <= 16 rows.
using AddRows = void (*)(const float* const* rows, const float* weights, std::size_t size, std::size_t count,
                         const Sums& sums);

template <class T>
struct PanelOps {
  LeftOps<T, DenseLeft<T>> dense;
  LeftOps<T, SparseLeft<T>> sparse;
  AddRows add_rows;
  std::size_t sum_roundings;  ///< upper bound of the number of roundings of a term in a sum
};

/// The operations for this processor.
template <class T>
PanelOps<T> panel_ops();

}  // namespace hingeline::internal
