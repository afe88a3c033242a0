// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/solve_present.hpp"

#include <algorithm>

#include "solvers/common/present_rows.hpp"
#include "solvers/solve/choose.hpp"
#include "solvers/solve/shared_rows.hpp"
#include "solvers/solve/solve_chosen.hpp"

namespace hingeline::internal {

bool leaves_rows_out(Solver solver, const Problem& problem) {
  if ((solver != Solver::alm_newton && solver != Solver::reduced_newton) || problem.release_rows) return false;
  const double good_part = solver == Solver::alm_newton ? 0.1 : 0.5;
  const auto absent = static_cast<double>(std::ranges::count(problem.weights, 0.0));
  const auto rows = static_cast<double>(problem.weights.size());
  return absent >= good_part * rows && absent < rows;
}

Solution solve_present(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  PresentRows present(problem);
  if (options.solver == Solver::automatic) choice = choose_solver(present.problem(), options);
  LazyColumns columns(present.problem().x);
  GeometryMemo geometry;
  Solution solution = solve_chosen(choice, present.problem(), options, present.start(start), {columns, geometry});
  solution.dual_coef = present.spread(solution.dual_coef, problem.y.size());
  return solution;
}

}  // namespace hingeline::internal
