// SPDX-License-Identifier: BSD-3-Clause
//
// A = X_C'H X_C of some columns C: with it, what a step along one column does to the slopes along all of them costs |C|
// additions, however long columns are. They are put together as rows first, whose weighted Gram matrix it is.
//
// Cost: the entries of C twice, and what weighted_gram.hpp says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "solvers/common/columns_with_intercept.hpp"
#include "solvers/common/weighted_gram.hpp"

namespace hingeline::internal {

template <class T>
class ColumnGram {
 public:
  explicit ColumnGram(ColumnsWithIntercept<T>& x) : x_(x), offsets_(x.rows() + 1) {}

  /// Takes the columns C, in any order.
  void gather(std::span<const std::uint32_t> columns) {
    std::fill(offsets_.begin(), offsets_.end(), 0);
    for (const std::uint32_t j : columns) x_.visit(j, [&](std::size_t i, double) { ++offsets_[i + 1]; });
    for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
    ranks_.resize(entries());
    values_.resize(entries());
    std::vector<std::int64_t> place(offsets_.begin(), offsets_.end() - 1);
    for (std::size_t k = 0; k < columns.size(); ++k)
      x_.visit(columns[k], [&](std::size_t i, double value) {
        const auto here = static_cast<std::size_t>(place[i]++);
        ranks_[here] = static_cast<std::int32_t>(k);
        values_[here] = value;
      });
    size_ = columns.size();
  }

  std::size_t entries() const { return static_cast<std::size_t>(offsets_.back()); }

  /// About how long products() takes, in scattered additions; dense rows run at the speed of the vector unit.
  double cost() const {
    constexpr double vector_speed = 16;
    const auto all = static_cast<double>(size_);
    double total = all * all;
    for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
      const auto entries = static_cast<double>(offsets_[i + 1] - offsets_[i]);
      total += 0.5 * (4 * entries < all ? entries * entries : all * all / vector_speed);
    }
    return total;
  }

  /// A, both triangles, by the rows' h.
  GramMatrix products(std::span<const double> h) const {
    const SparseRows<double> rows(CsrView<double>{offsets_.data(), ranks_.data(), values_.data(),
                                                  static_cast<std::int64_t>(h.size()),
                                                  static_cast<std::int32_t>(size_)});
    GramMatrix a(size_);
    WeightedGram(rows, 0).add(h, a);
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = 0; j < i; ++j) a.at(j, i) = a.at(i, j);
    return a;
  }

 private:
  ColumnsWithIntercept<T>& x_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::int32_t> ranks_;
  std::vector<double> values_;
  std::size_t size_ = 0;
};

}  // namespace hingeline::internal
