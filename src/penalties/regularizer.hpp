// SPDX-License-Identifier: BSD-3-Clause
//
// R(w) = sum_j [ l1 omega_j |w_j| + l2 / 2 w_j^2 ] for lower <= w <= upper, and what a certificate needs of it. With
// u = X's + A'mu and m_j the w_j at which u_j w_j - R_j(w_j) is largest,
//
//     m_j                        = clip(soft(u_j, l1 omega_j) / l2, lower_j, upper_j);  for l2 = 0 an end, or 0
//     R_j(w) + R_j*(u) - w u     = l2 / 2 (w - m)^2 + [ l1 omega (|w| - |m|) - (u - l2 m) (w - m) ]
//
// two terms >= 0 without cancellation. For l2 = 0 a coefficient without a bound on the side of u_j has R_j*(u_j) = 0
// for |u_j| <= l1 omega_j and infinity beyond: the dual point is then scaled down, for the domain holds 0. A u_j that
// is beyond by no more than rounding counts as on the edge; |w_j| times the difference belongs to the gap.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/problem.hpp"
#include "penalties/interval_term.hpp"

namespace hingeline::internal {

class Regularizer {
 public:
  /// The problem must be valid and outlive this.
  explicit Regularizer(const Problem& problem);

  double l2() const { return penalty_.l2; }
  /// Whether R is nothing but a ridge.
  bool is_ridge() const { return penalty_.l1 == 0 && !is_bounded(); }
  bool is_bounded() const { return !bounds_.lower.empty() || !bounds_.upper.empty(); }

  /// All of R_j but the ridge; j = d is the appended column of a penalized intercept.
  IntervalTerm term(std::size_t j) const;

  double value(std::size_t j, double w) const { return term(j).value(w) + 0.5 * l2() * w * w; }
  /// argmax_w u w - R_j(w); infinite where there is none.
  double maximiser(std::size_t j, double u) const;
  /// R_j(w) + R_j*(u) - w u >= 0.
  double gap(std::size_t j, double w, double u) const;

  /// u, or the edge of the domain of R_j* where u is beyond it by at most `rounding`.
  double on_domain(std::size_t j, double u, double rounding) const;

  /// The largest share of u_j at which R_j* is finite.
  double feasible_share(std::size_t j, double u) const;

  /// f(j) for the columns with |u_j| > l1 omega_j.
  template <class F>
  void for_each_beyond(std::span<const double> u, const F& f) const {
    visit_l1([&](const auto& l1) {
      for (std::size_t j = 0; j < u.size(); ++j)
        if (!(std::abs(u[j]) <= l1(j))) f(j);
    });
  }

  /// The columns that matter to R(w), its gap at u or the feasible share: all but those where w_j = 0 and u_j leaves it
  /// there.
  std::vector<std::size_t> busy_columns(std::span<const double> w, std::span<const double> u) const;

 private:
  /// f(l1) with l1(j) that of term(j), a constant function unless columns have weights.
  template <class F>
  void visit_l1(const F& f) const {
    if (penalty_.l1_weights.empty())
      f([l1 = penalty_.l1](std::size_t) { return l1; });
    else
      f([this](std::size_t j) { return term(j).l1; });
  }

  const Penalty& penalty_;
  const Bounds& bounds_;
  std::size_t features_;
};

// Inline, for they are called for every column again and again.

inline IntervalTerm Regularizer::term(std::size_t j) const {
  if (j == features_) return {penalty_.l1};
  IntervalTerm r = interval(bounds_.lower, bounds_.upper, j);
  r.l1 = penalty_.l1 * (penalty_.l1_weights.empty() ? 1 : penalty_.l1_weights[j]);
  return r;
}

inline double Regularizer::maximiser(std::size_t j, double u) const {
  const IntervalTerm r = term(j);
  if (l2() == 0) return r.maximiser(-u);
  return r.pulled(u, l2());
}

inline double Regularizer::gap(std::size_t j, double w, double u) const {
  const double m = maximiser(j, u);
  if (w == m) return 0;
  if (std::isinf(m)) return infinity;
  const double distance = w - m;
  const double linear = term(j).l1 * (std::abs(w) - std::abs(m)) - (u - l2() * m) * distance;
  return 0.5 * l2() * distance * distance + std::max(linear, 0.0);
}

/// Whether the problem has a ridge, an L1 penalty or both, perhaps bounds, and no constraints: its penalty is
/// separable.
bool is_separable(const Problem& problem);

/// Whether the penalty is 1/2 |w|^2, without bounds and constraints: what every solver can do.
bool is_plain_ridge(const Problem& problem);

}  // namespace hingeline::internal
