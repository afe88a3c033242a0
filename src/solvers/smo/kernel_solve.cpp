// SPDX-License-Identifier: BSD-3-Clause
//
// validate -> one form (quadratic_program.hpp) -> a loop of sequential minimal optimization -> s, b and their proof.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "core/infinity.hpp"
#include "core/require.hpp"
#include "data/compact_columns.hpp"
#include "data/select_rows.hpp"
#include "hingeline/kernel_solve.hpp"
#include "kernels/kernel_vectors.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/validate_kernel_problem.hpp"
#include "solvers/rows/present_rows.hpp"
#include "solvers/smo/block_smo.hpp"
#include "solvers/smo/target_units.hpp"

namespace hingeline {
namespace {

using internal::KernelProof;
using internal::SmoMemo;
using internal::SmoOutcome;
using internal::SmoPoint;
using internal::SmoTask;

void validate_start_point(const KernelProblem& problem, std::span<const double> s) {
  if (s.empty()) return;
  internal::require_size("start", s.size(), static_cast<std::size_t>(rows(problem.x)));
  internal::require_finite("start", s);
}

/// The nu machines' two intercepts are b - rho and b + rho (nu_svc), b + epsilon and b - epsilon (nu_svr).
void set_answer(const SmoTask& task, const SmoPoint& point, const KernelProof& proof, KernelSolution& solution) {
  solution.dual_coef = internal::row_coefs(task.program, point.a);
  if (!task.program.sums_by_sign) {
    solution.intercept = proof.intercepts[0];
    return;
  }
  solution.intercept = (proof.intercepts[0] + proof.intercepts[1]) / 2;
  const double rho = (proof.intercepts[1] - proof.intercepts[0]) / 2;
  solution.half_width = task.problem.machine == Machine::nu_svc ? rho : -rho;
  const bool may_divide = rho >= std::numeric_limits<double>::min();
  if (task.problem.machine != Machine::nu_svc || !may_divide) return;
  for (double& s : solution.dual_coef) s /= rho;
  solution.intercept /= rho;
}

/// Infinite where there was no time for products.
bool is_proven(const KernelProof& proof) { return proof.certificate.dual != -internal::infinity; }

/// 1/2 a'Qa + p'a
double dual_objective(const internal::QuadraticProgram& program, const SmoPoint& point) {
  double sum = 0;
  for (std::size_t t = 0; t < point.a.size(); ++t) {
    const double product = point.products[static_cast<std::size_t>(program.row[t])];
    sum += point.a[t] * (0.5 * program.y[t] * product + program.p[t]);
  }
  return sum;
}

void set_proof(const SmoTask& task, const KernelProof& proof, KernelSolution& solution) {
  solution.certificate = proof.certificate;
  solution.violation = std::max(0.0, proof.violation);
  if (!task.indefinite()) return;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Certificate& c = solution.certificate;
  c.dual = c.gap = c.relative_gap = c.coef_error_bound = none;
}

std::string reason(const SmoTask& task, const SmoPoint& point, const SmoOutcome& outcome) {
  std::string text = fmt::format("selection {}", to_string(task.options.selection));
  if (point.pairs_left < internal::infinity) text += ", finished from an interior point solution";
  if (task.indefinite())
    text += "; the kernel is indefinite: there is no dual bound, and the violation of pairs decides when to stop";
  if (outcome.status != Status::converged) text += "; " + internal::Monitor::reason(outcome.status);
  if (outcome.status == Status::numerical && task.may_be_rounding(outcome.proof))
    text += ": rounding of kernel sums is more than the tolerance, columns should be centred or scaled";
  if (!is_proven(outcome.proof)) text += " before anything was proven";
  return text;
}

SmoOutcome move_to_optimum(const SmoTask& task, SmoPoint& point) {
  return task.options.selection == Selection::blocks ? internal::block_smo(task, point)
                                                     : internal::pair_smo(task, point);
}

/// Products whose error is not known are of no use.
SmoMemo memo_of(const SmoTask& task, SmoPoint& point) {
  SmoMemo memo = {task.problem.C, internal::row_coefs(task.program, point.a)};
  if (!point.error.known()) return memo;
  memo.products = std::move(point.products);
  memo.error = std::move(point.error);
  return memo;
}

/// Where no row has a part, should the solve have begun there: that may be worth more than all places since, where
/// arithmetic gives out.
void prove_trivial_start(const SmoTask& task, SmoPoint& point) {
  const internal::SmoPlace start = task.start();
  const std::vector<double> s = internal::row_coefs(task.program, start.a);
  if (std::ranges::any_of(s, [](double coef) { return coef != 0; })) return;
  static_cast<internal::SmoPlace&>(point) = start;
  task.prove(point);
}

KernelSolution solve_compact(internal::SmoMemory& memory, SmoMemo& memo, const KernelProblem& problem,
                             const KernelOptions& options) {
  KernelProblem compact = problem;
  std::optional<internal::CompactColumns> columns;
  if (problem.kernel.name != KernelName::precomputed)
    compact.x = columns.emplace(problem.x, internal::idle_column_worth).matrix();
  memo.scale_to(problem);
  SmoTask task(compact, options, memory, memo);
  SmoPoint point = task.start();
  SmoOutcome outcome = move_to_optimum(task, point);
  if (problem.kernel.name == KernelName::precomputed && !task.indefinite() && task.is_refuted(point)) {
    task.set_indefinite();
    point.products.assign(point.products.size(), 0.0);
    point.error = {};
    point.best = {};
    outcome = move_to_optimum(task, point);
  }
  if (outcome.status != Status::converged) {
    if (outcome.status == Status::numerical) prove_trivial_start(task, point);
    static_cast<internal::SmoPlace&>(point) = point.best;
    outcome.proof = point.best_proof;
  }
  KernelSolution solution;
  set_answer(task, point, outcome.proof, solution);
  set_proof(task, outcome.proof, solution);
  solution.dual_objective = is_proven(outcome.proof) ? dual_objective(task.program, point) : internal::infinity;
  solution.status = outcome.status;
  solution.solver = "smo";
  solution.reason = reason(task, point, outcome);
  solution.passes = point.passes;
  solution.counters = point.counters;
  memo = memo_of(task, point);
  solution.seconds = task.monitor.seconds();
  return solution;
}

KernelSolution solve_in_units(internal::SmoMemory& memory, SmoMemo& memo, const KernelProblem& problem,
                              const KernelOptions& options) {
  const internal::TargetUnits units(problem);
  if (units.are_those_of_the_problem()) return solve_compact(memory, memo, problem, options);
  SmoMemo start = units.memo(memo);
  const KernelSolution solution =
      units.solution(solve_compact(memory, start, units.problem(problem), units.options(options)));
  memo = {problem.C, solution.dual_coef};
  return solution;
}

/// Of rows of weight 0, such as those that a fold holds out, no kernel value is of use. A matrix of given ones stays.
bool leaves_rows_out(const KernelProblem& problem) {
  constexpr double good_part = 0.05;
  return problem.kernel.name != KernelName::precomputed && internal::are_absent(problem.weights, good_part);
}

KernelSolution solve_present(internal::SmoMemory& memory, SmoMemo& memo, const KernelProblem& problem,
                             const KernelOptions& options) {
  const std::vector<std::int64_t> rows = internal::present_rows(problem.weights);
  const Dataset data = internal::select_rows(problem.x, rows);
  const std::vector<double> y = internal::select_rows(problem.y, rows);
  const std::vector<double> weights = internal::select_rows(problem.weights, rows);
  KernelProblem present = problem;
  present.x = data.x;
  present.y = y;
  present.weights = weights;
  memo.s = internal::select_rows(memo.s, rows);
  KernelSolution solution = solve_in_units(memory, memo, present, options);
  memo.s = internal::spread(memo.s, rows, problem.weights.size());
  solution.dual_coef = internal::spread(solution.dual_coef, rows, problem.weights.size());
  return solution;
}

}  // namespace

void validate(const KernelOptions& options) {
  validate(options.solver);
  internal::require_known("selection", options.selection, Selection::cyclic, "must be a Selection");
  if (options.violation) internal::require(*options.violation > 0, "violation", *options.violation, "must be > 0");
  internal::require(options.cache_megabytes > 0, "cache_megabytes", options.cache_megabytes, "must be > 0");
  internal::validate_threads(options.threads);
}

KernelSolution solve(const KernelProblem& problem, const KernelOptions& options, std::span<const double> start) {
  validate(options);
  internal::validate(problem, options.threads);
  internal::SmoMemory memory;
  SmoMemo memo;
  memo.s.assign(start.begin(), start.end());
  return internal::solve_in(memory, memo, problem, options);
}

KernelSolution internal::solve_in(SmoMemory& memory, SmoMemo& memo, const KernelProblem& problem,
                                  const KernelOptions& options) {
  validate_start_point(problem, memo.s);
  return leaves_rows_out(problem) ? solve_present(memory, memo, problem, options)
                                  : solve_in_units(memory, memo, problem, options);
}

}  // namespace hingeline
