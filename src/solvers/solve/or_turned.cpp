// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/or_turned.hpp"

#include <utility>

#include "core/deadline.hpp"
#include "solvers/common/monitor.hpp"
#include "solvers/common/opening.hpp"
#include "solvers/common/orthogonal_columns.hpp"
#include "solvers/solve/choose.hpp"
#include "solvers/solve/shared_rows.hpp"
#include "solvers/solve/solve_chosen.hpp"
#include "solvers/solve/succession.hpp"

namespace hingeline::internal {
namespace {

bool may_be_turned(const Problem& problem, const SolverOptions& options) {
  return options.solver == Solver::automatic && options.tolerance > 0 && may_have_orthogonal_columns(problem);
}

}  // namespace

Solution or_turned(Solution stuck, Choice& choice, const Problem& problem, const SolverOptions& options) {
  if (stuck.status != Status::numerical || !gave_up(stuck, options) || !may_be_turned(problem, options)) return stuck;
  SolverOptions left = after_opening(stuck, options.max_passes, options);
  const Monitor monitor(left);
  const OrthogonalColumns columns(problem, monitor.stop());
  const double spent = monitor.seconds();
  left.max_seconds = seconds_left(left.max_seconds, spent);
  left.keep_dual = true;
  Choice turned = choose_solver(columns.problem(), left);
  LazyColumns by_column(columns.problem().x);
  GeometryMemo geometry;
  Solution other = solve_chosen(turned, columns.problem(), left, {}, {by_column, geometry});
  other = columns.turned_back(std::move(other), options.tolerance);
  other.seconds += spent;
  return better_of(std::move(stuck), std::move(other), options.tolerance, choice,
                   {turned.solver, "in orthogonal columns: "});
}

}  // namespace hingeline::internal
