// SPDX-License-Identifier: BSD-3-Clause
//
// Columns Z that R leaves free: without a ridge, of L1 weight 0, and no coefficient at a bound. R_j* is 0 at 0 and
// infinite elsewhere, so that scaling s down to its domain leaves D = 0 unless X_Z's = 0 to the last digit. Slopes
// satisfy that only at the minimum; before it s is moved there,
//
//     s - H X_Z a    with    (X_Z'H X_Z) a = X_Z's,    H = L''(z)
//
// by the least change in the metric of D, which costs half of s'X_Z a of the gap. A free intercept is one of Z, for
// sum_i s_i = 0 must hold at the same time.
//
// Cost: the entries of Z twice, their weighted Gram matrix, and a pass over all columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/rounding.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/proximal_newton/gathered_columns.hpp"
#include "solvers/rows/columns_with_intercept.hpp"
#include "solvers/rows/penalized_point.hpp"

namespace hingeline::internal {

template <class T>
class FreeColumns {
 public:
  static constexpr std::size_t most = 2000;  // 32 MB for their Gram matrix, and as much for its factor

  FreeColumns(ColumnsWithIntercept<T>& x, const PenalizedPoint& penalty, ThreadPool& pool)
      : x_(x), penalty_(penalty), pool_(pool), gathered_(x) {
    for (std::size_t j = 0; j < x.variables().penalized(); ++j)
      if (is_unpenalized(j)) unpenalized_.push_back(static_cast<std::uint32_t>(j));
  }

  /// Moves s, within its domain (`clip`), to X_Z's = 0, w being the point and h the diagonal of H. `pull` is X's, before
  /// and after; entries that are only rounding become 0. Leaves s as it is where Z has more than `most` columns.
  template <class Clip>
  void clear(std::span<const double> w, std::span<const double> h, const Clip& clip, std::span<double> s,
             std::span<double> pull, const Stop& stop) {
    choose(w);
    if (columns_.empty() || columns_.size() > most || !factor(h, stop)) return;
    constexpr int most_rounds = 3;  // clipping, and columns that nearly depend on each other, leave a little
    for (int round = 0; round < most_rounds && !is_rounding(s, pull); ++round) {
      move(h, s, pull);
      clip(s);
      for (const std::uint32_t j : columns_) pull[j] = x_.dot(j, s);
    }
    const bool cleared = is_rounding(s, pull);
    x_.combine(s, pull);
    if (cleared)
      for (const std::uint32_t j : columns_) pull[j] = 0;
  }

 private:
  bool is_unpenalized(std::size_t j) const {
    const IntervalTerm r = penalty_.term(j);
    return penalty_.l2(j) == 0 && r.l1 == 0 && (std::isinf(r.lower) || std::isinf(r.upper));
  }

  void choose(std::span<const double> w) {
    columns_.clear();
    for (const std::uint32_t j : unpenalized_) {
      const IntervalTerm bounds = penalty_.term(j);
      if (w[j] != bounds.lower && w[j] != bounds.upper) columns_.push_back(j);
    }
    if (!columns_.empty() && x_.variables().has_free_intercept())
      columns_.push_back(static_cast<std::uint32_t>(x_.features()));
  }

  bool factor(std::span<const double> h, const Stop& stop) {
    if (!gathered_.take(columns_, stop)) return false;
    gram_.clear(columns_.size());
    return GramByTasks(gathered_.rows(), 0, pool_).add(h, gram_, stop) && factor_.factor(gram_, 0, stop);
  }

  void move(std::span<const double> h, std::span<double> s, std::span<const double> pull) {
    a_.clear();
    for (const std::uint32_t j : columns_) a_.push_back(pull[j]);
    factor_.solve(a_);
    change_.assign(s.size(), 0);
    for (std::size_t k = 0; k < columns_.size(); ++k) x_.add(columns_[k], a_[k], change_);
    for (std::size_t i = 0; i < s.size(); ++i) s[i] -= h[i] * change_[i];
  }

  /// Whether X_Z's is no more than the rounding of its sums, which the certificate (problem/regularization.hpp) excuses.
  bool is_rounding(std::span<const double> s, std::span<const double> pull) const {
    return std::ranges::all_of(columns_, [&](std::uint32_t j) {
      const double squares = x_.sum(j, [s](std::size_t i, double x) { return s[i] * s[i] * x * x; });
      return std::abs(pull[j]) <= term_rounding * std::sqrt(static_cast<double>(s.size()) * squares);
    });
  }

  ColumnsWithIntercept<T>& x_;
  const PenalizedPoint& penalty_;
  ThreadPool& pool_;
  std::vector<std::uint32_t> unpenalized_;
  std::vector<std::uint32_t> columns_;  // Z
  GatheredColumns<T> gathered_;
  GramMatrix gram_{0};
  ScaledCholesky factor_;
  std::vector<double> a_;
  std::vector<double> change_;  // X_Z a
};

}  // namespace hingeline::internal
