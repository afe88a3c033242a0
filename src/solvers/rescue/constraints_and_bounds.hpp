// SPDX-License-Identifier: BSD-3-Clause
//
// lower <= B w <= upper: B has the constraints' rows A, and behind them e_j for every coefficient that has a bound.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/problem.hpp"

namespace hingeline::internal {

class ConstraintsAndBounds {
 public:
  /// The problem must outlive this.
  explicit ConstraintsAndBounds(const Problem& problem);

  std::size_t size() const { return lower_.size(); }
  std::size_t constraints() const { return size() - bounded_.size(); }
  /// Row i of B, d numbers.
  std::vector<double> row(std::size_t i) const;
  std::span<const double> lower() const { return lower_; }
  std::span<const double> upper() const { return upper_; }

 private:
  const MatrixView& constraints_;
  std::size_t features_;
  std::vector<std::size_t> bounded_;
  std::vector<double> lower_;
  std::vector<double> upper_;
};

}  // namespace hingeline::internal
