// SPDX-License-Identifier: BSD-3-Clause
//
// A problem with columns divided by their standard deviations sigma (scaled_columns.hpp). Its variable is
// w~ = sigma w; so columns of A are divided by sigma, and bounds of w are multiplied by it.
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
  /// No standardization: everything is returned as given.
  Standardization() = default;
  /// By the standard deviations of x; `options` are those of the training on x.
  Standardization(const MatrixView& x, std::span<const double> weights, const TrainOptions& options);

  /// sigma, or empty if there is no standardization.
  const std::vector<double>& scale() const { return scale_; }

  /// What `given` becomes in terms of w~ and x~. `given` must be what the constructor had.
  MatrixView x(const MatrixView& given) const { return x_ ? x_->view() : given; }
  Bounds bounds(const Bounds& given) const { return x_ ? Bounds{lower_, upper_} : given; }
  Bounds box(const Bounds& given) const { return x_ ? Bounds{box_lower_, box_upper_} : given; }
  Constraints constraints(const Constraints& given) const {
    return {rows_ ? rows_->view() : given.rows, given.lower, given.upper};
  }

  /// Multiplies numbers_j by sigma_j: converts coefficients and their bounds from w to w~, or a row from x~ to x.
  void multiply(std::vector<double>& numbers) const;
  /// Converts w~ to w, clipped to the bounds, which the division might otherwise exceed by rounding.
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
