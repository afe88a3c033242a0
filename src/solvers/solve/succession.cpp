// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/succession.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "data/rows.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/interior_point/interior_point.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/rows/column_limits.hpp"
#include "solvers/solve/choose.hpp"
#include "solvers/solve/run_solver.hpp"

namespace hingeline::internal {
namespace {

/// Whether interior point steps take no longer than minutes, with the rows in memory.
bool takes_interior_point(const Problem& problem) {
  constexpr std::int64_t most_rows = 5'000'000;
  return !problem.release_rows && cols(problem.x) <= steps_too_dear && rows(problem.x) <= most_rows &&
         suits_interior_point(problem);
}

/// Whether reduced_newton suits, and its samples and bands fit: they are dense copies, which may end by holding all
/// rows.
bool takes_reduced_newton(const Problem& problem) {
  constexpr std::int64_t most_numbers = 250'000'000;
  const bool fits = is_dense(problem.x) || rows(problem.x) * cols(problem.x) <= most_numbers;
  return fits && cols(problem.x) <= steps_too_dear && suits_reduced_newton(problem);
}

std::int64_t most_passes(Solver solver, const Problem& problem) {
  constexpr std::int64_t without_end = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t steps = 300;
  constexpr std::int64_t many_steps = 2000;
  constexpr std::int64_t dense_passes = 100;
  constexpr std::int64_t sparse_passes = 300;
  if (solver == Solver::interior_point) return without_end;
  if (is_plain_ridge(problem)) {
    if (!takes_interior_point(problem)) return without_end;
    const bool by_products = cols(problem.x) > few_features;
    if (!by_products && (solver == Solver::alm_newton || solver == Solver::newton)) return many_steps;
    if (!by_products || !has_full_rows(problem)) return without_end;
    if (solver == Solver::alm_newton) return steps;
    return solver == Solver::newton ? std::int64_t{cols(problem.x)} : without_end;
  }
  if (solver == Solver::alm_newton) return takes_interior_point(problem) ? steps : without_end;
  if (takes_interior_point(problem) && has_full_rows(problem))
    return std::max<std::int64_t>(is_dense(problem.x) ? dense_passes : sparse_passes, cols(problem.x) / 2);
  return cols(problem.x) <= few_features ? 1000 : 5000;
}

Attempt take_over(Solver solver, Attempt stuck, const SolverOptions& options, const RunCold& run) {
  Solution other = run(solver, options_left(stuck.solution, options.max_passes, options));
  Choice by = choice_after(stuck, solver);
  return better_of(std::move(stuck), {std::move(other), std::move(by)}, options.tolerance);
}

}  // namespace

std::vector<Solver> successors(Solver solver, const Problem& problem, const SolverOptions& options) {
  if (options.solver != Solver::automatic || options.tolerance == 0) return {};
  std::vector<Solver> found;
  if (solver != Solver::interior_point && takes_interior_point(problem)) found.push_back(Solver::interior_point);
  if (solver != Solver::alm_newton && cols(problem.x) <= few_features) found.push_back(Solver::alm_newton);
  if (solver != Solver::reduced_newton && takes_reduced_newton(problem)) found.push_back(Solver::reduced_newton);
  return found;
}

SolverOptions with_patience(const Choice& choice, const Problem& problem, const SolverOptions& options) {
  if (successors(choice.solver, problem, options).empty()) return options;
  SolverOptions patient = options;
  const std::int64_t most = most_passes(choice.solver, problem);
  if (most < options.max_passes - choice.opening_passes) patient.max_passes = most + choice.opening_passes;
  return patient;
}

bool gave_up(const Solution& solution, const SolverOptions& options) {
  const bool early = solution.status == Status::numerical || solution.status == Status::max_passes;
  return early && solution.work < static_cast<double>(options.max_passes);
}

Choice choice_after(const Attempt& stuck, Solver solver, std::string_view how) {
  return {solver, fmt::format("{}{} ended {} after {} passes", how, to_string(stuck.by.solver),
                              to_string(stuck.solution.status), stuck.solution.passes)};
}

Attempt hand_over_in_turn(Attempt made, std::span<const Solver> others, const SolverOptions& options,
                          const RunCold& run) {
  for (const Solver other : others) {
    if (!gave_up(made.solution, options)) break;
    made = take_over(other, std::move(made), options, run);
  }
  return made;
}

Attempt hand_over(Attempt made, const Problem& problem, const SolverOptions& options, const SharedRows& shared) {
  const std::vector<Solver> others = successors(made.by.solver, problem, options);
  const bool was_cut_short = made.by.solver == Solver::alm_newton && made.solution.status == Status::max_passes;
  const RunCold run = [&](Solver solver, const SolverOptions& left) {
    return run_solver(solver, problem, left, {}, shared);
  };
  made = hand_over_in_turn(std::move(made), others, options, run);
  if (!was_cut_short || !gave_up(made.solution, options)) return made;
  return take_over(Solver::alm_newton, std::move(made), options, run);
}

}  // namespace hingeline::internal
