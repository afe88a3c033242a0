// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/run_solver.hpp"

#include <string>
#include <variant>

#include "data/rows.hpp"
#include "hingeline/error.hpp"
#include "solvers/alm_newton/alm_newton.hpp"
#include "solvers/dual_cd/dual_cd.hpp"
#include "solvers/interior_point/interior_point.hpp"
#include "solvers/newton/newton.hpp"
#include "solvers/primal_cd/primal_cd.hpp"
#include "solvers/proximal_newton/proximal_newton.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/solve/near_start.hpp"

namespace hingeline::internal {

Solution run_solver(Solver solver, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                    const SharedRows& shared) {
  switch (solver) {
    case Solver::dual_cd:
      return visit_rows(problem.x, [&](const auto& x) { return dual_cd(x, problem, options, start, shared.geometry); });
    case Solver::primal_cd:
      return primal_cd(problem, options, start, shared.columns);
    case Solver::newton:
      return visit_rows(problem.x, [&](const auto& x) { return newton(x, problem, options, start, shared.hessian()); });
    case Solver::alm_newton:
      return visit_rows(problem.x, [&](const auto& x) {
        return alm_newton(x, problem, shared.baseline_of(problem), options, start);
      });
    case Solver::reduced_newton:
      return std::visit(
          [&](const auto& x) { return reduced_newton(x, problem, options, start, near_start(problem, start, shared)); },
          problem.x);
    case Solver::proximal_newton:
      return proximal_newton(problem, options, start, shared.columns);
    case Solver::interior_point:
      return visit_rows(
          problem.x, [&](const auto& x) { return interior_point(x, problem, shared.baseline_of(problem), options); });
    case Solver::automatic:
      break;
  }
  throw InvalidParameter("solver", std::to_string(static_cast<int>(solver)), "must be a Solver");
}

}  // namespace hingeline::internal
