// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/solve_present.hpp"

#include "solvers/rows/present_rows.hpp"
#include "solvers/solve/shared_rows.hpp"
#include "solvers/solve/solve_chosen.hpp"
#include "solvers/solve/validate_choice.hpp"

namespace hingeline::internal {

bool leaves_rows_out(Solver solver, const Problem& problem) {
  if ((solver != Solver::alm_newton && solver != Solver::reduced_newton) || problem.release_rows) return false;
  return are_absent(problem.weights, solver == Solver::alm_newton ? 0.1 : 0.5);
}

Attempt solve_present(const Choice& choice, const Problem& problem, const SolverOptions& options,
                      const WarmStart& start) {
  PresentRows present(problem);
  const WarmStart begin = present.start(start);
  const Choice chosen = options.solver == Solver::automatic ? valid_choice(present.problem(), options, begin) : choice;
  LazyColumns columns(present.problem().x);
  GeometryMemo geometry;
  Attempt made = solve_chosen(chosen, present.problem(), options, begin, {columns, geometry});
  made.solution.dual_coef = present.spread(made.solution.dual_coef, problem.y.size());
  return made;
}

}  // namespace hingeline::internal
