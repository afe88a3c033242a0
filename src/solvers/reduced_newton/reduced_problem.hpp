// SPDX-License-Identifier: BSD-3-Clause
//
// The problem that is left when rows far from every kink are summed up. With v and a of rows/variables.hpp, and r the
// point at which the rows were told apart:
//
//     F(v) = l2/2 v'Lv + value + slope'(v - r) + 1/2 (v - r)'curvature (v - r) + sum over the band of c_i psi(t_i(v))
//     t_i  = y_i (x_i'w + b) for classes, x_i'w + b - y_i for targets
//
// L is the identity, with a 0 in the place of a free intercept. Other penalties, bounds and constraints are in
// penalty_rows.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "hingeline/matrix_view.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/reduced_newton/blocked_rows.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

/// Rows kept one by one: first those of the tasks' whole blocks, then those of their incomplete blocks, both in the
/// matrix's order. The arrays lie in an arena.
template <class T>
struct Band {
  std::int64_t size() const { return std::ssize(rows); }
  BlockedRows<T> x() const { return {blocks, cols}; }

  std::int32_t cols = 0;
  std::span<std::int64_t> rows;  ///< their numbers in the matrix
  std::span<double> y;
  std::span<double> c;     ///< filled up with 0 to whole ramp_groups
  std::vector<T*> blocks;  ///< features, row-major, rows_per_block rows each but the last
};

template <class T>
struct ReducedProblem {
  Variables variables;
  std::vector<double> reference;
  double value;
  std::vector<double> slope;
  GramMatrix curvature;
  Band<T> band;
};

/// Weighted sums of the products x_i x_i' over the band, the appended column included.
template <class T>
class BandGram {
 public:
  BandGram(const ReducedProblem<T>& problem, ThreadPool& pool, Stop stop);

  /// gram += sum_i weight_i x_i x_i'; not over all rows when told to stop on the way
  void add(std::span<const double> weights, GramMatrix& gram) { gram_.add(weights, gram, stop_); }

 private:
  const BlockedRows<T> x_;
  const Stop stop_;
  GramByTasks<BlockedRows<T>> gram_;
};

/// The mean and the second moments of the band's rows, weighted by c, the appended column included; not over all rows
/// when told to stop on the way.
struct Moments {
  std::vector<double> mean;
  GramMatrix second;

  double mean_squared_norm() const {
    double trace = 0;
    for (std::size_t j = 0; j < second.size(); ++j) trace += second.at(j, j);
    return trace;
  }
};

template <class T>
Moments moments(const ReducedProblem<T>& problem, ThreadPool& pool, const Stop& stop);

}  // namespace hingeline::internal
