// SPDX-License-Identifier: BSD-3-Clause
//
// Products of rows with a d x K matrix W, row-major: w[j K + k] is the coefficient of feature j for class k. A
// penalized intercept is an additional constant column of x, hence an additional row of W.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "simd/class_ops.hpp"

namespace hingeline::internal {

/// Some classes, and a factor for each.
struct ClassList {
  std::vector<std::int32_t> classes;
  std::vector<double> scale;
};

template <RowMatrix Rows>
class ClassRows {
 public:
  /// `appended` is the constant, 0 if there is no such column.
  ClassRows(const Rows& x, std::size_t count, double appended)
      : x_(x),
        features_(static_cast<std::size_t>(x.cols())),
        count_(count),
        appended_(appended),
        ops_(class_ops<typename Rows::Value>()) {}

  std::size_t rows() const { return static_cast<std::size_t>(x_.rows()); }
  std::size_t features() const { return features_; }
  std::size_t count() const { return count_; }
  double appended() const { return appended_; }
  /// The number of coefficients of W.
  std::size_t size() const { return (features_ + (appended_ != 0 ? 1 : 0)) * count_; }

  [[gnu::always_inline]] void prefetch_place(std::size_t i) const { x_.prefetch_place(static_cast<std::int64_t>(i)); }
  [[gnu::always_inline]] void prefetch(std::size_t i) const { x_.prefetch(static_cast<std::int64_t>(i)); }

  double squared_norm(std::size_t i) const {
    return x_.squared_norm(static_cast<std::int64_t>(i)) + appended_ * appended_;
  }

  /// z_k = x_i'w_k for all classes.
  void outputs(std::size_t i, const double* w, double* z) const {
    const auto row = entries(i);
    ops_.outputs(row.values.data(), row.columns.data(), row.size(), w, count_, z);
    if (appended_ == 0) return;
    for (std::size_t k = 0; k < count_; ++k) z[k] += appended_ * w[features_ * count_ + k];
  }

  /// x_i'w_k for one class.
  double output(std::size_t i, std::size_t k, const double* w) const {
    double sum = appended_ != 0 ? appended_ * w[features_ * count_ + k] : 0;
    const auto row = entries(i);
    for (std::size_t e = 0; e < row.values.size(); ++e)
      sum += static_cast<double>(row.values[e]) * w[row.column(e) * count_ + k];
    return sum;
  }

  /// sum_j |x_ij w_jk|, to bound the rounding of an output.
  double magnitude(std::size_t i, std::size_t k, const double* w) const {
    double sum = appended_ != 0 ? std::abs(appended_ * w[features_ * count_ + k]) : 0;
    const auto row = entries(i);
    for (std::size_t e = 0; e < row.values.size(); ++e)
      sum += std::abs(static_cast<double>(row.values[e]) * w[row.column(e) * count_ + k]);
    return sum;
  }

  /// w_k += scale_a x_i for each k = classes_a.
  void add(std::size_t i, std::span<const std::int32_t> classes, std::span<const double> scale, double* w) const {
    const auto row = entries(i);
    for (std::size_t e = 0; e < row.size(); ++e)
      add_entry(static_cast<double>(row.values[e]), classes, scale, w + row.column(e) * count_);
    if (appended_ != 0) add_entry(appended_, classes, scale, w + features_ * count_);
  }

  /// w_k += scale_k x_i for all classes.
  void add(std::size_t i, std::span<const double> scale, double* w) const {
    const auto row = entries(i);
    ops_.add(row.values.data(), row.columns.data(), row.size(), scale.data(), count_, w);
    if (appended_ == 0) return;
    for (std::size_t k = 0; k < count_; ++k) w[features_ * count_ + k] += appended_ * scale[k];
  }

  /// w_jk += scale_k x_ij^2 for all classes.
  void add_squares(std::size_t i, std::span<const double> scale, double* w) const {
    const auto row = entries(i);
    const auto add = [&](double value, double* to) {
      for (std::size_t k = 0; k < count_; ++k) to[k] += value * value * scale[k];
    };
    for (std::size_t e = 0; e < row.size(); ++e) add(static_cast<double>(row.values[e]), w + row.column(e) * count_);
    if (appended_ != 0) add(appended_, w + features_ * count_);
  }

  /// w_k += s_k x_i for all k with s_k != 0; `list` is scratch memory.
  void add_nonzero(std::size_t i, std::span<const double> s, ClassList& list, double* w) const {
    list.classes.clear();
    list.scale.clear();
    for (std::size_t k = 0; k < count_; ++k) {
      if (s[k] == 0) continue;
      list.classes.push_back(static_cast<std::int32_t>(k));
      list.scale.push_back(s[k]);
    }
    if (!list.classes.empty()) add(i, list.classes, list.scale, w);
  }

 private:
  static void add_entry(double value, std::span<const std::int32_t> classes, std::span<const double> scale, double* w) {
    for (std::size_t a = 0; a < classes.size(); ++a) w[classes[a]] += value * scale[a];
  }

  struct Entries {
    std::span<const typename Rows::Value> values;
    std::span<const std::int32_t> columns;  // empty: all

    std::size_t size() const { return values.size(); }
    std::size_t column(std::size_t e) const { return columns.empty() ? e : static_cast<std::size_t>(columns[e]); }
  };

  Entries entries(std::size_t i) const {
    const auto index = static_cast<std::int64_t>(i);
    if constexpr (SparseRowMatrix<Rows>) {
      const auto row = x_.entries(index);
      return {row.values, row.columns};
    } else {
      return {x_.values(index), {}};
    }
  }

  Rows x_;
  std::size_t features_;
  std::size_t count_;
  double appended_;
  ClassOps<typename Rows::Value> ops_;
};

}  // namespace hingeline::internal
