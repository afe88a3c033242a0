// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/validate_before_solve.hpp"

#include <cstdint>

#include "data/rows.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/validate.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/solve/choose.hpp"
#include "solvers/solve/solve_present.hpp"
#include "solvers/solve/unit_ridge.hpp"

namespace hingeline::internal {

bool sees_bad_values(const Problem& problem, const SolverOptions& options) {
  constexpr std::int64_t worth_it = 1'000'000;  // numbers, which take some 50 us
  if (!is_dense(problem.x) || problem.release_rows) return false;
  if (rows(problem.x) < fewest_rows_for_samples || rows(problem.x) * cols(problem.x) < worth_it) return false;
  const Problem solved = of_unit_ridge(problem);
  const Solver chosen = choose_solver(solved, options).solver;
  return chosen == Solver::reduced_newton && !leaves_rows_out(chosen, solved);
}

void validate_before_solve(const Problem& problem, const SolverOptions& options, int threads) {
  validate_all_but_values(problem);
  if (sees_bad_values(problem, options)) return;
  ThreadPool pool(threads);
  validate_rows(problem, pool);
}

}  // namespace hingeline::internal
