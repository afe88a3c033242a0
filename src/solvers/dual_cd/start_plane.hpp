// SPDX-License-Identifier: BSD-3-Clause
//
// The best start of class k against the rest, logistic loss, on a plane of dual points: s_i = a s0_i for the rows of
// others, s0 from a common start, and s_i = t c_i for its own. With v = sum_others s0_i x_i and u = sum_own c_i x_i the
// dual objective is
//
//     D(a, t) = -1/2 |a v + t u|^2 - sum_others (c_i phi)*(-a s0_i) - sum_own c_i (t log t + (1 - t) log(1 - t))
//
// Its slope along a is approximated: log(a |s0_i| / (c_i - a |s0_i|)) is taken to grow with a as that of the mean share
// |s0_i| / c_i does. That is exact where all shares are equal, as for a small C, where a free intercept would need many
// passes to correct a worse start.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "hingeline/problem.hpp"
#include "problem/row_cost.hpp"
#include "solvers/dual_cd/common_start.hpp"

namespace hingeline::internal {

struct StartPlane {
  double others_norm2;     // |v|^2
  double product;          // v'u
  double own_norm2;        // |u|^2
  double others_sum;       // sum_others |s0_i|, > 0
  double others_log_odds;  // sum_others |s0_i| log(|s0_i| / (c_i - |s0_i|))
  double others_share;     // mean of |s0_i| / c_i, weighted by c_i
  double own_sum;          // sum_own c_i, > 0
  double most;             // upper bound of a
};

struct PlanePoint {
  double others;  // a
  double own;     // t
  double intercept;
};

/// Updates the products as if the rows had one more column, of this constant.
void append_constant(StartPlane& plane, double constant);

/// Whether there are rows of both kinds and no product has overflowed.
bool has_best_point(const StartPlane& plane);

/// The point of largest D, with sum_i s_i = 0 where the intercept is free.
PlanePoint best_point(const StartPlane& plane, Intercept kind);

/// The plane of a class with these `own` rows. s0 of these is approximated by one share of their c_i when taken out.
template <SparseRowMatrix Rows>
StartPlane start_plane(const Rows& x, const Problem& problem, std::span<const std::uint32_t> own,
                       const CommonStart& common) {
  constexpr double below_one = 0.99;
  std::vector<double> u(static_cast<std::size_t>(x.cols()));
  StartPlane plane{};
  for (const std::uint32_t i : own) {
    const double c = row_cost(problem, i);
    x.add(i, c, u.data());
    plane.own_sum += c;
    plane.others_sum += common.dual[i];
  }
  for (const std::uint32_t i : own) {
    const double c = row_cost(problem, i);
    plane.product += c * x.dot(i, common.coef.data());
    plane.own_norm2 += c * x.dot(i, u.data());
  }
  const double share = -plane.others_sum / plane.own_sum;
  plane.others_norm2 = common.norm2 + share * (2 * plane.product + share * plane.own_norm2);
  plane.product += share * plane.own_norm2;
  plane.others_sum += common.sum;
  plane.others_log_odds = common.log_odds * plane.others_sum / common.sum;
  plane.others_share = common.mean_share;
  plane.most = below_one / common.largest_share;
  if (problem.intercept == Intercept::penalized) append_constant(plane, problem.bias);
  return plane;
}

}  // namespace hingeline::internal
