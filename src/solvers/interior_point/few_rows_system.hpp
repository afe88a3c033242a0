// SPDX-License-Identifier: BSD-3-Clause
//
// The system H d = r of linear_systems/gram_system.hpp with fewer rows than columns, where every column has a diagonal term
// e_j > 0, from a ridge, an L1 penalty or bounds. With the appended column's constant a and term e_b, d = (dw, db),
//
//     H = diag(e, e_b) + X~'H_n X~,    X~ = (X, a 1),    S = H_n^(-1) + X diag(e)^(-1) X',    n x n
//     t = S^(-1) X diag(e)^(-1) r_w + a db S^(-1) 1      (t = H_n X~d)
//     db = (r_b - a 1'S^(-1) X diag(e)^(-1) r_w) / (e_b + a^2 1'S^(-1) 1)
//     dw = diag(e)^(-1) (r_w - X't)
//
// Next to a vertex 1 / e_j is huge for coefficients other than 0 and multiplies a small difference, r_w - X't, which
// has few digits: so solutions are refined by solving for their residual, as long as that shrinks.
//
// Cost: n^2 d + n^3 / 3 flops for the factor, 12 n d and more for a solution; a copy of X by columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "core/stop.hpp"
#include "core/sum.hpp"
#include "data/by_columns.hpp"
#include "data/rows.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/hessian_terms.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

template <class Rows>
class FewRowsSystem {
 public:
  /// `rows` are those of linear_systems/constrained_rows.hpp; each row behind the data must have a single entry.
  FewRowsSystem(Rows& rows, Stop stop)
      : rows_(rows),
        stop_(std::move(stop)),
        n_(rows.data().rows()),
        features_(rows.data().extended().features()),
        columns_(by_columns(rows.data().extended().rows().view())),
        by_column_({columns_.data(), static_cast<std::int64_t>(features_), static_cast<std::int32_t>(n_),
                    static_cast<std::int64_t>(n_)}),
        gram_(by_column_, 0, rows.data().extended().passes().pool()),
        products_(n_) {}

  /// As GramSystem::factor(); t is not needed, as every column has a diagonal term.
  bool factor(const HessianTerms& terms) {
    const std::span<const double> h = terms.h;
    h_.assign(h.begin(), h.begin() + static_cast<std::ptrdiff_t>(n_));
    take_diagonal(h.subspan(n_), terms.ridge);
    std::vector<double> inverse(features_);
    for (std::size_t j = 0; j < features_; ++j) inverse[j] = 1 / diagonal_[j];
    products_.clear();
    if (!gram_.add(inverse, products_, stop_)) return false;
    constexpr double absent = 1e300;
    for (std::size_t i = 0; i < n_; ++i) products_.at(i, i) += h[i] > 0 ? 1 / h[i] : absent;
    if (!cholesky_.factor(products_, terms.damping, stop_)) return false;
    of_ones_.assign(n_, 1.0);
    cholesky_.solve(of_ones_);
    return true;
  }

  /// Solves in place, refined as long as |residual|^2 falls to a tenth.
  void solve(std::span<double> r) const {
    constexpr int most = 10;
    const std::vector<double> asked(r.begin(), r.end());
    solve_once(r);
    double before = infinity;
    std::vector<double> uncorrected;
    for (int k = 0; k < most; ++k) {
      std::vector<double> left = product(r);
      for (std::size_t j = 0; j < left.size(); ++j) left[j] = asked[j] - left[j];
      const double norm2 = dot(left, left);
      if (!(norm2 <= before)) std::ranges::copy(uncorrected, r.begin());
      if (!(norm2 < 0.1 * before)) return;
      before = norm2;
      uncorrected.assign(r.begin(), r.end());
      solve_once(left);
      for (std::size_t j = 0; j < left.size(); ++j) r[j] += left[j];
    }
  }

 private:
  void solve_once(std::span<double> r) const {
    const double a = rows_.appended();
    std::vector<double> direction(r.size());
    for (std::size_t j = 0; j < features_; ++j) direction[j] = r[j] / diagonal_[j];
    std::vector<double> t(n_);
    rows_.data().predict(direction, t);
    cholesky_.solve(t);
    if (a != 0) {
      direction[features_] = (r[features_] - a * sum(t)) / (diagonal_[features_] + a * a * sum(of_ones_));
      for (std::size_t i = 0; i < n_; ++i) t[i] += a * direction[features_] * of_ones_[i];
    }
    std::vector<double> of_rows(r.size());
    rows_.data().combine(t, of_rows);
    for (std::size_t j = 0; j < features_; ++j) r[j] = (r[j] - of_rows[j]) / diagonal_[j];
    if (a != 0) r[features_] = direction[features_];
  }

  /// H d
  std::vector<double> product(std::span<const double> d) const {
    std::vector<double> t(n_);
    rows_.data().predict(d, t);
    for (std::size_t i = 0; i < n_; ++i) t[i] *= h_[i];
    std::vector<double> result(d.size());
    rows_.data().combine(t, result);
    for (std::size_t j = 0; j < d.size(); ++j) result[j] += diagonal_[j] * d[j];
    return result;
  }

  void take_diagonal(std::span<const double> of_extra, std::span<const double> ridge) {
    diagonal_.assign(ridge.begin(), ridge.end());
    const CsrView<double> extra = rows_.extra();
    for (std::size_t k = 0; k < of_extra.size(); ++k)
      diagonal_[static_cast<std::size_t>(extra.columns[k])] += of_extra[k] * extra.values[k] * extra.values[k];
  }

  Rows& rows_;
  const Stop stop_;
  std::size_t n_;
  std::size_t features_;
  std::vector<double> columns_;
  DenseRows<double> by_column_;
  GramByTasks<DenseRows<double>> gram_;
  GramMatrix products_;  // S
  ScaledCholesky cholesky_;
  std::vector<double> h_;         // H_n
  std::vector<double> diagonal_;  // e, and e_b
  std::vector<double> of_ones_;   // S^-1 1
};

}  // namespace hingeline::internal
