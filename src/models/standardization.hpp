// SPDX-License-Identifier: BSD-3-Clause
//
// A problem with columns divided by their standard deviations sigma (scaled_columns.hpp): in w~ = sigma w the columns
// of A are divided by sigma, and bounds of w are multiplied by it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hingeline/model.hpp"
#include "hingeline/problem.hpp"
#include "models/scaled_columns.hpp"

namespace hingeline::internal {

class Standardization {
 public:
  /// No standardization.
  Standardization() = default;
  /// By the standard deviations of x; `options` are those of the training on x.
  Standardization(const MatrixView& x, std::span<const double> weights, const TrainOptions& options);

  /// sigma; empty: no standardization.
  const std::vector<double>& scale() const { return scale_; }

  /// `given`, which the constructor had, in terms of w~ and x~.
  MatrixView x(const MatrixView& given) const { return x_ ? x_->view() : given; }
  Bounds bounds(const Bounds& given) const { return x_ ? Bounds{lower_, upper_} : given; }
  Bounds box(const Bounds& given) const { return x_ ? Bounds{box_lower_, box_upper_} : given; }
  Constraints constraints(const Constraints& given) const {
    return {rows_ ? rows_->view() : given.rows, given.lower, given.upper};
  }

  /// numbers_j *= sigma_j: coefficients and bounds from w to w~, or a row from x~ to x.
  void multiply(std::vector<double>& numbers) const;
  /// Converts w~ to w, clipped to bounds, which rounding might exceed.
  void restore(std::vector<double>& coef, const Bounds& bounds) const;

 private:
  std::vector<double> scale_;
  std::optional<ScaledMatrix> x_;
  std::optional<ScaledMatrix> rows_;  // of the constraints
  std::vector<double> lower_;
  std::vector<double> upper_;
  std::vector<double> box_lower_;
  std::vector<double> box_upper_;
};

}  // namespace hingeline::internal
