// SPDX-License-Identifier: BSD-3-Clause
//
// Columns that constraints link to chains: a row of two coefficients, such as w_i <= w_j, passes a change of w_i on to
// w_j, and the next row passes it on further. Where rows contradict each other in the ratio, the first one counts.
//
// Cost: next to nothing a row (Tarjan, Journal of the ACM 1975), and one pass over the columns.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hingeline::internal {

class TiedColumns {
 public:
  explicit TiedColumns(std::size_t columns);

  /// Links columns i and j: |a| times a change of w_i equals |b| times that of w_j.
  void tie(std::size_t i, double a, std::size_t j, double b);

  /// For each column j the largest of `sizes` (by column, at a coefficient of 1) in its chain, at w_j = 1.
  std::vector<double> largest(std::span<const double> sizes);

 private:
  struct Link {
    std::size_t to;
    double share;  // the change of this column per change of `to`
  };

  /// The link to the column that represents the chain of j, perhaps j itself.
  Link root(std::size_t j);

  std::vector<Link> links_;
};

}  // namespace hingeline::internal
