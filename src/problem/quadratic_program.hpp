// SPDX-License-Identifier: BSD-3-Clause
//
// The five machines in one form. Over variables t, each with a row r_t and a sign y_t:
//
//     minimise  1/2 a'Q a + p'a    with  0 <= a_t <= upper_t,  sum_t y_t a_t fixed,     Q_st = y_s y_t K(r_s, r_t)
//
//     c_svc        a variable per row     p = -1          upper = c_i                sum = 0
//     one_class    a variable per row     p = 0           upper = weight_i, y = +1   sum = nu W
//     epsilon_svr  +1 and -1 per row      p = epsilon -+ y_i,  upper = c_i           sum = 0
//     nu_svc       a variable per row     p = 0           upper = weight_i           sums of each sign: +-nu W / 2
//     nu_svr       +1 and -1 per row      p = -+ y_i      upper = c_i                sums of each sign: +-nu C W / 2
//
// In the nu machines the variables of each sign are a group with a sum, and so an intercept, of its own: pairs are
// chosen within a group. s = y a, summed over the variables of a row; products are K s; and f_t = (K s)_r + y_t p_t is
// y_t times the derivative of the program's objective by a_t: it grows with s_t.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/is_present.hpp"
#include "hingeline/kernel_solve.hpp"

namespace hingeline::internal {

struct QuadraticProgram {
  std::vector<std::int32_t> row;
  std::vector<double> y;  // +1 or -1
  std::vector<double> p;
  std::vector<double> upper;  // > 0
  bool sums_by_sign = false;
  std::int64_t rows = 0;
  std::vector<double> p_lost = {};  // what rounding took from p; empty: nothing

  std::size_t size() const { return row.size(); }
  int groups() const { return sums_by_sign ? 2 : 1; }
  int group(std::size_t t) const { return sums_by_sign && y[t] < 0 ? 1 : 0; }
  double f(std::size_t t, const double* products) const { return products[row[t]] + y[t] * p[t]; }
  /// up(): whether s_t = y_t a_t may grow; low(): whether it may shrink.
  bool up(std::size_t t, double a) const { return y[t] > 0 ? a < upper[t] : a > 0; }
  bool low(std::size_t t, double a) const { return y[t] > 0 ? a > 0 : a < upper[t]; }
};

inline double row_weight(const KernelProblem& problem, std::size_t i) { return weight_of(problem.weights, i); }

/// A variable as near as this to a bound, relative to the bound, is at it.
inline constexpr double bound_rounding = 1e-12;

/// The program of a valid problem: only variables of rows that have a weight.
QuadraticProgram quadratic_program(const KernelProblem& problem);

/// A feasible start: 0, or where that is not feasible the first variables at their bounds. Throws InvalidParameter
/// where no point has the sums that nu requires.
std::vector<double> feasible_start(const KernelProblem& problem, const QuadraticProgram& program);

/// A feasible point near s, one number per row, which is of a problem with other bounds or of an answer that is scaled
/// (nu_svc): s is scaled to the sums that the machine requires, if any, and cut off at the bounds; what the sums then
/// lack or have in excess is made good, first by variables between their bounds. `start` is feasible_start's.
std::vector<double> feasible_near(const QuadraticProgram& program, std::span<const double> s,
                                  const std::vector<double>& start);

/// Restores the sums that the machine requires from the rounding of millions of steps; returns the sum of the changes
/// of variables. `start` is feasible_start's.
double restore_sums(const QuadraticProgram& program, const std::vector<double>& start, std::vector<double>& a);

/// s, one per row.
std::vector<double> row_coefs(const QuadraticProgram& program, const std::vector<double>& a);

}  // namespace hingeline::internal
