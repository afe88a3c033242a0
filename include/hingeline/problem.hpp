// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "hingeline/loss.hpp"
#include "hingeline/matrix_view.hpp"

namespace hingeline {

enum class Intercept {
  free,       ///< b is not regularised
  penalized,  ///< LIBLINEAR's -B: a column of constant `bias` is appended, its coefficient regularised like the others
  none,       ///< b = 0
};

inline constexpr std::array<std::string_view, 3> intercept_names = {"free", "penalized", "none"};
inline std::string_view to_string(Intercept intercept) { return intercept_names[static_cast<std::size_t>(intercept)]; }

/// sum_j [ l1 l1_weights_j |w_j| + l2 / 2 w_j^2 ]: ridge by default, lasso with l2 = 0, elastic net between.
struct Penalty {
  double l1 = 0;                            ///< >= 0
  double l2 = 1;                            ///< >= 0
  std::span<const double> l1_weights = {};  ///< d numbers >= 0, or empty for all 1
};

/// lower <= w <= upper, d numbers each or empty for none; infinities for no bound.
struct Bounds {
  std::span<const double> lower = {};
  std::span<const double> upper = {};
};

/// lower <= A w <= upper; the intercept takes no part. An equality has lower = upper.
struct Constraints {
  MatrixView rows = DenseView<double>{};  ///< A, K x d; K = 0 for none
  std::span<const double> lower = {};     ///< K numbers, or empty for -infinity
  std::span<const double> upper = {};     ///< K numbers, or empty for infinity
};

/// The problem, stated once:
///
///     minimise over w in R^d, b in R    R(w) + sum_i c_i phi(y_i, x_i'w + b)
///     subject to                        bounds on w and on A w
///
/// with c_i = C * weights_i: a sum, no 1/n. scikit-learn's linear SVMs, LIBLINEAR and ReHLine mean the same C; dlib
/// does not. With a penalized intercept b = bias * v and R has a term for v like for a coefficient of weight 1.
struct Problem {
  MatrixView x;               ///< n rows x d features; all values finite
  std::span<const double> y;  ///< n targets; +1 or -1 for classification losses
  /// n weights >= 0, or empty for all 1; a row of weight 0 is as if it were not there.
  std::span<const double> weights;
  Loss loss;
  double C = 1.0;  ///< > 0
  Intercept intercept = Intercept::free;
  double bias = 1.0;  ///< > 0; value of the appended column where the intercept is penalized
  Penalty penalty = {};
  Bounds bounds = {};
  Constraints constraints = {};
  /// Where x lies in a file; for solvers that read rows a pass at a time (reduced_newton).
  ReleaseRows release_rows = {};
};

/// Throws InvalidParameter or DataError naming the row and column of what does not hold.
void validate(const Problem& problem);

}  // namespace hingeline
