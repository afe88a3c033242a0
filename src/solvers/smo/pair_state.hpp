// SPDX-License-Identifier: BSD-3-Clause
//
// The state of the loop over single pairs, which its rules of selection read.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/kernel_row_source.hpp"
#include "problem/extremes.hpp"
#include "problem/quadratic_program.hpp"
#include "solvers/smo/least_curvature.hpp"
#include "solvers/smo/row_cache.hpp"

namespace hingeline::internal {

/// s of `up` grows and s of `low` shrinks by the same amount; the program's objective falls if f_up < f_low.
struct Pair {
  std::size_t up;
  std::size_t low;
};

/// K_ii + K_jj - 2 K_ij
inline double curvature(double ii, double jj, double ij) {
  const double curvature = ii + jj - 2 * ij;
  return curvature > 0 ? curvature : least_curvature;
}

struct PairState {
  const QuadraticProgram& program;
  std::vector<double>& a;
  std::vector<double>& products;        // current for the rows of active variables
  std::vector<std::size_t> active;      // variables not set aside, ascending
  const std::vector<double>& diagonal;  // K(x_i, x_i), by row
  KernelRowSource source;
  RowCache cache;

  double f(std::size_t t) const { return program.f(t, products.data()); }
  bool up(std::size_t t) const { return program.up(t, a[t]); }
  bool low(std::size_t t) const { return program.low(t, a[t]); }
  bool free(std::size_t t) const { return up(t) && low(t); }
  double kernel_diagonal(std::size_t t) const { return diagonal[static_cast<std::size_t>(program.row[t])]; }
  /// K(row of t, every row). Valid until two other rows have been asked for.
  const double* kernel_row(std::size_t t) { return cache.get(program.row[t], source); }
};

}  // namespace hingeline::internal
