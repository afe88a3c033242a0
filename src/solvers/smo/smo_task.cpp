// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/smo_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "core/infinity.hpp"
#include "data/rows.hpp"
#include "hingeline/error.hpp"
#include "kernels/kernel_value.hpp"
#include "kernels/may_be_indefinite.hpp"
#include "kernels/precomputed_matrix.hpp"
#include "problem/certificate.hpp"
#include "problem/doubtful_rows.hpp"
#include "problem/kernel_rounding.hpp"
#include "solvers/smo/prove_in_twofold.hpp"

namespace hingeline::internal {
namespace {

/// Passes over fewer take some microseconds, which is what it takes to wake a thread.
constexpr std::int64_t fewest_rows_for_threads = 1000;

/// Of a pair, at which solves with an indefinite kernel stop, as LIBSVM's do.
constexpr double indefinite_violation = 1e-3;

/// K(x_i, x_i)
std::vector<double> kernel_diagonal(const KernelProblem& problem) {
  if (problem.kernel.name == KernelName::precomputed) return diagonal_of(problem.x);
  std::vector<double> diagonal(static_cast<std::size_t>(rows(problem.x)));
  visit_rows(problem.x, [&](const auto& x) {
    for (std::size_t i = 0; i < diagonal.size(); ++i)
      diagonal[i] = kernel_value(problem.kernel, x.squared_norm(static_cast<std::int64_t>(i)), 0);
  });
  return diagonal;
}

/// Products of rows that have a weight, kernel values and exponents are finite where those of each with itself are.
void require_finite_kernel(const KernelProblem& problem, const std::vector<double>& diagonal) {
  constexpr double constants = 8;  // of exponents
  visit_rows(problem.x, [&](const auto& x) {
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      if (row_weight(problem, i) == 0) continue;
      const double squared = x.squared_norm(static_cast<std::int64_t>(i));
      const double exponent = problem.kernel.name == KernelName::rbf ? constants * problem.kernel.gamma * squared : 0;
      if (std::isfinite(squared) && std::isfinite(exponent) && std::isfinite(diagonal[i])) continue;
      throw DataError(
          fmt::format("x: row {} (from 0): the {} kernel of the row with itself is too large for double: values, "
                      "gamma, coef0 or degree must be smaller",
                      i, to_string(problem.kernel.name)));
    }
  });
}

}  // namespace

SmoTask::SmoTask(const KernelProblem& given, const KernelOptions& how, SmoMemory& arrays, const SmoMemo& known)
    : problem(given),
      options(how),
      program(quadratic_program(given)),
      space(given.kernel, given.x),
      monitor(how.solver),
      memory(arrays),
      memo(known),
      diagonal(kernel_diagonal(given)),
      violation_(how.violation),
      pool_(program.rows < fewest_rows_for_threads ? 1 : how.threads),
      exact_(given, space, pool_) {
  if (given.kernel.name != KernelName::precomputed) require_finite_kernel(given, diagonal);
  if (may_be_indefinite(given.kernel, given.x, how.threads)) set_indefinite();
  feasible_ = feasible_start(problem, program);
  scale_ = kernel_scale(program, diagonal, constant_primal(program, feasible_));
  scale_.sums_are_exact = given.kernel.name == KernelName::linear;
  scale_.rounding = kernel_rounding(space, given.x);
  const double largest_root = *std::max_element(scale_.roots.begin(), scale_.roots.end());
  largest_kernel_ = largest_root * largest_root;
}

void SmoTask::set_indefinite() {
  indefinite_ = true;
  if (!violation_) violation_ = indefinite_violation;
}

bool SmoTask::is_refuted(const SmoPoint& point) const {
  constexpr double rounding = 1e-7;
  const std::vector<double> s = row_coefs(program, point.a);
  double product = 0;
  double size = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    product += s[i] * point.products[i];
    size += std::abs(s[i]) * scale_.roots[i];
  }
  return product < -rounding * size * size;
}

SmoPoint SmoTask::start() const {
  SmoPoint point;
  point.a = memo.s.empty() ? feasible_ : feasible_near(program, memo.s, feasible_);
  point.products.assign(static_cast<std::size_t>(program.rows), 0.0);
  return point;
}

bool SmoTask::claims(const SmoPoint& point, double violation) const {
  if (violation_) return violation <= *violation_;
  constexpr double margin = 0.8;  // what a proof may find beyond the running products
  const Certificate foreseen = estimate(program, point.a, point.products, scale_).certificate;
  return violation <= 0 || foreseen.relative_gap <= margin * options.solver.tolerance ||
         may_be_answered(point, foreseen);
}

bool SmoTask::may_be_answered(const SmoPoint& point, const Certificate& foreseen) const {
  if (memo.s.empty() || point.passes > 0) return false;
  const Certificate bound = certify_within(program, point.a, point.products, point.error, scale_).certificate;
  return std::isfinite(bound.gap) && 2 * foreseen.gap <= bound.gap;
}

std::optional<Status> SmoTask::after_pass(const SmoPoint& point, std::int64_t active, double work) const {
  return monitor.after_pass(options.solver.callback ? progress(point, active) : Progress{}, work);
}

Progress SmoTask::progress(const SmoPoint& point, std::int64_t active) const {
  const Certificate foreseen = estimate(program, point.a, point.products, scale_).certificate;
  Progress now = monitor.estimated(point.passes, foreseen.primal, foreseen.dual, foreseen.relative_gap, active);
  if (indefinite()) now.dual = now.relative_gap = std::numeric_limits<double>::quiet_NaN();
  return now;
}

double SmoTask::inner_tolerance(double violation, bool complete) const {
  const double share = complete ? 0.01 : 0.1;
  return std::max(share * violation, violation_ ? *violation_ / 2 : 0.0);
}

KernelProof SmoTask::prove(SmoPoint& point) const {
  const double began = monitor.seconds();
  point.error.everywhere += largest_kernel_ * restore_sums(point.a);
  const Stop overdue = [&] { return proof_is_overdue(began); };
  const auto exact = prove_exactly(point, overdue);
  KernelProof proof = exact ? *exact : certify_within(program, point.a, point.products, point.error, scale_);
  if (exact && !indefinite_ && accepts(proof)) proof = prove_in_twofold(*this, point, proof, overdue);
  if (point.best.a.empty() || rest(proof) < rest(point.best_proof)) {
    point.best = point;
    point.best_proof = proof;
  }
  return proof;
}

double SmoTask::spare_bytes() const {
  constexpr double share = 0.25;
  constexpr double few = 4e6;  // are there in any case
  return std::max(few, share * cache_bytes());
}

double SmoTask::restore_sums(std::vector<double>& a) const { return internal::restore_sums(program, feasible_, a); }

KernelProof SmoTask::proof_of(const std::vector<double>& a, const std::vector<double>& products) const {
  return certify(program, a, products, scale_);
}

bool SmoTask::proof_is_overdue(double began) const {
  const std::optional<Status> status = monitor.stop_status();
  if (!status) return false;
  constexpr double share = 0.1;
  constexpr double least = 0.02;
  constexpr double patience = 0.25;
  const double most = *status == Status::interrupted ? patience : infinity;
  return monitor.seconds() - began > std::clamp(share * began, least, most);
}

std::optional<KernelProof> SmoTask::prove_exactly(SmoPoint& point, const Stop& stop) const {
  const std::vector<double> s = row_coefs(program, point.a);
  std::vector<std::int32_t> rows(s.size());
  std::iota(rows.begin(), rows.end(), 0);
  if (point.error.known()) {
    const auto doubtful = doubtful_rows(program, point.a, point.products, point.error);
    if (!recompute(point, s, doubtful, stop)) return std::nullopt;
    const KernelProof proof = certify(program, point.a, point.products, scale_);
    if (stands(proof, program, point.a, point.products, doubtful, point.error)) return proof;
    std::vector<std::int32_t> others;
    std::set_difference(rows.begin(), rows.end(), doubtful.begin(), doubtful.end(), std::back_inserter(others));
    rows = std::move(others);
  }
  if (!recompute(point, s, rows, stop)) return std::nullopt;
  point.error.forget();
  return certify(program, point.a, point.products, scale_);
}

bool SmoTask::recompute(SmoPoint& point, const std::vector<double>& s, const std::vector<std::int32_t>& rows,
                        const Stop& stop) const {
  const auto computed = exact_.multiply(s, rows, point.products, stop);
  if (computed) point.counters.kernel_evaluations += *computed;
  return computed.has_value();
}

bool SmoTask::refresh(SmoPoint& point, const std::vector<std::int32_t>& rows) const {
  return recompute(point, row_coefs(program, point.a), rows, monitor.stop());
}

bool SmoTask::may_be_rounding(const KernelProof& proof) const {
  return !violation_ && (proof.certificate.is_rounding() || proof.certificate.gap <= proof.coef_rounding);
}

bool SmoTask::may_be_rounding(const SmoPoint& point) const {
  return may_be_rounding(estimate(program, point.a, point.products, scale_));
}

bool SmoTask::accepts(const KernelProof& proof) const {
  if (violation_) return proof.violation <= *violation_ && std::isfinite(proof.certificate.gap);
  return is_within(proof.certificate, options.solver.tolerance);
}

}  // namespace hingeline::internal
