// SPDX-License-Identifier: BSD-3-Clause
//
// The proximal steps of all rows from a point, by the sheet of their loss: with v_i = p_i - t s_i
//
//     s+_i = step(v_i, t),    h_i = step_slope(v_i, t)
//
// and the sums that such a method needs, the same for any number of threads. Compiled for every instruction set.
#pragma once

#include <cstddef>
#include <span>

#include "hingeline/loss.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// Rows of one loss, y and c, at predictions p, around a centre s, with t > 0, the inverse of the penalty parameter; at
/// t = 0 s+ are the slopes -c_i phi'(y_i, p_i), and h means nothing.
struct SteppedRows {
  const Loss& loss;
  std::span<const double> y;
  std::span<const double> c;
  std::span<const double> p;
  std::span<const double> s;
  double t;
};

struct StepSums {
  double value = 0;        ///< sum_i c_i phi(y_i, p_i)
  double gap = 0;          ///< sum_i [ c_i phi(y_i, p_i) + (c_i phi)*(-s+_i) + s+_i p_i ], of terms >= 0
  double move = 0;         ///< |s+ - s|^2
  std::size_t curved = 0;  ///< how many h_i are > 0

  StepSums& operator+=(const StepSums& other) {
    value += other.value;
    gap += other.gap;
    move += other.move;
    curved += other.curved;
    return *this;
  }
};

/// Sets s+ and h.
StepSums take_steps(const SteppedRows& rows, std::span<double> next_s, std::span<double> slope, ThreadPool& pool);

/// sum_i d_i step(v_i + a d_i, t), of which a derivative along p + a d is made.
double steps_along(const SteppedRows& rows, std::span<const double> d, double a, ThreadPool& pool);

/// sum_i [ env_i(v_i) - t/2 s_i^2 ], env_i(v) = min_z c_i phi(y_i, z) + (z - v)^2 / (2 t): the function whose first and
/// second derivatives by p_i are -s+_i and h_i.
double sum_envelopes(const SteppedRows& rows, ThreadPool& pool);

}  // namespace hingeline::internal
