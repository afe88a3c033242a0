// SPDX-License-Identifier: BSD-3-Clause
//
// The storage of the coefficients v_jk of all classes, b_k being those of one more feature (with_intercept.hpp), and
// products of rows with all of them at once. It is class by class for dense rows, whose products run over features
// (simd/dense_products.hpp), and feature by feature for sparse rows, whose products run over classes
// (simd/class_ops.hpp), so that an entry of a row touches one place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/dot.hpp"
#include "data/class_rows.hpp"
#include "data/rows.hpp"
#include "solvers/rows/with_intercept.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class ClassMatrix {
 public:
  /// The rows must outlive this.
  ClassMatrix(const WithIntercept<Rows>& x, std::size_t count)
      : x_(x), count_(count), sparse_(x.rows(), count, x.appended()) {}

  std::size_t size() const { return x_.size() * count_; }
  std::size_t place(std::size_t j, std::size_t k) const { return by_feature ? j * count_ + k : k * x_.size() + j; }

  std::vector<double> of_class(std::span<const double> v, std::size_t k) const {
    std::vector<double> own(x_.size());
    for (std::size_t j = 0; j < own.size(); ++j) own[j] = v[place(j, k)];
    return own;
  }
  void set_class(std::span<const double> own, std::size_t k, std::span<double> v) const {
    for (std::size_t j = 0; j < own.size(); ++j) v[place(j, k)] = own[j];
  }

  /// The ridge's inner product of a and b: sum_jk a_jk b_jk over the penalized coefficients.
  double ridge_product(std::span<const double> a, std::span<const double> b) const {
    const std::size_t penalized = x_.variables().penalized();
    if (by_feature) return dot(a.first(penalized * count_), b.first(penalized * count_));
    double total = 0;
    for (std::size_t k = 0; k < count_; ++k)
      total += dot(a.subspan(k * x_.size(), penalized), b.subspan(k * x_.size(), penalized));
    return total;
  }
  /// Sets `out` to the ridge's gradient at v.
  void set_ridge_slope(std::span<const double> v, std::span<double> out) const {
    std::ranges::copy(v, out.begin());
    clear_unpenalized(out);
  }
  /// Sets `out` to the diagonal of its Hessian.
  void set_ridge_diagonal(std::span<double> out) const {
    std::ranges::fill(out, 1.0);
    clear_unpenalized(out);
  }

  /// z_ik = x~_i'v_k for `count` rows i from `first` on.
  void predict(std::size_t first, std::size_t count, std::span<const double> v, double* z) const {
    if constexpr (by_feature)
      for (std::size_t i = 0; i < count; ++i) sparse_.outputs(first + i, v.data(), z + i * count_);
    else
      x_.predict_each(first, count, v, count_, z);
  }
  /// v_k += sum_i s_ik x~_i over the same rows.
  void combine(std::size_t first, std::size_t count, std::span<const double> s, std::span<double> v) const {
    if constexpr (by_feature)
      for (std::size_t i = 0; i < count; ++i) sparse_.add(first + i, s.subspan(i * count_, count_), v.data());
    else
      x_.combine_each(first, count, s.data(), count_, v);
  }
  /// v_jk += sum_i s_ik x~_ij^2 over the same rows.
  void combine_squares(std::size_t first, std::size_t count, std::span<const double> s, std::span<double> v) const {
    if constexpr (by_feature)
      for (std::size_t i = 0; i < count; ++i) sparse_.add_squares(first + i, s.subspan(i * count_, count_), v.data());
    else
      x_.combine_squares_each(first, count, s.data(), count_, v);
  }

 private:
  void clear_unpenalized(std::span<double> v) const {
    if (!x_.variables().has_free_intercept()) return;
    for (std::size_t k = 0; k < count_; ++k) v[place(x_.features(), k)] = 0;
  }

  static constexpr bool by_feature = SparseRowMatrix<Rows>;

  const WithIntercept<Rows>& x_;
  std::size_t count_;
  ClassRows<Rows> sparse_;
};

}  // namespace hingeline::internal
