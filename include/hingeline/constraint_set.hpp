// SPDX-License-Identifier: BSD-3-Clause
//
// Bounds and linear constraints by name, and the memory they live in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/problem.hpp"

namespace hingeline {

/// Collects constraints on d coefficients. The intercept takes part in none. Views given out last until the next
/// change. All throw InvalidParameter where an index, a number or a size is wrong.
class ConstraintSet {
 public:
  explicit ConstraintSet(std::int32_t features);

  /// Intersects the bounds of w_j with [lower, upper]. An interval disjoint from them becomes a constraint row instead,
  /// for the solve to prove that no w is feasible.
  void bound(std::int32_t j, double lower, double upper);
  /// The same for every coefficient; (0, infinity) makes all non-negative.
  void bound_all(double lower, double upper);
  /// w_1 <= w_2 <= .. <= w_d, or >=.
  void order(bool descending = false);
  /// lower <= sum_k values_k w_{columns_k} <= upper; columns ascend.
  void add_row(std::span<const std::int32_t> columns, std::span<const double> values, double lower, double upper);
  /// sum_j w_j = total.
  void fix_sum(double total);
  /// |cov(v, x'w)| <= tolerance over the rows of x, v one number per row: the decision hardly depends on the sensitive
  /// attribute v (demographic parity; Zafar et al., AISTATS 2017). With `weights`, one per row and >= 0, rows count by
  /// them, those of weight 0 not at all (all but the positive class's, say: equal opportunity). `release` is told which
  /// rows have been read, where x lies in a file. Throws DataError as well, where x is no matrix of finite numbers.
  void limit_covariance(const MatrixView& x, std::span<const double> sensitive, double tolerance,
                        std::span<const double> weights = {}, const ReleaseRows& release = {});

  std::int32_t features() const { return features_; }
  bool empty() const { return offsets_.size() == 1 && lower_.empty(); }
  Bounds bounds() const& { return {lower_, upper_}; }
  Bounds bounds() && = delete;
  Constraints constraints() const&;
  Constraints constraints() && = delete;

 private:
  void allow_bounds();

  std::int32_t features_;
  std::vector<double> lower_;  // of coefficients; empty while there are no bounds
  std::vector<double> upper_;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  std::vector<double> row_lower_;
  std::vector<double> row_upper_;
};

}  // namespace hingeline
