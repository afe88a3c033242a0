// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/crammer_singer/crammer_singer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "problem/certificate.hpp"
#include "problem/crammer_singer_certificate.hpp"
#include "solvers/crammer_singer/alm_newton.hpp"
#include "solvers/crammer_singer/dual_cd.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/solve/choose.hpp"
#include "solvers/solve/validate_choice.hpp"

namespace hingeline::internal {
namespace {

/// A solution, and the choice that it came by.
struct ClassAttempt {
  ClassSolution result;
  Choice by;
};

ClassSolution run(const Choice& choice, const ClassProblem& problem, const SolverOptions& options,
                  const ClassStart& start) {
  return choice.solver == Solver::dual_cd ? crammer_singer_dual_cd(problem, options, start)
                                          : crammer_singer_alm_newton(problem, options, start);
}

/// Replaces W by 0 where that has the smaller P. The dual point stays, but becomes 0 where its D is not positive.
void take_zero_where_better(const ClassProblem& problem, double tolerance, ClassSolution& result) {
  Solution& solution = result.solution;
  const double zero = crammer_singer_baseline(problem);
  if (solution.status == Status::converged || solution.certificate.primal <= zero) return;
  const bool keeps_dual = solution.certificate.dual > 0;
  std::ranges::fill(solution.coef, 0.0);
  std::ranges::fill(result.intercept, 0.0);
  if (!keeps_dual) std::ranges::fill(solution.dual_coef, 0.0);
  Certificate proof;
  proof.primal = zero;
  proof.gap = std::max(0.0, zero - (keeps_dual ? solution.certificate.dual : 0));
  complete(proof, 1, zero);
  solution.certificate = proof;
  if (accepts(proof, tolerance)) {
    solution.status = Status::converged;
    solution.reason.clear();
  }
}

/// Takes some passes of coordinate descent. Unless they were enough, or all that are allowed, choice.solver goes on:
/// from their dual point if its D > 0, else from `start`, for with badly scaled columns it may be far from the answer.
ClassAttempt run_after_opening(const Choice& choice, const ClassProblem& problem, const SolverOptions& options,
                               const ClassStart& start) {
  SolverOptions few = options;
  few.max_passes = std::min(options.max_passes, choice.opening_passes);
  ClassSolution opening = crammer_singer_dual_cd(problem, few, start);
  take_zero_where_better(problem, options.tolerance, opening);
  const Status status = opening.solution.status;
  const bool had_enough = status != Status::max_passes && status != Status::numerical;
  if (had_enough || few.max_passes == options.max_passes)
    return {std::move(opening), {Solver::dual_cd, "a few passes of coordinate descent"}};
  const ClassStart left =
      opening.solution.certificate.dual > 0 ? ClassStart{opening.solution.dual_coef, {}, {}} : start;
  ClassSolution result = run(choice, problem, options_left(opening.solution, few.max_passes, options), left);
  const std::string reason =
      fmt::format("{}, after {} passes of coordinate descent", choice.reason, opening.solution.passes);
  if (!improves_on(opening.solution, result.solution, options.tolerance)) result.intercept = opening.intercept;
  result.solution = better_of(std::move(opening.solution), std::move(result.solution), options.tolerance);
  return {std::move(result), {choice.solver, reason}};
}

}  // namespace

ClassSolution crammer_singer(const ClassProblem& problem, const SolverOptions& options, const ClassStart& start) {
  const Choice choice = choose_crammer_singer(problem, options);
  validate_row_count(choice, problem.rows);
  auto [result, by] = choice.opening_passes > 0 ? run_after_opening(choice, problem, options, start)
                                                : ClassAttempt{run(choice, problem, options, start), choice};
  take_zero_where_better(problem, options.tolerance, result);
  Solution& solution = result.solution;
  solution.solver = to_string(by.solver);
  solution.reason = "crammer_singer: all classes in one problem; " + by.reason +
                    (solution.reason.empty() ? "" : "; " + solution.reason);
  return std::move(result);
}

}  // namespace hingeline::internal
