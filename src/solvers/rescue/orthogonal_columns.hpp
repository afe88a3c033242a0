// SPDX-License-Identifier: BSD-3-Clause
//
// A problem without a penalty does not depend on the basis of its columns: with X - 1 m' = Q R, the columns of Q
// orthogonal (m the means where the intercept is free, else 0), and B the rows of constraints and bounds,
//
//     min over w, b of sum_i c_i phi(y_i, x_i'w + b)      lower <= B w <= upper
//     =  min over v, a of sum_i c_i phi(y_i, q_i'v + a)   lower <= B T v <= upper
//     w = T v,    b = a - m'w,    X's + B'mu = R'(Q's + T'B'mu) = 0 where Q's + T'B'mu = 0 and sum_i s_i = 0
//
// with T = R^-1. A column that depends on others has none in Q; where B sees the direction of w along which no
// prediction moves, v has a coefficient for it, and Q a column of zeros.
//
// Newton's methods see the square of the columns' condition number, R sees the number itself: columns that repeat
// others but for the rounding of float (lengths in metres and in feet) are 1e-7 apart, their squares 1e-14.
//
// Cost: 8 n d^2 flops, and 3 n d numbers.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "solvers/rescue/constraints_and_bounds.hpp"
#include "solvers/rescue/independent_columns.hpp"

namespace hingeline::internal {

/// Whether the problem has this form, and the factors take seconds at most.
bool may_have_orthogonal_columns(const Problem& problem);

class OrthogonalColumns {
 public:
  /// For a problem that may have them. Columns that depend on others are left out, and so are all after the time to
  /// stop.
  OrthogonalColumns(const Problem& given, const Stop& stop);
  OrthogonalColumns(const OrthogonalColumns&) = delete;
  OrthogonalColumns& operator=(const OrthogonalColumns&) = delete;

  /// The problem in v and a, of columns with |q_j|^2 = n.
  const Problem& problem() const { return turned_; }

  /// An answer of problem() as one of the given problem, proven there.
  Solution turned_back(Solution solution, double tolerance) const;

 private:
  void orthogonalise(const Stop& stop);
  void keep_free_direction(std::size_t j, std::vector<double> shares);
  std::vector<double> spread(std::span<const double> of_independent) const;
  std::vector<double> given_coef(std::vector<double> v) const;  // T v
  void turn_rows();
  void turn_limits();
  std::vector<double> turned_limit(std::span<const double> row) const;  // T'row

  const Problem& given_;
  std::vector<double> means_;             // m, by column
  std::vector<std::size_t> independent_;  // the columns that Q has
  IndependentColumns basis_;
  ConstraintsAndBounds limits_;
  std::vector<std::vector<double>> free_directions_;  // directions of w along which no prediction moves
  std::vector<double> q_;                             // sqrt(n) Q, by rows
  std::vector<double> b_;                             // B T, by rows
  Problem turned_;
};

}  // namespace hingeline::internal
