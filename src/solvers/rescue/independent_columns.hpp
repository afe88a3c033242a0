// SPDX-License-Identifier: BSD-3-Clause
//
// The factors E = Q R of a few columns that come and go, for least squares problems of active set methods:
// Gram-Schmidt, twice over (Giraud, Langou and Rozloznik 2005: twice is enough), and Givens rotations where a column
// leaves.
//
// Cost: 4 m p to append one of p columns of m numbers, 6 m p to remove one, 2 m p + p^2 for a solution.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "simd/dense_ops.hpp"

namespace hingeline::internal {

class IndependentColumns {
 public:
  /// For columns of `size` numbers. A column counts as dependent on others where no more than the share `dependent` of
  /// its norm is left beside them.
  explicit IndependentColumns(std::size_t size, double dependent = 1e-14) : size_(size), dependent_(dependent) {}

  /// False, and nothing changed, where the column depends on those that are there.
  bool append(std::span<const double> column);
  void remove(std::size_t k);

  /// argmin_u |E u - f|.
  std::vector<double> least_squares(std::span<const double> f) const;

  std::size_t count() const { return q_.size(); }
  std::span<const double> q(std::size_t k) const { return q_[k]; }
  /// R^-1 u.
  std::vector<double> in_columns(std::vector<double> u) const;
  /// R'^-1 a.
  std::vector<double> in_rows(std::vector<double> a) const;

 private:
  std::size_t size_;
  double dependent_;
  DenseOps<double> ops_ = dense_ops<double>();
  std::vector<std::vector<double>> q_;  // orthonormal
  std::vector<std::vector<double>> r_;  // column k has its first k + 1 numbers
};

}  // namespace hingeline::internal
