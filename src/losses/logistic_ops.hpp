// SPDX-License-Identifier: BSD-3-Clause
//
// The formulas of the logistic loss (losses/logistic.hpp) on many rows at once: vectors of exponentials and logarithms,
// which the compiler does not make by itself.
#pragma once

#include <cstddef>

namespace hingeline::internal {

/// The largest number of rows that one vector holds.
inline constexpr std::size_t logistic_group = 8;

struct LogisticRows {
  const double* y;
  const double* c;
  const double* z;  ///< predictions
  std::size_t size;
};

struct LogisticOps {
  /// slopes_i = c phi'(z), curvatures_i = c phi''(z)
  void (*differentiate)(const LogisticRows& rows, double* slopes, double* curvatures);
  /// sum_i c phi(z)
  double (*sum)(const LogisticRows& rows);
  /// values_i = c phi(z), conjugates_i = (c phi)*(-s); s in the domains
  void (*evaluate)(const LogisticRows& rows, const double* s, double* values, double* conjugates);
  /// values_i = c phi(z), s_i = -c phi'(z)
  void (*evaluate_at_slopes)(const LogisticRows& rows, double* s, double* values);
};

/// The table for this processor.
LogisticOps logistic_ops();

}  // namespace hingeline::internal
