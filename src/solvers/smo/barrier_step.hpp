// SPDX-License-Identifier: BSD-3-Clause
//
// An interior point solution (barrier_newton.hpp) where pairs take long, as with features of different scales or a
// large C. For linear kernels of few columns the matrix itself is the factor G; other kernel matrices are factored
// (kernels/kernel_factor.hpp), to a rank that doubles as pairs go on.
//
// Cost     no more than the pairs before it took, by pays()
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/kernel_factor.hpp"
#include "solvers/smo/smo_task.hpp"

namespace hingeline::internal {

class BarrierStep {
 public:
  explicit BarrierStep(const SmoTask& task);

  /// Whether the step may still be taken: it was neither taken yet nor found to need too much memory.
  bool is_left() const { return !is_over_ && !task_.indefinite(); }
  /// The cost in ns, if the kernel matrix has the rank that is tried next.
  double cost() const;
  /// Whether the step costs less than pairs that took so many ns.
  bool pays(double ns) const { return is_left() && ns > cost(); }

  /// Factors the kernel matrix, to the rank tried next or as far as needed (`whole`). False where the factor is
  /// incomplete, for lack of rank, memory or time.
  bool prepare(bool whole);

  /// Runs the method for the sums of the point; prepare() must have returned true. False where it fails.
  bool run(const SmoPoint& point);

  /// The solution's a strictly between the bounds, and a with variables at the bounds where they belong.
  const std::vector<double>& inner() const { return inner_; }
  const std::vector<double>& rounded() const { return rounded_; }

 private:
  /// Whether the rows of x are G.
  bool is_by_columns() const;
  /// Whether they are also sparse, and used as they are.
  bool is_sparse() const;
  std::size_t likely_rank() const;
  bool has_memory() const;
  bool run_on_sparse(const SmoPoint& point);
  template <class Rows>
  bool run_on(const SmoPoint& point, const Rows& factor);

  const SmoTask& task_;
  std::vector<std::int32_t> rows_;   // the rows that have variables, ascending
  std::vector<std::int32_t> place_;  // by row, its place among these; -1 for others
  std::size_t rank_ = 64;            // to be tried next
  std::optional<KernelFactor> factor_;
  std::vector<double> inner_;
  std::vector<double> rounded_;
  bool is_over_ = false;
};

}  // namespace hingeline::internal
