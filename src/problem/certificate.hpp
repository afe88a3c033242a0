// SPDX-License-Identifier: BSD-3-Clause
//
// The proof of an answer, computed in double from any dual point by code that no solver shares.
//
//     P(w, b) - D(s) = sum_i [ c_i phi(z_i) + (c_i phi)*(-s_i) + s_i z_i ] + 1/2 |w - u|^2
//     z_i = x_i'w + b,    u = sum_i s_i x_i
//
// for a ridge; for other penalties, bounds and constraints A w with multipliers mu the last term is R(w) + R*(u) - w'u
// with u = sum_i s_i x_i + A'mu, plus |mu_k| times the distance of A_k w from its limit.
//
// certify() takes w = u, where the last term is 0; certify_pair() takes the caller's w, for solvers whose w is better
// than u (where columns differ in scale, u = w - grad P(w) is far from w). The identity needs s in the domain of the
// conjugates and, with a free intercept, sum_i s_i = 0: the point is made so, not declared close enough.
//
//   1. clip     s_i to the domain of (c_i phi)*
//   2. balance  (free intercept) shift s until it sums to 0, first in rows strictly between bounds and off zero, at a
//               cost of second order, then in any that can move
//   3. w        = u, afresh (certify); as given (certify_pair)
//   4. b        0; bias^2 sum_i s_i where it is penalized (certify_pair: as given); the better of a hint and
//               argmin_b P(w, b) where it is free
//   5. gap      = the sum of non-negative terms above; dual = primal - gap
//
// rounding_floor is the gap that rounding alone can make of 0: 4 eps times the terms' magnitudes, and for each row at a
// kink or minimum the cost of the rounding of its prediction, counted only up to the row's own gap and its part of
// dual_rounding (prediction_rounding.hpp). dual_rounding is the same of D.
//
// Cost: one pass over the nonzeros of rows with s_i != 0 and one over all, and some over n numbers.
#pragma once

#include <span>

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/baseline.hpp"

namespace hingeline::internal {

/// The buffers of a certificate belong to the caller, who may go on from them.
struct CertifiedPoint {
  std::span<double> dual_coef;         ///< n; in: any finite numbers; out: the dual-feasible point proven
  std::span<double> coef;              ///< d; out: w (certify_pair: in)
  std::span<double> predictions;       ///< n; out: x_i'w, without b
  double intercept = 0;                ///< in: a hint (certify_pair, penalized: b itself); out: b
  std::span<double> multipliers = {};  ///< mu of the constraints, one each; in and out like dual_coef
};

/// Proves the point of a valid problem with a plain ridge (is_plain_ridge).
Certificate certify(const Problem& problem, const Baseline& baseline, CertifiedPoint& point);

/// Proves point.coef, which stays as it is but for being clipped to its bounds, against the dual point, for any penalty
/// and constraints. The gap counts |mu_k| times the distance of A_k w from its limit for violated constraints, too.
Certificate certify_pair(const Problem& problem, const Baseline& baseline, CertifiedPoint& point);
Certificate certify_pair(const Problem& problem, const Baseline& baseline, CertifiedPoint& point, ThreadPool& pool);

/// The same with the rows' terms at predictions of twice the digits (exact_terms.hpp), and b as given: rounding of
/// predictions then neither hides nor excuses a gap.
Certificate certify_exactly(const Problem& problem, const Baseline& baseline, CertifiedPoint& point, ThreadPool& pool);

/// The number that `tolerance` multiplies: min(|P|, max(P(0, best b) - D, 1e-6 |P|)), what the optimum gains over a
/// constant prediction. Where that gain is below a millionth of |P|, 1e-6 |P| takes its place.
double gap_scale(double primal, double dual, double baseline_primal);

/// gap / scale; gap / |P| where the gap is rounding, beside which a small gain over a constant means nothing; 0 where
/// the optimum is 0 but for rounding.
double relative_gap(const Certificate& certificate, double scale);

/// Sets dual, coef_error_bound and relative_gap from primal, gap, rounding_floor and dual_rounding. dual is raised to 0
/// where it would be negative: no loss or penalty is, so D(s = 0) = 0. A gap that is not a number becomes infinite,
/// so that any other is smaller.
void complete(Certificate& proof, double l2, double baseline_primal);

/// Whether relative_gap <= tolerance, or <= 1e-9 where the gap is rounding.
bool is_within(const Certificate& certificate, double tolerance);

/// The stop rule of every solver: is_within, and constraints violated by no more than the tolerance, as
/// violation_scale.hpp measures it. Never at tolerance 0.
bool accepts(const Certificate& certificate, double tolerance);

/// Whether `a` is nearer to an answer than `b`: the one of smaller violation, where that exceeds the tolerance (without
/// multipliers a point outside the constraints may have no gap at all), then of smaller gap, or of smaller P where dual
/// is 0.
bool is_nearer(const Certificate& a, const Certificate& b, double tolerance);

}  // namespace hingeline::internal
