// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/barrier_step.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/infinity.hpp"
#include "data/rows.hpp"
#include "data/stored_entries.hpp"
#include "solvers/smo/barrier_newton.hpp"

namespace hingeline::internal {
namespace {

/// These rows of x, in double.
std::vector<double> dense_rows(const MatrixView& x, const std::vector<std::int32_t>& rows) {
  const auto d = static_cast<std::size_t>(cols(x));
  std::vector<double> values(rows.size() * d);
  visit_rows(x, [&](const auto& given) {
    for (std::size_t k = 0; k < rows.size(); ++k) given.add(rows[k], 1, values.data() + k * d);
  });
  return values;
}

/// Subtracts the mean of each of `size` columns, which changes all products K s by the same number if s sums to 0.
void centre(std::vector<double>& values, std::size_t size) {
  const double rows = static_cast<double>(values.size()) / static_cast<double>(size);
  std::vector<double> mean(size);
  for (std::size_t k = 0; k < values.size(); ++k) mean[k % size] += values[k] / rows;
  for (std::size_t k = 0; k < values.size(); ++k) values[k] -= mean[k % size];
}

}  // namespace

BarrierStep::BarrierStep(const SmoTask& task) : task_(task), place_(static_cast<std::size_t>(task.program.rows), -1) {
  for (const std::int32_t row : task.program.row) place_[static_cast<std::size_t>(row)] = 0;
  for (std::size_t i = 0; i < place_.size(); ++i) {
    if (place_[i] < 0) continue;
    place_[i] = static_cast<std::int32_t>(rows_.size());
    rows_.push_back(static_cast<std::int32_t>(i));
  }
}

bool BarrierStep::is_by_columns() const {
  return task_.problem.kernel.name == KernelName::linear &&
         cols(task_.problem.x) <= static_cast<std::int64_t>(rows_.size());
}

std::size_t BarrierStep::likely_rank() const {
  return is_by_columns() ? static_cast<std::size_t>(cols(task_.problem.x)) : std::min(rank_, rows_.size());
}

bool BarrierStep::is_sparse() const {
  return is_by_columns() && visit_rows(task_.problem.x, []<class Rows>(const Rows&) { return SparseRowMatrix<Rows>; });
}

double BarrierStep::cost() const {
  constexpr double steps = 12;
  constexpr double flop = 0.03;
  constexpr double scattered = 0.5;  // a product of two entries of a sparse row
  constexpr double visit = 30;       // of a variable in a step
  constexpr double entry = 80;       // of the kernel matrix
  const auto n = static_cast<double>(rows_.size());
  const auto r = static_cast<double>(likely_rank());
  const double entries = is_sparse() ? static_cast<double>(stored_entries(task_.problem.x)) / n : r;  // of a row
  const double gram = n * std::min(entries * entries * scattered, r * r * flop);
  const double step = visit * static_cast<double>(task_.program.size()) + gram + r * r * r / 3 * flop;
  return steps * step + (is_by_columns() ? 0 : n * r * entry);
}

bool BarrierStep::has_memory() const {
  constexpr double bytes = 8;
  constexpr double copies = 2;  // of G
  const auto n = static_cast<double>(rows_.size());
  const auto r = static_cast<double>(likely_rank());
  return bytes * r * ((is_sparse() ? 0 : copies * n) + 1.5 * r) <= task_.spare_bytes();
}

bool BarrierStep::prepare(bool whole) {
  if (!is_left()) return false;
  if (is_by_columns()) return !(is_over_ = !has_memory());
  if (!factor_) factor_.emplace(kernel_row_source(task_.problem.kernel, task_.problem.x), rows_, task_.diagonal);
  const Stop stop = task_.monitor.stop();
  do {
    if (!has_memory()) return !(is_over_ = true);
    const bool is_whole = factor_->extend(likely_rank(), stop);
    if (is_whole || is_due(stop)) return is_whole;
    rank_ *= 2;
  } while (whole);
  return false;
}

bool BarrierStep::run(const SmoPoint& point) {
  is_over_ = true;
  if (is_sparse()) return run_on_sparse(point);
  std::vector<double> factor = is_by_columns() ? dense_rows(task_.problem.x, rows_) : factor_->by_rows();
  factor_.reset();
  const std::size_t rank = factor.size() / rows_.size();
  if (rank == 0) return false;
  if (task_.problem.machine != Machine::one_class) centre(factor, rank);
  const auto columns = static_cast<std::int32_t>(rank);
  return run_on(point, DenseRows<double>({factor.data(), std::ssize(rows_), columns, columns}));
}

bool BarrierStep::run_on_sparse(const SmoPoint& point) {
  std::iota(place_.begin(), place_.end(), 0);
  return visit_rows(task_.problem.x, [&]<class Rows>(const Rows& rows) {
    if constexpr (SparseRowMatrix<Rows>)
      return run_on(point, rows);
    else
      return false;
  });
}

template <class Rows>
bool BarrierStep::run_on(const SmoPoint& point, const Rows& factor) {
  constexpr double share = 0.1;   // of the tolerance: moving variables to bounds adds to the gap
  constexpr double clear = 1e-7;  // relative gap at which it is clear which variables belong to their bounds
  const double goal = task_.violation() ? clear : std::min(clear, share * task_.options.solver.tolerance);
  const auto find_gap = [this](const std::vector<double>& a, const std::vector<double>& products) {
    const KernelProof proof = task_.proof_of(a, products);
    return BarrierGap{proof.certificate.gap / proof.measure, proof.measure};
  };
  BarrierNewton<Rows> newton(task_.program, place_, factor);
  if (!newton.run(point.a, find_gap, goal, task_.monitor.stop())) return false;
  inner_ = newton.inner();
  rounded_ = newton.rounded(task_.monitor.stop());
  task_.restore_sums(inner_);
  task_.restore_sums(rounded_);
  return true;
}

}  // namespace hingeline::internal
