// SPDX-License-Identifier: BSD-3-Clause
//
// What both loops of sequential minimal optimization share: the problem, the rule by which they may stop, and the proof
// that decides it.
#pragma once

#include <optional>
#include <vector>

#include "core/larger_or_unknown.hpp"
#include "core/stop.hpp"
#include "hingeline/kernel_solve.hpp"
#include "kernels/kernel_rows.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/kernel_certificate.hpp"
#include "problem/quadratic_program.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/smo/exact_kernel.hpp"
#include "solvers/smo/smo_memory.hpp"
#include "solvers/smo/smo_point.hpp"

namespace hingeline::internal {

/// Everything about one solve that does not change.
class SmoTask {
 public:
  SmoTask(const KernelProblem& problem, const KernelOptions& options, SmoMemory& memory, const SmoMemo& memo);

  const KernelProblem& problem;
  const KernelOptions& options;
  const QuadraticProgram program;
  const KernelSpace space;
  const Monitor monitor;
  SmoMemory& memory;
  const SmoMemo& memo;                 ///< of this C
  const std::vector<double> diagonal;  ///< K(x_i, x_i), by row

  /// Products are yet to come.
  SmoPoint start() const;
  ThreadPool& pool() const { return pool_; }

  /// Whether the running products say that the end is reached: worth a proof.
  bool claims(const SmoPoint& point, double violation) const;

  /// Monitor's, for a callback that learns what the running products say, those of rows set aside as they were.
  std::optional<Status> after_pass(const SmoPoint& point, std::int64_t active, double work) const;

  /// The violation below which pairs inside a pass need not be solved, given that of the whole, and whether the pass
  /// has all that violate: then its end is worth more.
  double inner_tolerance(double violation, bool complete) const;

  /// Restores a's sums, recomputes from kernel values in double the products that matter, and proves the point. Once a
  /// limit is reached, that may take a tenth of the time that went before it (a quarter of a second, interrupted): what
  /// is then proven is what the running products prove within their errors.
  KernelProof prove(SmoPoint& point) const;
  bool accepts(const KernelProof& proof) const;
  /// What a proof leaves to be done: the gap and what rounding may hide of it, or the violation where that is to be
  /// stopped on.
  double rest(const KernelProof& proof) const {
    const double gap = proof.certificate.gap + proof.certificate.rounding_floor;
    return larger_or_unknown(0, violation_ ? proof.violation : gap);
  }
  /// Of a whose products are known, but for what is the same for all rows.
  KernelProof proof_of(const std::vector<double>& a, const std::vector<double>& products) const;
  /// Of a near them; returns how far variables were moved in all.
  double restore_sums(std::vector<double>& a) const;

  /// Products of some rows, which ascend, afresh in double. False when there was no time.
  bool refresh(SmoPoint& point, const std::vector<std::int32_t>& rows) const;
  const ExactKernel& exact_kernel() const { return exact_; }
  /// Whether the gap may be all rounding: that of products as large as these in the worst case.
  bool may_be_rounding(const KernelProof& proof) const;
  /// By the running products.
  bool may_be_rounding(const SmoPoint& point) const;

  /// The largest K(x_i, x_i) of rows that have a weight.
  double largest_kernel() const { return largest_kernel_; }
  /// What to stop on, where that is not the gap.
  std::optional<double> violation() const { return violation_; }
  /// What proofs are measured by.
  const KernelScale& scale() const { return scale_; }
  /// For rows of the kernel matrix.
  double cache_bytes() const { return options.cache_megabytes * 1e6; }
  /// For equations of Newton's steps beside them.
  double spare_bytes() const;
  /// Set where the kernel has no dual bound.
  bool indefinite() const { return indefinite_; }
  void set_indefinite();
  /// Whether s'K s is below 0 by more than the rounding of K to floats: K is no kernel's.
  bool is_refuted(const SmoPoint& point) const;

 private:
  /// Of a start: whether the errors of its products may be all that keeps it from being the answer. Passes that know no
  /// better would lead away from it.
  bool may_be_answered(const SmoPoint& point, const Certificate& foreseen) const;
  /// No gap where the kernel has no dual bound.
  Progress progress(const SmoPoint& point, std::int64_t active) const;
  std::optional<KernelProof> prove_exactly(SmoPoint& point, const Stop& stop) const;
  /// K s of some rows, afresh in double. False when told to stop: some of the products may be new then.
  bool recompute(SmoPoint& point, const std::vector<double>& s, const std::vector<std::int32_t>& rows,
                 const Stop& stop) const;
  /// Whether a proof begun at such a time is no longer waited for.
  bool proof_is_overdue(double began) const;

  bool indefinite_ = false;
  std::optional<double> violation_;
  std::vector<double> feasible_;  // a point that has the sums which the machine asks for
  KernelScale scale_;
  double largest_kernel_;
  mutable ThreadPool pool_;
  ExactKernel exact_;
};

}  // namespace hingeline::internal
