// SPDX-License-Identifier: BSD-3-Clause
//
// What gaps and rounding of kernel machines are measured by (kernel_certificate.hpp has the formulas).
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "problem/quadratic_program.hpp"
#include "problem/rounding.hpp"

namespace hingeline::internal {

struct KernelScale {
  double constant_primal = 0;   ///< P(0, best b): the objective of predicting a constant
  double usual_kernel = 0;      ///< 0.9 quantile of K(x_i, x_i), from at most 1,000 variables: outliers say nothing
  std::vector<double> roots;    ///< sqrt(K(x_i, x_i)), by row; 0 of rows that have no variable
  bool sums_are_exact = false;  ///< products are X w, w by kernels/exact_combination.hpp
  std::vector<double> rounding = {};  ///< rho by row; empty: 4 eps for all
};

/// The scale of a program with this `constant_primal`; `diagonal` has K(x_i, x_i) by row.
KernelScale kernel_scale(const QuadraticProgram& program, const std::vector<double>& diagonal, double constant_primal);

/// 1/2 s'K s of orthogonal rows, `squares` being |a|^2.
inline double half_size(double squares, const KernelScale& scale) { return 0.5 * squares * scale.usual_kernel; }

/// The least scale of gaps where P may be 0 though neither a nor rows are; `squares` is |a|^2.
double least_scale(double squares, const KernelScale& scale);

/// What rounding of K s is in proportion to, beside sqrt(K_tt).
struct ProductSizes {
  double of_coefs = 0;  ///< sum_j |s_j| sqrt(K_jj)
  double of_sums = 0;   ///< the same; |w| and what sums of so many rows lose all the same, where w is summed exactly
};

ProductSizes product_sizes(const QuadraticProgram& program, const std::vector<double>& a,
                           const std::vector<double>& products, const KernelScale& scale);

/// e_t for products whose rounding is in proportion to `size`.
inline double rounding_of_f(const QuadraticProgram& program, std::size_t t, double f, double b, double size,
                            const KernelScale& scale) {
  const auto row = static_cast<std::size_t>(program.row[t]);
  const double rho = scale.rounding.empty() ? term_rounding : scale.rounding[row];
  return term_rounding * (std::abs(f) + std::abs(b)) + rho * scale.roots[row] * size;
}

}  // namespace hingeline::internal
