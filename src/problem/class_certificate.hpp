// SPDX-License-Identifier: BSD-3-Clause
//
// The proof of an answer for all classes at once (class_problem.hpp), as certificate.hpp does it for one output:
//
//     P(W, b) - D(s) = sum_i c_i divergence(q_i, softmax(z_i)) + 1/2 sum_k |w_k - u_k|^2,    s_i = c_i (e_y - q_i)
//
// q_i = softmax(z_i) makes the first sum 0 and u_k = w_k - dP/dw_k. A free intercept requires sum_i s_ik = 0 for every
// k, which holds at the b that is best for W. It is made exact but for rounding: the excess of a class moves to one
// with a deficit, in rows where both have shares, at a cost of second order.
//
// Cost: two passes over the matrix for every class, and some over n K numbers.
#pragma once

#include <span>
#include <vector>

#include "hingeline/result.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"
#include "problem/class_problem.hpp"

namespace hingeline::internal {

struct ClassBaseline {
  double primal = 0;              ///< P(0, best b)
  std::vector<double> intercept;  ///< that b, which sums to 0
};

ClassBaseline baseline(const ClassProblem& problem);

struct ClassPoint {
  std::span<const double> coef;       ///< K x d
  std::span<const double> intercept;  ///< K
  std::span<double> dual_coef;        ///< n x K; out: the dual-feasible point proven
};

Certificate certify(const ClassProblem& problem, const ClassBaseline& baseline, const ClassPoint& point,
                    ThreadPool& pool);

}  // namespace hingeline::internal
