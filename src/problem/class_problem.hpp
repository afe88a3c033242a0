// SPDX-License-Identifier: BSD-3-Clause
//
// All classes in one problem, an output each: over W = (w_1 .. w_K) and b
//
//     minimise    1/2 sum_k |w_k|^2 + sum_i c_i phi(y_i, z_i),    z_ik = x_i'w_k + b_k
//
// phi is the multinomial logistic loss or Crammer and Singer's (losses/multinomial.hpp, losses/crammer_singer.hpp),
// depending on who takes the problem. In the dual a row has K variables s_ik, and u_k = sum_i s_ik x_i; a free
// intercept requires sum_i s_ik = 0 for every k.
//
// Layout: coefficients and u class by class, K x d (crammer_singer_certificate.hpp: feature by feature, d x K); outputs
// z and dual variables row by row, n x K.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "data/chunk_rows.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

struct ClassProblem {
  const Problem& rows;                    ///< x, weights, C, intercept and bias; its targets and loss mean nothing here
  std::span<const std::int32_t> classes;  ///< of every row, from 0
  std::size_t count;                      ///< K
};

/// Number of rows per task in passes over n x K numbers.
inline std::int64_t rows_a_task(const ClassProblem& problem) {
  const std::int64_t n = rows(problem.rows.x);
  return chunk_for_vectors(n, n * static_cast<std::int64_t>(problem.count), problem.count);
}

}  // namespace hingeline::internal
