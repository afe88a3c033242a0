// SPDX-License-Identifier: BSD-3-Clause
//
// The loss as a function of all predictions, L(z) = sum_i c_i phi(y_i, z_i), as primal solvers need it: in passes over
// n numbers by several threads. Compiled once per loss, for any matrix. Rows of weight 0 have slope and curvature 0.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "data/block_numbers.hpp"
#include "hingeline/problem.hpp"
#include "losses/logistic_ops.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/steps/line_minimum.hpp"

namespace hingeline::internal {

/// The derivatives of L at one z, row by row.
struct RowDerivatives {
  std::vector<double> slope;      // c_i phi'(z_i)
  std::vector<double> curvature;  // c_i phi''(z_i)
};

class RowLosses {
 public:
  RowLosses(const Problem& problem, ThreadPool& pool);

  /// L(z).
  double sum(std::span<const double> z) const;

  /// Sets both derivatives at z.
  void differentiate(std::span<const double> z, RowDerivatives& at) const;

  /// Sets both derivatives at z + t direction; returns those of L along the direction there.
  LineSlopes differentiate(std::span<const double> z, std::span<const double> direction, double t,
                           RowDerivatives& at) const;

  /// Moves s into the domain of the conjugates.
  void clip(std::span<double> s) const;

  /// Clips s to its domain; returns about sum_i [ c_i phi(z_i) + (c_i phi)*(-s_i) + s_i z_i ], at little cost: where L
  /// is curved and s near, by the second-order expansion (slope_i + s_i)^2 / (2 curvature_i), which is exact within one
  /// quadratic piece.
  double dual_distance(std::span<const double> z, const RowDerivatives& at, std::span<double> s) const;

 private:
  double sum_from(std::size_t first, std::span<const double> z) const;
  void differentiate_from(std::size_t first, std::span<const double> z, RowDerivatives& at) const;
  static bool is_near(double off, double curvature);
  bool expand(std::size_t first, std::size_t count, const RowDerivatives& at, std::span<const double> s,
              BlockNumbers& distances) const;
  void replace_far(std::size_t first, std::span<const double> z, const RowDerivatives& at, std::span<const double> s,
                   BlockNumbers& distances) const;

  const Problem& problem_;
  ThreadPool& pool_;
  std::vector<double> costs_;
  const bool is_logistic_;
  const LogisticOps logistic_ops_ = logistic_ops();
};

}  // namespace hingeline::internal
