// SPDX-License-Identifier: BSD-3-Clause
//
// How many standard deviations sigma of its movement a row must be away from every kink to be left out of the band. If
// the movement is normal, a row at distance u sigma from a kink at which its slope jumps by j and its curvature by k
// adds to the gap, on average,
//
//     c [ j sigma e1(u) + k/2 sigma^2 e2(u) ] + (c k sigma |x|)^2 / 2 e2(u)
//
//     e1(u) = E max(0, Z - u) = phi(u) - u Q(u),    e2(u) = E max(0, Z - u)^2 = (1 + u^2) Q(u) - u phi(u)
//
// with the normal density phi and its tail Q: the row's own term, and the ridge's for the error of s_i in u. The reach
// is the least at which the rows beyond it add little. One too small costs another pass, another band and another
// proof; one too large adds rows to every Newton step.
#pragma once

#include <span>

#include "losses/ramps.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// Rows of a sample, standing for all rows.
struct RowsForAll {
  std::span<const double> t;
  std::span<const double> c;  ///< cost of all rows that a row stands for
  double each_for;            ///< how many these are
  double squared_norm;        ///< the mean of |x|^2
};

/// `deviation` is sigma, `allowed` what the rows beyond the reach may add to the gap.
double band_reach(const RampLoss& loss, const RowsForAll& rows, double deviation, double allowed, ThreadPool& pool);

}  // namespace hingeline::internal
