// SPDX-License-Identifier: BSD-3-Clause
//
// The proof of an answer to Crammer and Singer's problem (class_problem.hpp, losses/crammer_singer.hpp) from any dual
// point, as certificate.hpp does it for one output:
//
//     P(W) - D(s) = sum_i sum_k p_ik (max_l m_il - m_ik) + 1/2 sum_k |w_k - u_k|^2,    s_i = c_i e_y - p_i,
//     u_k = sum_i s_ik x_i
//
//   1. p_i      cut off below at 0 and scaled to the sum c_i; to c_i e_y where nothing is left
//   2. W        = u, afresh, or the caller's (certify_pair)
//   3. gap      = the sum of non-negative terms above; dual = primal - gap
//
// A penalized intercept is one more column. A free one would require sum_i s_ik = 0 for every class.
//
// rounding_floor is 4 eps times the terms' magnitudes, plus, for rows whose largest m are equal but for rounding, the
// cost of that rounding: up to c_i times the error of an output (prediction_rounding.hpp says why).
//
// Cost: one pass over the nonzeros for the classes with s_ik != 0 and one for all classes.
#pragma once

#include <span>

#include "hingeline/result.hpp"
#include "problem/class_problem.hpp"

namespace hingeline::internal {

/// The buffers belong to the caller, who may go on from them.
struct CrammerSingerPoint {
  std::span<double> dual_coef;  ///< n x K; in: any finite numbers; out: the dual-feasible s proven
  /// d x K, feature by feature, and a row for a penalized intercept; out: W (certify_pair: in)
  std::span<double> coef;
  std::span<double> outputs;  ///< n x K; out: z
};

/// The objective of W = 0, the best constant where the intercept is not free: sum_i c_i.
double crammer_singer_baseline(const ClassProblem& problem);

/// problem.rows must be valid, its intercept not free.
Certificate certify(const ClassProblem& problem, const CrammerSingerPoint& point);

/// Proves point.coef, which stays as it is, against the dual point.
Certificate certify_pair(const ClassProblem& problem, const CrammerSingerPoint& point);

}  // namespace hingeline::internal
