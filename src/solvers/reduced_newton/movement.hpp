// SPDX-License-Identifier: BSD-3-Clause
//
// How far predictions may still move when the rows of a sample are replaced by many more.
//
// The solution of a sample scatters about that of all rows with the sandwich covariance (Huber 1967; White,
// Econometrica 1980)
//
//     S = H^-1 G H^-1,    H = l2 L + sum_i c_i psi_h''(t_i) x_i x_i',    G = sum_i (c_i psi_h'(t_i))^2 x_i x_i'
//
// summed over the m rows of that sample; from m_k rows to m_(k+1) it is S (m / m_k) (1 - m_k / m_(k+1)). The variance
// of one row's prediction is approximated by S's diagonal about the mean row, at the cost of one product per row,
//
//     width_i^2 = kappa^2 [ share sum_j S_jj (x_ij - mean_j)^2 + mean'S mean ],
//
// where kappa is the reach of the band and `share` corrects for correlations: the mean over rows is that of x'S x.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "solvers/reduced_newton/smoothed_newton.hpp"

namespace hingeline::internal {

class Movement {
 public:
  /// Unbounded: all rows are within their width.
  Movement() = default;

  /// From the solution of a sample whose rows are all in the band; unbounded when told to stop.
  template <class T>
  Movement(const ReducedProblem<T>& problem, SmoothedNewton<T>& solved, const Moments& moments, const Stop& stop);

  /// The same standard deviation for all rows, as observed before.
  Movement(std::size_t cols, double deviation);

  bool unbounded() const { return weights_.empty(); }
  /// sum_j weights_j (x_ij - centre_j)^2 + constant is the variance of row i's movement, for d columns.
  std::span<const double> centre() const { return centre_; }
  std::span<const double> weights() const { return weights_; }
  double constant() const { return constant_; }
  double mean_square() const { return mean_square_; }  ///< over the rows
  double deviation() const { return std::sqrt(mean_square_); }

  /// All variances times `factor`: the movement from one size of sample to another.
  Movement scaled(double factor) const;

  /// Raises each column's weight at least to the square of the observed step, constant and mean square to its values.
  void include(std::span<const double> step, const Moments& moments);

 private:
  std::vector<double> centre_;
  std::vector<double> weights_;
  double constant_ = 0;
  double mean_square_ = 0;
};

}  // namespace hingeline::internal
