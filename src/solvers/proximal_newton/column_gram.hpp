// SPDX-License-Identifier: BSD-3-Clause
//
// A = X_K'H X_K of some columns K, the intercept's perhaps among them: with it, what a step along one column does to
// the slopes along all of K costs one row of A, however long columns are. Where the matrix has few columns its rows are
// used as they are, K being all; else K is put together as rows first.
//
// Cost: the entries of K twice, and what weighted_gram.hpp says.
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
#include "solvers/common/columns_with_intercept.hpp"
#include "solvers/common/weighted_gram.hpp"

namespace hingeline::internal {

template <class T>
class ColumnGram {
 public:
  ColumnGram(const Problem& problem, ColumnsWithIntercept<T>& x) : all_rows_(problem.x), x_(x) {
    takes_all_ = x.size() <= few && cost_of_all() <= 30 * static_cast<double>(x.entries());
    columns_.resize(takes_all_ ? x.size() : 0);
    std::iota(columns_.begin(), columns_.end(), 0U);
  }

  /// K is all columns, whatever is asked for.
  bool takes_all() const { return takes_all_; }

  /// Takes K, unless that is dearer than passes over its columns are, and than a quarter of all visits so far.
  bool take(std::span<const std::uint32_t> columns) {
    if (takes_all_) return true;
    if (columns.size() > most) return false;
    columns_.assign(columns.begin(), columns.end());
    squares_.clear();
    gather();
    return cost_of_gathered() <=
           std::max(80 * static_cast<double>(offsets_.back()), 0.25 * static_cast<double>(x_.visited()));
  }

  std::span<const std::uint32_t> columns() const { return columns_; }

  /// A by the rows' h, both triangles. Of rows whose h is no more than `least` only the diagonal is kept.
  void products(std::span<const double> h, double least, GramMatrix& a) {
    a.clear(columns_.size());
    if (takes_all_) {
      visit_rows(all_rows_, [&](const auto& x) { add_products(x, x_.constant(), h, least, a); });
    } else {
      const CsrView<double> gathered{offsets_.data(), ranks_.data(), values_.data(),
                                     static_cast<std::int64_t>(h.size()), static_cast<std::int32_t>(columns_.size())};
      add_products(SparseRows<double>(gathered), 0, h, least, a);
    }
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) a.at(j, i) = a.at(i, j);
  }

 private:
  template <class Rows>
  void add_products(const Rows& x, double appended, std::span<const double> h, double least, GramMatrix& a) {
    if (std::all_of(h.begin(), h.end(), [&](double number) { return number > least; })) {
      WeightedGram(x, appended).add(h, a);
      return;
    }
    if (squares_.empty()) square();
    std::vector<double> above(h.size());
    std::vector<double> idle_squares = squares_;  // of columns over the rows left out
    for (std::size_t i = 0; i < h.size(); ++i) {
      if (h[i] <= least) continue;
      above[i] = h[i];
      x.add_squares(static_cast<std::int64_t>(i), -1, idle_squares.data());
      if (appended != 0) idle_squares.back() -= appended * appended;
    }
    WeightedGram(x, appended).add(above, a);
    for (std::size_t j = 0; j < a.size(); ++j) a.at(j, j) += least * std::max(0.0, idle_squares[j]);
  }

  static constexpr std::size_t few = 500;
  static constexpr std::size_t most = 800;

  /// In scattered additions; dense rows run at the speed of the vector unit.
  static double row_cost(double entries, double columns) {
    constexpr double vector_speed = 16;
    return 0.5 * (4 * entries < columns ? entries * entries : columns * columns / vector_speed);
  }

  double cost_of_all() const {
    return visit_rows(all_rows_, [&](const auto& x) {
      double total = 0;
      for (std::int64_t i = 0; i < x.rows(); ++i) {
        if constexpr (SparseRowMatrix<std::decay_t<decltype(x)>>)
          total += row_cost(static_cast<double>(x.entries(i).size()), static_cast<double>(x_.size()));
        else
          total += row_cost(x.cols(), static_cast<double>(x_.size()));
      }
      return total;
    });
  }

  double cost_of_gathered() const {
    const auto all = static_cast<double>(columns_.size());
    double total = 2 * all * all + all * all * all / 24;  // passes and Cholesky factors
    for (std::size_t i = 0; i + 1 < offsets_.size(); ++i)
      total += row_cost(static_cast<double>(offsets_[i + 1] - offsets_[i]), all);
    return total;
  }

  void square() {
    for (const std::uint32_t j : columns_) squares_.push_back(x_.sum(j, [](std::size_t, double x) { return x * x; }));
  }

  void gather() {
    offsets_.assign(x_.rows() + 1, 0);
    for (const std::uint32_t j : columns_) x_.visit(j, [&](std::size_t i, double) { ++offsets_[i + 1]; });
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    ranks_.resize(static_cast<std::size_t>(offsets_.back()));
    values_.resize(ranks_.size());
    std::vector<std::int64_t> place(offsets_.begin(), offsets_.end() - 1);
    for (std::size_t k = 0; k < columns_.size(); ++k)
      x_.visit(columns_[k], [&](std::size_t i, double value) {
        const auto here = static_cast<std::size_t>(place[i]++);
        ranks_[here] = static_cast<std::int32_t>(k);
        values_[here] = value;
      });
  }

  const MatrixView& all_rows_;
  ColumnsWithIntercept<T>& x_;
  bool takes_all_ = false;
  std::vector<std::uint32_t> columns_;
  std::vector<double> squares_;        // of their entries; empty until asked for
  std::vector<std::int64_t> offsets_;  // of K by rows
  std::vector<std::int32_t> ranks_;
  std::vector<double> values_;
};

}  // namespace hingeline::internal
