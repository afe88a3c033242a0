// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/solve_valid.hpp"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/deadline.hpp"
#include "core/infinity.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/rescue/farkas_vector.hpp"
#include "solvers/solve/choose.hpp"
#include "solvers/solve/near_start.hpp"
#include "solvers/solve/retry_in_orthogonal_columns.hpp"
#include "solvers/solve/solve_chosen.hpp"
#include "solvers/solve/solve_present.hpp"
#include "solvers/solve/unit_ridge.hpp"
#include "solvers/solve/validate_choice.hpp"

namespace hingeline::internal {
namespace {

/// The solution where multipliers prove that no w is feasible.
Solution infeasible(const Problem& problem, std::vector<double> multipliers) {
  Solution solution;
  solution.coef.resize(static_cast<std::size_t>(cols(problem.x)));
  solution.dual_coef.resize(problem.y.size());
  solution.multipliers = std::move(multipliers);
  solution.certificate = {.primal = infinity,
                          .dual = infinity,
                          .gap = infinity,
                          .relative_gap = infinity,
                          .coef_error_bound = infinity,
                          .max_violation = infinity};
  solution.status = Status::infeasible;
  solution.reason = Monitor::reason(Status::infeasible);
  return solution;
}

Attempt solve_from_afar(const Choice& choice, const Problem& problem, const SolverOptions& options,
                        const WarmStart& start, const SharedRows& shared) {
  return leaves_rows_out(choice.solver, problem) ? solve_present(choice, problem, options, start)
                                                 : solve_chosen(choice, problem, options, start, shared);
}

/// Solves by bands where the start is near; where it turns out not to be, as if it were far.
Attempt solve_feasible(const Choice& choice, const Problem& problem, const SolverOptions& options,
                       const WarmStart& start, const SharedRows& shared) {
  const std::optional<Choice> nearby = choose_nearby(choice, options);
  const auto near = nearby ? near_start(problem, start, shared, true) : std::nullopt;
  if (!near) return solve_from_afar(choice, problem, options, start, shared);
  Solution begun =
      std::visit([&](const auto& x) { return reduced_newton(x, problem, options, start, near); }, problem.x);
  if (begun.status != Status::numerical) return {std::move(begun), *nearby};
  Attempt afar = solve_from_afar(choice, problem, options_left(begun, options.max_passes - 1, options), start, shared);
  return {better_of(std::move(begun), std::move(afar.solution), options.tolerance), std::move(afar.by)};
}

/// Whether a penalized intercept is in fact a free one, because nothing is penalized: every proof can balance its s
/// then.
bool has_intercept_without_penalty(const Problem& problem) {
  return problem.intercept == Intercept::penalized && problem.penalty.l1 == 0 && problem.penalty.l2 == 0;
}

Problem with_free_intercept(Problem problem) {
  problem.intercept = Intercept::free;
  return problem;
}

}  // namespace

Solution solve_valid(const Problem& problem, const SolverOptions& options, const WarmStart& start,
                     const SharedRows* given) {
  if (has_intercept_without_penalty(problem)) return solve_valid(with_free_intercept(problem), options, start, given);
  if (is_scaled_ridge(problem)) {
    const UnitRidge unit(problem, options, start);
    return unit.restore(solve_valid(unit.problem(), unit.options(), unit.start(), given));
  }
  LazyColumns columns(problem.x);
  GeometryMemo geometry;
  const SharedRows own{columns, geometry};
  const SharedRows& shared = given != nullptr ? *given : own;
  const Choice choice = valid_choice(problem, options, start);
  const Monitor monitor(options);
  std::vector<double> conflict = farkas_vector(problem, monitor.stop());
  const double searched = monitor.seconds();
  SolverOptions left = options;
  left.max_seconds = seconds_left(options.max_seconds, searched);
  Attempt made = conflict.empty()
                     ? retry_in_orthogonal_columns(solve_feasible(choice, problem, left, start, shared), problem, left)
                     : Attempt{infeasible(problem, std::move(conflict)), choice};
  made.solution.seconds += searched;
  if (observes_movement(problem, start, shared))
    shared.memo->movement.observe(problem, start, made.solution, options.tolerance);
  return answer_of(std::move(made), problem, options, start, shared);
}

}  // namespace hingeline::internal
