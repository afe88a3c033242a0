// SPDX-License-Identifier: BSD-3-Clause
//
// A = X'H X of few columns, the intercept's among them: with it, what a step along one column does to the slopes along
// all of them costs one row of A, however long columns are.
//
// Cost: what weighted_gram.hpp says of the rows as they are given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "data/rows.hpp"
#include "hingeline/problem.hpp"
#include "solvers/common/weighted_gram.hpp"

namespace hingeline::internal {

class ColumnGram {
 public:
  explicit ColumnGram(const Problem& problem)
      : x_(problem.x), constant_(problem.intercept == Intercept::none        ? 0
                                 : problem.intercept == Intercept::penalized ? problem.bias
                                                                             : 1) {}

  /// Whether A costs less than so many passes over the entries.
  bool is_cheap(double passes) const {
    constexpr std::int32_t most = 500;
    constexpr double vector_speed = 16;  // dense rows run at that of the vector unit
    if (cols(x_) > most) return false;
    const double all = cols(x_) + (constant_ != 0 ? 1.0 : 0.0);
    return visit_rows(x_, [&](const auto& x) {
      double products = 0;
      double entries = 0;
      for (std::int64_t i = 0; i < x.rows(); ++i) {
        const double of_row = entries_of(x, i);
        entries += of_row;
        products += 0.5 * (4 * of_row < all ? of_row * of_row : all * all / vector_speed);
      }
      return products <= passes * entries;
    });
  }

  /// A by the rows' h, both triangles.
  GramMatrix products(std::span<const double> h) const {
    return visit_rows(x_, [&](const auto& x) {
      WeightedGram gram(x, constant_);
      GramMatrix a(gram.size());
      gram.add(h, a);
      for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) a.at(j, i) = a.at(i, j);
      return a;
    });
  }

 private:
  template <RowMatrix Rows>
  static double entries_of(const Rows& x, std::int64_t i) {
    if constexpr (SparseRowMatrix<Rows>)
      return static_cast<double>(x.entries(i).size());
    else
      return x.cols();
  }

  const MatrixView& x_;
  double constant_;  // of the intercept's column; 0: none
};

}  // namespace hingeline::internal
