// SPDX-License-Identifier: BSD-3-Clause
//
// What dividing columns by their deviations (scaled_columns.hpp) does to a problem. Of w~ = sigma w are A / sigma and
// the bounds times sigma what A and the bounds are of w.
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
  /// None: all is as given.
  Standardization() = default;
  /// By the deviations of x, of whose training these are the options.
  Standardization(const MatrixView& x, std::span<const double> weights, const TrainOptions& options);

  /// sigma; empty: none.
  const std::vector<double>& scale() const { return scale_; }

  /// Of w~ and x~ what the options ask of w and x.
  MatrixView x(const MatrixView& given) const { return x_ ? x_->view() : given; }
  Bounds bounds(const Bounds& given) const { return x_ ? Bounds{lower_, upper_} : given; }
  Bounds box(const Bounds& given) const { return x_ ? Bounds{box_lower_, box_upper_} : given; }
  Constraints constraints(const Constraints& given) const {
    return {rows_ ? rows_->view() : given.rows, given.lower, given.upper};
  }

  /// numbers_j sigma_j: of coefficients and their bounds what they are of w~, of a row of x~ what it is of x.
  void multiply(std::vector<double>& numbers) const;
  /// w from w~. The division may round to beyond a bound.
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
