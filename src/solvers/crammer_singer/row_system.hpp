// SPDX-License-Identifier: BSD-3-Clause
//
// Systems with the Hessian of this folder's alm_newton.hpp by Woodbury's formula, for few split rows. P_i = sum_v v v'
// over |A_i| - 1 orthonormal vectors of sum 0 (Helmert's). With B of the columns x_i (x) v / sqrt(t) of all split rows,
//
//     H = I + B B',    H^-1 = I - B (I + B'B)^-1 B',    (x_i (x) v)'(x_j (x) u) = x_i'x_j v'u
//
// Cost: d m^2 flops for the products of m split rows, r^3 / 3 for the factor, r = sum_i (|A_i| - 1).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/class_rows.hpp"
#include "simd/rank_update.hpp"
#include "solvers/crammer_singer/split_rows.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class RowSystem {
 public:
  RowSystem(const Rows& x, const ClassRows<Rows>& outputs)
      : x_(x), outputs_(outputs), helmert_(outputs.count() * outputs.count()) {
    for (std::size_t v = 0; v + 1 < outputs.count(); ++v) {
      const auto before = static_cast<double>(v + 1);
      const double length = std::sqrt(before * (before + 1));
      for (std::size_t e = 0; e <= v; ++e) entry(v, e) = 1 / length;
      entry(v, v + 1) = -before / length;
    }
  }

  /// False where H has overflowed, or when told to stop. `split` must outlive the solutions.
  bool factor(const SplitRows& split, const Stop& stop = {}) {
    split_ = &split;
    const GramMatrix products = row_products(stop);
    GramMatrix inner(split.vectors());
    for (std::size_t j = 0; j < inner.size(); ++j) inner.at(j, j) = 1;
    for (std::size_t k = 0; k < outputs_.count() && !is_due(stop); ++k) add_class(split.members(k), products, inner);
    return cholesky_.factor(inner, 0, stop);
  }

  void solve(std::span<double> r) const {
    const double scale = std::sqrt(split_->curvature());
    std::vector<double> y(split_->vectors());
    std::vector<double> z(outputs_.count());
    for (const SplitRows::Row& row : split_->rows()) {
      const auto classes = split_->classes(row);
      outputs_.outputs(row.row, r.data(), z.data());
      for (std::size_t v = 0; v + 1 < row.size; ++v)
        for (std::size_t e = 0; e <= v + 1; ++e)
          y[row.first_vector + v] += scale * entry(v, e) * z[static_cast<std::size_t>(classes[e])];
    }
    cholesky_.solve(y);
    for (const SplitRows::Row& row : split_->rows()) {
      std::fill_n(z.begin(), row.size, 0.0);
      for (std::size_t v = 0; v + 1 < row.size; ++v)
        for (std::size_t e = 0; e <= v + 1; ++e) z[e] -= scale * entry(v, e) * y[row.first_vector + v];
      outputs_.add(row.row, split_->classes(row), std::span(z).first(row.size), r.data());
    }
  }

 private:
  /// The v-th vector's entry at the e-th class of A_i: 0 for e > v + 1.
  double& entry(std::size_t v, std::size_t e) { return helmert_[v * outputs_.count() + e]; }
  double entry(std::size_t v, std::size_t e) const { return helmert_[v * outputs_.count() + e]; }

  /// x_i'x_j of split rows; not all of the sums when told to stop.
  GramMatrix row_products(const Stop& stop) const {
    constexpr std::size_t columns_at_once = 256;
    const auto rows = split_->rows();
    GramMatrix products(rows.size());
    const std::size_t stride = products.stride();
    std::vector<double> row(outputs_.size() / outputs_.count());
    std::vector<double> columns(row.size() * stride);
    for (std::size_t a = 0; a < rows.size(); ++a) {
      x_.scale(static_cast<std::int64_t>(rows[a].row), 1, row.data());
      if (outputs_.appended() != 0) row.back() = outputs_.appended();
      for (std::size_t j = 0; j < row.size(); ++j) columns[j * stride + a] = row[j];
    }
    for (std::size_t j = 0; j < row.size() && !is_due(stop); j += columns_at_once)
      rank_update()(columns.data() + j * stride, std::min(columns_at_once, row.size() - j), stride, products.data());
    return products;
  }

  /// Adds one class's part to I + B'B: products of split rows that both have it.
  void add_class(std::span<const SplitRows::Member> members, const GramMatrix& products, GramMatrix& inner) const {
    for (std::size_t a = 0; a < members.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b)
        add_product(members[a], members[b], split_->curvature() * products.at(members[a].split, members[b].split),
                    inner);
  }

  void add_product(const SplitRows::Member& a, const SplitRows::Member& b, double product, GramMatrix& inner) const {
    const SplitRows::Row& left = split_->rows()[a.split];
    const SplitRows::Row& right = split_->rows()[b.split];
    for (std::size_t v = a.place > 0 ? a.place - 1 : 0; v + 1 < left.size; ++v) {
      const double factor = product * entry(v, a.place);
      const std::size_t end = a.split == b.split ? v + 1 : right.size - 1;
      for (std::size_t u = b.place > 0 ? b.place - 1 : 0; u < end; ++u)
        inner.at(left.first_vector + v, right.first_vector + u) += factor * entry(u, b.place);
    }
  }

  const Rows& x_;
  const ClassRows<Rows>& outputs_;
  std::vector<double> helmert_;
  const SplitRows* split_ = nullptr;
  ScaledCholesky cholesky_;
};

}  // namespace hingeline::internal
