// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "hingeline/matrix_view.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"

namespace hingeline {

/// The half-space that holds all but a share nu of the rows, as far from 0 as can be:
///
///     minimise over w, b    1/2 |w|^2 + nu W b + sum_i weight_i max(0, -(x_i'w + b)),    W = sum_i weight_i
///
/// A row with x'w + b <= 0 lies outside; LIBLINEAR's and LIBSVM's rho is -b. What KernelProblem's one_class is with the
/// linear kernel, by its coefficients.
struct OneClassProblem {
  MatrixView x;  ///< n rows x d features; all values finite
  /// n weights >= 0, or empty for all 1; a row of weight 0 is as if it were not there.
  std::span<const double> weights;
  double nu = 0.5;       ///< 0 < nu <= 1
  bool checked = false;  ///< x is known to be valid, as Dataset::checked says
};

/// Dual point: 0 <= s_i <= weight_i, sum_i s_i = nu W, w = sum_i s_i x_i (with few columns: within coef_error_bound).
/// Of the options, tolerance, limits, callback and interrupt are used. The optimum is 0 where the nu-reduced convex
/// hull of the rows holds 0; so relative_gap is over no less than 1e-3 q / 2 sum_i s_i^2, q the 0.9 quantile of
/// |x_i|^2. Throws InvalidParameter or DataError.
Solution solve(const OneClassProblem& problem, const SolverOptions& options = {});

/// What is left of a solution: a row x is inside where x'coef + intercept > 0.
struct OneClassModel {
  std::vector<double> coef;                     ///< one per feature
  double intercept = 0;                         ///< -rho
  std::vector<std::string> feature_names = {};  ///< one per feature, or empty
};

/// x'coef + intercept of every row. Features that the model does not know are ignored, those that x lacks are 0.
/// Entries of x must be valid, which is not looked at. Throws InvalidParameter where threads < 1, and DataError where
/// the sizes of x do not fit.
std::vector<double> decision_values(const OneClassModel& model, const MatrixView& x, int threads = 1);

/// +1 inside, -1 outside: one per row.
std::vector<double> predict(const OneClassModel& model, std::span<const double> decision_values);

/// LIBLINEAR's text format, ONECLASS_SVM; of features with names, which that has no room for, one that extends it.
/// Numbers read back exactly; the file appears whole or not at all. Throws IoError, or InvalidParameter where a number
/// is not finite or sizes disagree.
void write_model(const std::filesystem::path& path, const OneClassModel& model);

/// Throws IoError, or DataError with the line.
OneClassModel read_one_class_model(const std::filesystem::path& path);

}  // namespace hingeline
