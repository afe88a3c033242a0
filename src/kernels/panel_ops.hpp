// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel values between any rows ("left") and panels of 64 rows ("right"), compiled for every instruction set and
// chosen when the program runs. A panel holds its rows side by side, entry k of row p at values[64 k + p], so that a
// left row's dot products with all of them are vectors:
//
//     dense     6 left rows x 4 vectors of accumulators (AVX-512; 2 vectors elsewhere) stay in registers
//     sparse    per entry of the left row one broadcast, and 64 multiply-adds with one line of the panel
//
// The kernel function is applied, and its values summed, while the products are in registers. RBF is 2^(x'z + a + b)
// with a = -|x|^2 / 2 and b = -|z|^2 / 2 the rows' terms; the factor that makes it so is in the rows (kernel_rows.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "hingeline/kernel.hpp"

namespace hingeline::internal {

inline constexpr std::size_t panel_width = 64;

/// 64 rows side by side; those after the last are zeros.
template <class T>
struct PanelView {
  const T* values;            ///< features (or slots) x 64, aligned to 64 bytes
  const T* terms;             ///< 64
  const T* weights;           ///< 64; for sums
  const std::int32_t* slots;  ///< sparse: where a column is in `values`, -1 nowhere; null: at its own number
  const T* wide = nullptr;    ///< wide columns x 64
};

/// Of rows to the left, the columns whose differences are squared (kernel_rows.hpp).
template <class T>
struct WideColumns {
  const T* values = nullptr;  ///< rows x count
  std::size_t count = 0;
  T weight = 0;  ///< of a square in the exponent
};

/// The matrix of which rows stand to the left of a panel.
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

/// Which of its rows: the t-th is `rows[t]` where rows are given, else first + t.
struct RowSet {
  const std::int32_t* rows;  ///< or null
  std::int64_t first;        ///< where rows is null
  std::size_t count;
};

/// Where sums over a panel are added to, by row of the set.
struct Sums {
  double* sums;
  /// Likewise of |weight| |K|, where they are wanted: of kernels that are nowhere negative, and weights that in one
  /// panel (or call of add_rows) have one sign, so that |sum| is what is added.
  float* magnitudes = nullptr;

  /// Those of rows from `first` on.
  Sums from(std::int64_t first) const { return {sums + first, magnitudes == nullptr ? nullptr : magnitudes + first}; }
};

template <class T, class Left>
struct LeftOps {
  /// sums[t] += sum_p weights_p K(left_t, panel_p), at most 64 terms in T and then one in double.
  void (*sums)(const Kernel&, const Left&, const RowSet&, const PanelView<T>&, const Sums&);
  /// values[t * stride + p] = K(left_t, panel_p), all 64.
  void (*values)(const Kernel&, const Left&, const RowSet&, const PanelView<T>&, T* values, std::size_t stride);
  /// Both.
  void (*sums_and_values)(const Kernel&, const Left&, const RowSet&, const PanelView<T>&, const Sums&, T* values,
                          std::size_t stride);
};

/// Kernel values that are kept: sums_i += sum_j weights_j rows_j[i] for i < count, of `size` rows, at most 16.
using AddRows = void (*)(const float* const* rows, const float* weights, std::size_t size, std::size_t count,
                         const Sums& sums);

template <class T>
struct PanelOps {
  LeftOps<T, DenseLeft<T>> dense;
  LeftOps<T, SparseLeft<T>> sparse;
  AddRows add_rows;
  std::size_t sum_roundings;  ///< that a term of a sum undergoes, at most
};

/// The table for this processor.
template <class T>
PanelOps<T> panel_ops();

}  // namespace hingeline::internal
