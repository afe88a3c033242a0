// SPDX-License-Identifier: BSD-3-Clause
//
// An interior point's answer (barrier_newton.hpp) in place of what pairs are still to find, where they take long: of
// features that differ in scale, and of a large C. Linear kernels of few columns are their own factor; others are
// factored (kernels/kernel_factor.hpp), to a rank that doubles as pairs go on.
//
// Cost     what the pairs before it took, by pays()
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

  /// Whether it was not taken yet, nor found to need too much memory.
  bool is_left() const { return !is_over_ && !task_.indefinite(); }
  /// In ns, if the kernel matrix has the rank that is tried next.
  double cost() const;
  /// Whether it takes less than pairs that took so many ns.
  bool pays(double ns) const { return is_left() && ns > cost(); }

  /// Factors the kernel matrix, to the rank tried next or to the `whole` one. False where that is not all of it, for
  /// lack of rank, memory or time.
  bool prepare(bool whole);

  /// Once prepared, from the sums of the point. False where nothing came of it.
  bool run(const SmoPoint& point);

  /// a at the end, between all bounds, and with those at a bound that belong there.
  const std::vector<double>& inner() const { return inner_; }
  const std::vector<double>& rounded() const { return rounded_; }

 private:
  /// The rows of x are G.
  bool is_by_columns() const;
  /// And stay as they are.
  bool is_sparse() const;
  std::size_t likely_rank() const;
  bool has_memory() const;
  bool run_on_sparse(const SmoPoint& point);
  template <class Rows>
  bool run_on(const SmoPoint& point, const Rows& factor);

  const SmoTask& task_;
  std::vector<std::int32_t> rows_;   // that have variables, ascending
  std::vector<std::int32_t> place_;  // by row, among those; -1 of others
  std::size_t rank_ = 64;            // to be tried next
  std::optional<KernelFactor> factor_;
  std::vector<double> inner_;
  std::vector<double> rounded_;
  bool is_over_ = false;
};

}  // namespace hingeline::internal
