// SPDX-License-Identifier: BSD-3-Clause
//
// The linear one-class machine with few columns of any scale, from a feasible s on: the augmented Lagrangian
// (solvers/augmented_lagrangian) finds the correction v of w = X's, by the identity
//
//     P(w + v, b) + 1/2 |w|^2 = 1/2 |v|^2 + sum_i phi_i(x_i'v + b),
//     phi_i(p) = c_i max(0, -(z_i + p)) + s_i (z_i + p) >= 0,    z = X w
//
// Its dual variables are the changes of s, between -s_i and c_i - s_i, and sum to 0. Both v and these changes are small
// where s is nearly optimal, and nothing cancels.
//
// Stop     on the proof of the pair (w + v, s + its change) (problem/kernel_certificate.hpp)
// Memory   2 (d + 1)^2 numbers and 11 n
#pragma once

#include <span>

#include "hingeline/one_class.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"
#include "problem/kernel_certificate.hpp"
#include "problem/quadratic_program.hpp"

namespace hingeline::internal {

/// A feasible s, one per row, with its w, z, intercept and proven gap.
struct OneClassPoint {
  std::span<const double> s;
  std::span<const double> w;  ///< X's
  std::span<const double> z;  ///< X w
  double intercept = 0;
  double gap = 0;
};

Solution one_class_alm_newton(const OneClassProblem& problem, const QuadraticProgram& program, const KernelScale& scale,
                              const OneClassPoint& start, const SolverOptions& options);

}  // namespace hingeline::internal
