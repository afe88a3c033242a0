// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/loss.hpp"
#include "hingeline/matrix_view.hpp"

namespace hingeline {

enum class Intercept {
  free,       ///< b is not regularised
  penalized,  ///< LIBLINEAR's -B: a column of constant `bias` is appended, its coefficient regularised like the others
  none,       ///< b = 0
};

/// The problem, stated once:
///
///     minimise over w in R^d, b in R    1/2 |w|^2 + sum_i c_i phi(y_i, x_i'w + b)
///
/// with c_i = C * weights_i: a sum, no 1/n. scikit-learn's linear SVMs and LIBLINEAR mean the same C; dlib and ReHLine
/// differ. With a penalized intercept b = bias * v and 1/2 v^2 is added.
struct Problem {
  MatrixView x;               ///< n rows x d features; all values finite
  std::span<const double> y;  ///< n targets; +1 or -1 for classification losses
  std::span<const double>
      weights;  ///< n weights >= 0, or empty for all 1; a row of weight 0 is as if it were not there
  Loss loss;
  double C = 1.0;  ///< > 0
  Intercept intercept = Intercept::free;
  double bias = 1.0;  ///< > 0; value of the appended column where the intercept is penalized
};

/// Throws InvalidParameter or DataError naming the row and column of what does not hold.
void validate(const Problem& problem);

}  // namespace hingeline
