// SPDX-License-Identifier: BSD-3-Clause
//
// The operations of solvers on one row at a time: products, summed in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>

#include "hingeline/matrix_view.hpp"
#include "simd/dense_ops.hpp"
#include "simd/number_pair.hpp"

namespace hingeline::internal {

template <class R>
concept RowMatrix = requires(const R& x, std::int64_t i, const double* w, double* u, double scale) {
  { x.rows() } -> std::same_as<std::int64_t>;
  { x.cols() } -> std::same_as<std::int32_t>;
  { x.dot(i, w) } -> std::same_as<double>;        // x_i'w
  { x.squared_norm(i) } -> std::same_as<double>;  // |x_i|^2
  { x.magnitude(i, w) } -> std::same_as<double>;  // sum_j |x_ij w_j|, to bound the rounding of x_i'w
  x.add(i, scale, u);                             // u += scale x_i
  x.add_squares(i, scale, u);                     // u_j += scale x_ij^2
  x.scale(i, scale, u);                           // u_j = scale x_ij
  x.prefetch_place(i);                            // prefetches what prefetch(i) will read
  x.prefetch(i);                                  // prefetches row i
};

/// The stored entries of one sparse row, columns ascending.
template <class T>
struct RowEntries {
  std::span<const std::int32_t> columns;
  std::span<const T> values;

  std::size_t size() const { return columns.size(); }
};

template <class R>
concept SparseRowMatrix = RowMatrix<R> && requires(const R& x, std::int64_t i) {
  x.entries(i).columns;
};

/// Rows of a CSR matrix. Entries are processed in pairs; gather instructions were measured and gained nothing.
template <class T>
class SparseRows {
 public:
  using Value = T;
  using View = CsrView<T>;

  explicit SparseRows(const CsrView<T>& view) : view_(view) {}

  const CsrView<T>& view() const { return view_; }
  std::int64_t rows() const { return view_.rows; }
  std::int32_t cols() const { return view_.cols; }

  double dot(std::int64_t i, const double* w) const {
    return sum(
        i, [&](std::int64_t k) { return pair(k) * NumberPair::at(w, view_.columns + k); },
        [&](std::int64_t k) { return value(k) * w[view_.columns[k]]; });
  }

  double squared_norm(std::int64_t i) const {
    return sum(
        i, [&](std::int64_t k) { return pair(k) * pair(k); }, [&](std::int64_t k) { return value(k) * value(k); });
  }

  double magnitude(std::int64_t i, const double* w) const {
    double total = 0;
    for (std::int64_t k = view_.offsets[i]; k < view_.offsets[i + 1]; ++k)
      total += std::abs(value(k) * w[view_.columns[k]]);
    return total;
  }

  RowEntries<T> entries(std::int64_t i) const {
    const std::int64_t first = view_.offsets[i];
    const auto size = static_cast<std::size_t>(view_.offsets[i + 1] - first);
    return {{view_.columns + first, size}, {view_.values + first, size}};
  }

  void add(std::int64_t i, double scale, double* u) const {
    const NumberPair scales(scale);
    std::int64_t k = view_.offsets[i];
    const std::int64_t end = view_.offsets[i + 1];
    for (; k + 4 <= end; k += 4) {
      const NumberPair low = scales * pair(k);
      const NumberPair high = scales * pair(k + 2);
      u[view_.columns[k]] += low.first();
      u[view_.columns[k + 1]] += low.second();
      u[view_.columns[k + 2]] += high.first();
      u[view_.columns[k + 3]] += high.second();
    }
    for (; k < end; ++k) u[view_.columns[k]] += scale * value(k);
  }

  void add_squares(std::int64_t i, double scale, double* u) const {
    for (std::int64_t k = view_.offsets[i]; k < view_.offsets[i + 1]; ++k) {
      u[view_.columns[k]] += scale * value(k) * value(k);
    }
  }

  void scale(std::int64_t i, double scale, double* u) const {
    std::fill(u, u + view_.cols, 0.0);
    add(i, scale, u);
  }

  [[gnu::always_inline]] void prefetch_place(std::int64_t i) const { __builtin_prefetch(view_.offsets + i); }
  [[gnu::always_inline]] void prefetch(std::int64_t i) const {
    const std::int64_t first = view_.offsets[i];
    const auto* columns = reinterpret_cast<const char*>(view_.columns + first);
    const auto* values = reinterpret_cast<const char*>(view_.values + first);
    for (std::int64_t line = 0; line < prefetched_lines; ++line) {
      __builtin_prefetch(columns + 64 * line);
      __builtin_prefetch(values + 64 * line);
    }
  }

 private:
  static constexpr std::int64_t prefetched_lines = 4;  // the hardware follows a longer row by itself

  double value(std::int64_t k) const { return static_cast<double>(view_.values[k]); }
  NumberPair pair(std::int64_t k) const { return NumberPair::of(view_.values + k); }

  /// Has four partial sums, so that additions do not wait for each other.
  template <class Pairs, class Term>
  double sum(std::int64_t i, const Pairs& pairs, const Term& term) const {
    std::int64_t k = view_.offsets[i];
    const std::int64_t end = view_.offsets[i + 1];
    NumberPair even;
    NumberPair odd;
    for (; k + 4 <= end; k += 4) {
      even = even + pairs(k);
      odd = odd + pairs(k + 2);
    }
    double rest = 0;
    for (; k < end; ++k) rest += term(k);
    const NumberPair both = even + odd;
    return rest + both.first() + both.second();
  }

  CsrView<T> view_;
};

/// Rows of a dense matrix, by vector operations (dense_ops.hpp) which are looked up once.
template <class T>
class DenseRows {
 public:
  using Value = T;
  using View = DenseView<T>;

  explicit DenseRows(const DenseView<T>& view) : view_(view), ops_(dense_ops<T>()) {}

  const DenseView<T>& view() const { return view_; }
  std::int64_t rows() const { return view_.rows; }
  std::int32_t cols() const { return view_.cols; }
  std::span<const T> values(std::int64_t i) const { return {row(i), size()}; }
  double dot(std::int64_t i, const double* w) const { return ops_.dot(row(i), w, size()); }
  double squared_norm(std::int64_t i) const { return ops_.squared_norm(row(i), size()); }
  double magnitude(std::int64_t i, const double* w) const {
    double total = 0;
    for (std::size_t j = 0; j < size(); ++j) total += std::abs(static_cast<double>(row(i)[j]) * w[j]);
    return total;
  }
  void add(std::int64_t i, double scale, double* u) const { ops_.add(scale, row(i), u, size()); }
  void add_squares(std::int64_t i, double scale, double* u) const { ops_.add_squares(scale, row(i), u, size()); }
  void scale(std::int64_t i, double scale, double* u) const { ops_.scale(scale, row(i), u, size()); }
  [[gnu::always_inline]] void prefetch_place(std::int64_t /*i*/) const {}  // a row's place is computed, not read
  [[gnu::always_inline]] void prefetch(std::int64_t i) const {
    const auto* bytes = reinterpret_cast<const char*>(row(i));
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + 64);
  }

 private:
  const T* row(std::int64_t i) const { return view_.values + i * view_.stride; }
  std::size_t size() const { return static_cast<std::size_t>(view_.cols); }

  DenseView<T> view_;
  DenseOps<T> ops_;
};

static_assert(SparseRowMatrix<SparseRows<float>> && RowMatrix<DenseRows<double>>);

template <class T>
SparseRows<T> row_matrix(const CsrView<T>& view) {
  return SparseRows<T>(view);
}

template <class T>
DenseRows<T> row_matrix(const DenseView<T>& view) {
  return DenseRows<T>(view);
}

inline bool is_dense(const MatrixView& x) {
  return std::holds_alternative<DenseView<float>>(x) || std::holds_alternative<DenseView<double>>(x);
}

inline bool has_floats(const MatrixView& x) {
  return std::holds_alternative<DenseView<float>>(x) || std::holds_alternative<CsrView<float>>(x);
}

/// Calls f with SparseRows or DenseRows, as layout and value type of the matrix require.
template <class F>
decltype(auto) visit_rows(const MatrixView& x, const F& f) {
  return std::visit([&](const auto& view) -> decltype(auto) { return f(row_matrix(view)); }, x);
}

}  // namespace hingeline::internal
