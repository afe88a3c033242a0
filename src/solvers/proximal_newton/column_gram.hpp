// SPDX-License-Identifier: BSD-3-Clause
//
// A = X_K'H X_K of some columns K, perhaps with the intercept's: with it, updating the slopes along all of K after a
// step along one column takes one row of A, however long the columns are. If the matrix has few columns K is all of
// them, and its rows are used as they are; else the columns K are first copied into rows.
//
// Cost: the entries of K twice, and what gram_by_tasks.hpp says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "data/rows.hpp"
#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/proximal_newton/gathered_columns.hpp"
#include "solvers/proximal_newton/gram_cost.hpp"
#include "solvers/rows/columns_with_intercept.hpp"

namespace hingeline::internal {

template <class T>
class ColumnGram {
 public:
  ColumnGram(const Problem& problem, ColumnsWithIntercept<T>& x, ThreadPool& pool)
      : all_rows_(problem.x), x_(x), pool_(pool), gathered_(x) {
    takes_all_ = x.rows() == x.data_rows() && all_are_cheap();
    columns_.resize(takes_all_ ? x.size() : 0);
    std::iota(columns_.begin(), columns_.end(), 0U);
  }

  /// Whether K is all columns, whatever take() is asked for.
  bool takes_all() const { return takes_all_; }

  /// Sets K; false if that costs more than passes over these columns and more than a quarter of all visits so far, or
  /// when told to stop on the way.
  bool take(std::span<const std::uint32_t> columns, const Stop& stop) {
    if (takes_all_) return true;
    if (columns.size() > most) return false;
    columns_.assign(columns.begin(), columns.end());
    std::ranges::sort(columns_);
    squares_.clear();
    return cost_of_steps() <= affordable() && gathered_.take(columns_, stop) &&
           cost_of_steps() + cost_of_gathered() <= affordable();
  }

  std::span<const std::uint32_t> columns() const { return columns_; }

  /// Computes both triangles of A from h. Rows of the data with h <= `least` count in the diagonal only. False when told
  /// to stop on the way.
  bool products(std::span<const double> h, double least, GramMatrix& a, const Stop& stop) {
    a.clear(columns_.size());
    const bool done =
        takes_all_
            ? visit_rows(all_rows_, [&](const auto& x) { return add_products(x, x_.appended(), h, least, a, stop); })
            : add_products(gathered_.rows(), 0, h, least, a, stop);
    mirror(a);
    return done;
  }

 private:
  template <class Rows>
  bool add_products(const Rows& x, double appended, std::span<const double> h, double least, GramMatrix& a,
                    const Stop& stop) {
    const std::span<const double> of_data = h.first(x_.data_rows());
    if (std::ranges::all_of(of_data, [&](double number) { return number > least; }))
      return GramByTasks(x, appended, pool_).add(h, a, stop);
    if (squares_.empty()) square();
    std::vector<double> above(h.size());
    std::vector<double> idle_squares = squares_;  // of columns over the rows left out
    for (std::size_t i = 0; i < h.size(); ++i) {
      if (i < of_data.size() && h[i] <= least) continue;
      above[i] = h[i];
      x.add_squares(static_cast<std::int64_t>(i), -1, idle_squares.data());
      if (appended != 0) idle_squares.back() -= appended * appended;
    }
    const bool done = GramByTasks(x, appended, pool_).add(above, a, stop);
    for (std::size_t j = 0; j < a.size(); ++j) a.at(j, j) += least * std::max(0.0, idle_squares[j]);
    return done;
  }

  static constexpr std::size_t few = 500;
  static constexpr std::size_t most = 2000;

  /// Whether products of all columns are cheap: descents and gathering columns would cost some ten passes. With few
  /// columns, most of which are in the support, they may cost more, for minima save descents.
  bool all_are_cheap() const {
    const auto size = static_cast<double>(x_.size());
    const auto entries = static_cast<double>(x_.entries());
    if (x_.size() <= few) return cost_of_all() <= 30 * entries;
    return x_.size() <= most && cost_of_all() + 10 * size * size <= 10 * entries;
  }

  double cost_of_all() const {
    return visit_rows(all_rows_, [&](const auto& x) {
      double total = 0;
      for (std::int64_t i = 0; i < x.rows(); ++i) {
        if constexpr (SparseRowMatrix<std::decay_t<decltype(x)>>)
          total += gram_row_cost(static_cast<double>(x.entries(i).size()), static_cast<double>(x_.size()));
        else
          total += gram_row_cost(x.cols(), static_cast<double>(x_.size()));
      }
      return total;
    });
  }

  /// What products of K may cost.
  double affordable() const {
    return std::max(80 * static_cast<double>(x_.entries(columns_)), 0.25 * static_cast<double>(x_.visited()));
  }

  /// The cost of passes over A and of its Cholesky factor.
  double cost_of_steps() const {
    const auto all = static_cast<double>(columns_.size());
    return 2 * all * all + factor_cost(all);
  }

  double cost_of_gathered() const {
    const SparseRows<double> rows = gathered_.rows();
    double total = 0;
    for (std::int64_t i = 0; i < rows.rows(); ++i)
      total += gram_row_cost(static_cast<double>(rows.entries(i).size()), static_cast<double>(columns_.size()));
    return total;
  }

  void square() {
    for (const std::uint32_t j : columns_) squares_.push_back(x_.sum(j, [](std::size_t, double x) { return x * x; }));
  }

  const MatrixView& all_rows_;
  ColumnsWithIntercept<T>& x_;
  ThreadPool& pool_;
  bool takes_all_ = false;
  std::vector<std::uint32_t> columns_;
  std::vector<double> squares_;  // sum_i x_ij^2 over K; empty until needed
  GatheredColumns<T> gathered_;  // K, unless that is all
};

}  // namespace hingeline::internal
