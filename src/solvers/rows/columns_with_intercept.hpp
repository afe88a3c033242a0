// SPDX-License-Identifier: BSD-3-Clause
//
// The problem's columns and, for b as one more variable (variables.hpp), a constant column. Below the problem's rows
// there may be others, whose entries in that column are 0.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>

#include "core/stop.hpp"
#include "data/rows.hpp"
#include "hingeline/matrix_view.hpp"
#include "hingeline/problem.hpp"
#include "simd/dense_ops.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

template <class T>
class ColumnsWithIntercept {
 public:
  ColumnsWithIntercept(const CscView<T>& x, const Problem& problem)
      : x_(x), by_rows_(problem.x), data_rows_(hingeline::rows(problem.x)), variables_(problem) {}

  std::size_t rows() const { return static_cast<std::size_t>(x_.rows); }
  std::size_t data_rows() const { return static_cast<std::size_t>(data_rows_); }
  const Variables& variables() const { return variables_; }
  std::size_t features() const { return variables_.features(); }
  std::size_t size() const { return variables_.size(); }
  double appended() const { return variables_.appended(); }

  std::int64_t entries(std::size_t j) const { return j == features() ? data_rows_ : x_.offsets[j + 1] - x_.offsets[j]; }
  std::int64_t entries() const { return x_.offsets[features()] + (variables_.has_intercept() ? data_rows_ : 0); }

  std::int64_t entries(std::span<const std::uint32_t> columns) const {
    std::int64_t total = 0;
    for (const std::uint32_t j : columns) total += entries(j);
    return total;
  }

  /// f(i, x_ij) for the entries of column j.
  template <class F>
  void visit(std::size_t j, const F& f) {
    visited_ += entries(j);
    if (j == features()) {
      for (std::size_t i = 0; i < data_rows(); ++i) f(i, appended());
      return;
    }
    if (is_full(j)) {
      const T* values = x_.values + x_.offsets[j];
      for (std::size_t i = 0; i < rows(); ++i) f(i, static_cast<double>(values[i]));
      return;
    }
    for (std::int64_t k = x_.offsets[j]; k < x_.offsets[j + 1]; ++k)
      f(static_cast<std::size_t>(x_.row_indices[k]), static_cast<double>(x_.values[k]));
  }

  /// Whether the problem's rows are sparse, and there are no others.
  bool has_sparse_rows() const { return !is_dense(by_rows_) && x_.rows == data_rows_; }

  /// Whether a pass over all rows, in order, takes less time than one over these columns: they have at least one entry
  /// in `share`.
  bool are_sooner_read_by_rows(std::span<const std::uint32_t> columns, std::int64_t share) const {
    return has_sparse_rows() && share * entries(columns) >= entries();
  }

  /// f(i, entries of row i), for all of them; false when told to stop on the way.
  template <class F>
  bool visit_sparse_rows(const F& f, const Stop& stop) {
    constexpr std::int64_t at_once = 10000;
    return visit_rows(by_rows_, [&](const auto& x) {
      if constexpr (SparseRowMatrix<std::decay_t<decltype(x)>>) {
        for (std::int64_t i = 0; i < data_rows_; ++i) {
          if (i % at_once == 0 && is_due(stop)) return false;
          f(static_cast<std::size_t>(i), x.entries(i));
        }
        visited_ += entries();
      }
      return true;
    });
  }

  /// z = X d and u = X'H z over all columns, in one pass over sparse rows.
  void multiply_sparse_rows(std::span<const double> d, std::span<const double> h, std::span<double> z,
                            std::span<double> u) {
    std::fill(u.begin(), u.end(), 0.0);
    visit_rows(by_rows_, [&](const auto& x) {
      for (std::size_t i = 0; i < z.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i);
        z[i] = x.dot(row, d.data());
        if (variables_.has_intercept()) z[i] += appended() * d.back();
        x.add(row, h[i] * z[i], u.data());
        if (variables_.has_intercept()) u.back() += appended() * h[i] * z[i];
      }
    });
    visited_ += entries();
  }

  /// The number of entries visited so far.
  std::int64_t visited() const { return visited_; }

  /// The sum of f(i, x_ij) over column j; four sums, so that additions do not wait for each other.
  template <class F>
  auto sum(std::size_t j, const F& f) {
    using Sum = decltype(f(std::size_t{}, double{}));
    visited_ += entries(j);
    Sum sums[4] = {};
    const auto add_up = [&](std::int64_t begin, std::int64_t end, const auto& term) {
      std::int64_t k = begin;
      for (; k + 4 <= end; k += 4)
        for (std::int64_t lane = 0; lane < 4; ++lane) sums[lane] += term(k + lane);
      for (; k < end; ++k) sums[0] += term(k);
    };
    if (j == features())
      add_up(0, data_rows_, [&](std::int64_t i) { return f(static_cast<std::size_t>(i), appended()); });
    else if (is_full(j))
      add_up(0, x_.rows, [&, values = x_.values + x_.offsets[j]](std::int64_t i) {
        return f(static_cast<std::size_t>(i), static_cast<double>(values[i]));
      });
    else
      add_up(x_.offsets[j], x_.offsets[j + 1], [&](std::int64_t k) {
        return f(static_cast<std::size_t>(x_.row_indices[k]), static_cast<double>(x_.values[k]));
      });
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  /// x_j'v.
  template <class Vector>
  double dot(std::size_t j, const Vector& v) {
    if (is_full(j)) {
      visited_ += entries(j);
      return dense_.dot(x_.values + x_.offsets[j], v.data(), rows());
    }
    return sum(j, [&](std::size_t i, double x) { return v[i] * x; });
  }

  /// v += scale x_j.
  template <class Vector>
  void add(std::size_t j, double scale, Vector& v) {
    if (is_full(j)) {
      visited_ += entries(j);
      return dense_.add(scale, x_.values + x_.offsets[j], v.data(), rows());
    }
    visit(j, [&](std::size_t i, double x) { v[i] += scale * x; });
  }

  /// u = X's: by rows where rows are dense or columns short, and there are no other rows.
  void combine(std::span<const double> s, std::span<double> u) {
    constexpr std::size_t entries_of_short = 8;
    const bool columns_are_long = static_cast<std::size_t>(entries()) > entries_of_short * size();
    if ((has_sparse_rows() && columns_are_long) || x_.rows != data_rows_) {
      for (std::size_t j = 0; j < size(); ++j) u[j] = dot(j, s);
      return;
    }
    visited_ += entries();
    std::fill(u.begin(), u.end(), 0.0);
    visit_rows(by_rows_, [&](const auto& x) {
      for (std::size_t i = 0; i < s.size(); ++i)
        if (s[i] != 0) x.add(static_cast<std::int64_t>(i), s[i], u.data());
    });
    if (variables_.has_intercept()) u.back() = appended() * std::accumulate(s.begin(), s.end(), 0.0);
  }

 private:
  /// A column of the problem with an entry in every row.
  bool is_full(std::size_t j) const { return j != features() && x_.offsets[j + 1] - x_.offsets[j] == x_.rows; }

  CscView<T> x_;
  const MatrixView& by_rows_;
  std::int64_t data_rows_;
  Variables variables_;
  std::int64_t visited_ = 0;
  const DenseOps<T> dense_ = dense_ops<T>();
};

}  // namespace hingeline::internal
