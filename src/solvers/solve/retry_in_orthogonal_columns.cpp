// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/retry_in_orthogonal_columns.hpp"

#include <utility>
#include <vector>

#include "core/deadline.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/rescue/orthogonal_columns.hpp"
#include "solvers/solve/choose.hpp"
#include "solvers/solve/run_solver.hpp"
#include "solvers/solve/shared_rows.hpp"
#include "solvers/solve/solve_chosen.hpp"
#include "solvers/solve/succession.hpp"

namespace hingeline::internal {
namespace {

bool may_be_turned(const Problem& problem, const SolverOptions& options) {
  return options.solver == Solver::automatic && options.tolerance > 0 && may_have_orthogonal_columns(problem);
}

/// Solves in orthogonal columns. Bounds that hold there to the solver's tolerance may be missed by far in nearly
/// dependent columns: where the answer has no proof for the given ones, the next solver goes on.
Attempt solve_turned(const OrthogonalColumns& columns, const SolverOptions& options) {
  const Problem& problem = columns.problem();
  LazyColumns by_column(problem.x);
  GeometryMemo geometry;
  const SharedRows shared{by_column, geometry};
  const auto turned_back = [&](Solution solution) {
    return columns.turned_back(std::move(solution), options.tolerance);
  };
  Attempt first = solve_chosen(choose_solver(problem, options), problem, options, {}, shared);
  first.solution = turned_back(std::move(first.solution));
  const std::vector<Solver> others = successors(first.by.solver, problem, options);
  return hand_over_in_turn(std::move(first), others, options, [&](Solver other, const SolverOptions& left) {
    return turned_back(run_solver(other, problem, left, {}, shared));
  });
}

}  // namespace

Attempt retry_in_orthogonal_columns(Attempt stuck, const Problem& problem, const SolverOptions& options) {
  const bool is_numerical = stuck.solution.status == Status::numerical && gave_up(stuck.solution, options);
  if (!is_numerical || !may_be_turned(problem, options)) return stuck;
  SolverOptions left = options_left(stuck.solution, options.max_passes, options);
  const Monitor monitor(left);
  const OrthogonalColumns columns(problem, monitor.stop());
  const double spent = monitor.seconds();
  left.max_seconds = seconds_left(left.max_seconds, spent);
  left.keep_dual = true;
  Attempt other = solve_turned(columns, left);
  other.solution.seconds += spent;
  other.by = choice_after(stuck, other.by.solver, "in orthogonal columns: ");
  return better_of(std::move(stuck), std::move(other), options.tolerance);
}

}  // namespace hingeline::internal
