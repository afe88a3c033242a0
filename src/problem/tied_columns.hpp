// SPDX-License-Identifier: BSD-3-Clause
//
// Columns that constraints tie to each other: a row of two coefficients, as of w_i <= w_j, hands on what w_i moves by,
// and the next hands it on again. Where rows contradict each other in how much, the first is believed.
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

  /// |a| w_i moves as |b| w_j does.
  void tie(std::size_t i, double a, std::size_t j, double b);

  /// Of `sizes`, by column, of w_j = 1: the largest among all that moves with it.
  std::vector<double> largest(std::span<const double> sizes);

 private:
  struct Link {
    std::size_t to;
    double share;  // of what `to` moves by
  };

  /// To the column that stands for all it is tied to, itself perhaps.
  Link root(std::size_t j);

  std::vector<Link> links_;
};

}  // namespace hingeline::internal
