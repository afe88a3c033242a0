// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/validate_choice.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>

#include "hingeline/error.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/dual_cd/coefficient_pull.hpp"
#include "solvers/interior_point/interior_point.hpp"
#include "solvers/progress/is_cold.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/solve/choose.hpp"

namespace hingeline::internal {
namespace {

/// The number of rows that is too many, where they are numbered by 32 bits; without a sign in dual_cd.
std::int64_t row_limit(Solver solver) {
  if (solver == Solver::dual_cd) return std::int64_t{1} << 32;
  if (solver == Solver::primal_cd || solver == Solver::proximal_newton) return std::int64_t{1} << 31;
  return std::numeric_limits<std::int64_t>::max();
}

void require_fewer_rows(Solver solver, const Problem& problem) {
  if (rows(problem.x) >= row_limit(solver))
    throw InvalidParameter("solver", std::string(to_string(solver)),
                           fmt::format("cannot take {} rows, only fewer than {}", rows(problem.x), row_limit(solver)));
}

}  // namespace

void validate_choice(Solver solver, Solver asked, const Problem& problem) {
  const bool coefficient_by_coefficient = solver == Solver::dual_cd && has_coefficient_pull(problem);
  const bool reduced = solver == Solver::reduced_newton && suits_reduced_newton(problem);
  const bool interior = solver == Solver::interior_point && suits_interior_point(problem);
  if (solver != Solver::alm_newton && solver != Solver::proximal_newton && !reduced && !interior &&
      !coefficient_by_coefficient && !is_plain_ridge(problem))
    throw InvalidParameter("solver", std::string(to_string(solver)),
                           "must be auto, alm_newton or proximal_newton for a penalty other than a ridge, bounds or "
                           "constraints; or dual_cd if the penalty has a ridge and there are no constraints; or, "
                           "unless the loss is a plq of the prediction or with more than eight "
                           "breakpoints, reduced_newton, and interior_point for losses but logistic");
  if (solver == Solver::reduced_newton || !problem.release_rows) return;
  if (solver == asked)
    throw InvalidParameter("solver", std::string(to_string(solver)),
                           "must be auto or reduced_newton for rows that stay in their file");
  throw InvalidParameter(
      "loss", std::string(to_string(problem.loss.name)),
      "must not be a plq of the prediction or with more than eight breakpoints for rows that stay in their file");
}

void validate_row_count(const Choice& choice, const Problem& problem) {
  if (choice.opening_passes > 0) require_fewer_rows(Solver::dual_cd, problem);
  require_fewer_rows(choice.solver, problem);
}

Choice valid_choice(const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  Choice choice = choose_solver(problem, options);
  if (choice.with_start && !is_cold(start)) choice.solver = *choice.with_start;
  validate_choice(choice.solver, options.solver, problem);
  validate_row_count(choice, problem);
  return choice;
}

}  // namespace hingeline::internal
