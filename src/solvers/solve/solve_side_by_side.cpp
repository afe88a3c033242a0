// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/solve_side_by_side.hpp"

#include <deque>
#include <type_traits>
#include <utility>

#include "core/deadline.hpp"
#include "data/rows.hpp"
#include "solvers/dual_cd/joint_dual_cd.hpp"
#include "solvers/solve/opening.hpp"
#include "solvers/solve/run_opened.hpp"
#include "solvers/solve/solve_chosen.hpp"
#include "solvers/solve/solve_present.hpp"
#include "solvers/solve/succession.hpp"
#include "solvers/solve/unit_ridge.hpp"
#include "solvers/solve/validate_choice.hpp"

namespace hingeline::internal {
namespace {

std::vector<Solution> pass_side_by_side(std::span<const Problem> problems, std::span<const SolverOptions> options,
                                        std::span<const WarmStart> starts, const CommonStart* common,
                                        GeometryMemo& geometry) {
  return visit_rows(problems.front().x, [&](const auto& x) -> std::vector<Solution> {
    if constexpr (SparseRowMatrix<std::remove_cvref_t<decltype(x)>>)
      return joint_dual_cd(x, problems, options, starts, common, geometry);
    return {};
  });
}

/// Makes the passes side by side, and what comes after them one output at a time.
std::vector<Solution> open_side_by_side(const Choice& choice, std::span<const Problem> problems,
                                        std::span<const SolverOptions> options, std::span<const WarmStart> starts,
                                        const CommonStart* common, const SharedRows& shared) {
  const Deadline deadline(options.front().max_seconds);
  std::deque<Opening> openings;
  std::vector<SolverOptions> limits;
  const auto patient = [&](std::size_t k, const SolverOptions& given) {
    return with_patience(choice, problems[k], given);
  };
  for (std::size_t k = 0; k < problems.size(); ++k)
    limits.push_back(openings.emplace_back(choice, problems[k], patient(k, options[k])).options());
  std::vector<Solution> solutions = pass_side_by_side(problems, limits, starts, common, shared.geometry);
  for (std::size_t k = 0; k < problems.size(); ++k) {
    SolverOptions given = options[k];
    given.max_seconds = deadline.seconds_left() + solutions[k].seconds;  // go_on_after subtracts those of the passes
    Attempt made = go_on_after(openings[k], std::move(solutions[k]), choice, problems[k], patient(k, given), shared);
    made = hand_over(std::move(made), problems[k], given, shared);
    solutions[k] = answer_of(std::move(made), problems[k], given, starts[k], shared);
  }
  return solutions;
}

/// solve_side_by_side() by the problems divided by l2.
std::vector<Solution> solve_unit_ridges(std::span<const Problem> problems, std::span<const SolverOptions> options,
                                        std::span<const WarmStart> starts, const CommonStart* common,
                                        const SharedRows& shared) {
  std::deque<UnitRidge> units;
  std::vector<Problem> unit_problems;
  std::vector<SolverOptions> unit_options;
  std::vector<WarmStart> unit_starts;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    const UnitRidge& unit = units.emplace_back(problems[k], options[k], starts[k]);
    unit_problems.push_back(unit.problem());
    unit_options.push_back(unit.options());
    unit_starts.push_back(unit.start());
  }
  std::vector<Solution> solutions = solve_side_by_side(unit_problems, unit_options, unit_starts, common, shared);
  for (std::size_t k = 0; k < solutions.size(); ++k) solutions[k] = units[k].restore(std::move(solutions[k]));
  return solutions;
}

}  // namespace

bool go_side_by_side(const Problem& given, const SolverOptions& options, const WarmStart& start) {
  const Problem problem = of_unit_ridge(given);
  if (!suits_joint_dual_cd(problem)) return false;
  const Choice choice = valid_choice(problem, options, start);
  return choice.opening_passes > 0 ? is_opened(choice, start) && !leaves_rows_out(choice.solver, problem)
                                   : choice.solver == Solver::dual_cd;
}

std::optional<CommonStart> find_common_start(const Problem& first, const Problem& second, std::size_t classes,
                                             const SolverOptions& options, const SharedRows& shared) {
  const Problem one = of_unit_ridge(first);
  if (!suits_common_start(one, classes)) return std::nullopt;
  if (valid_choice(one, options, {}).opening_passes > 0) return std::nullopt;
  return common_start(one, of_unit_ridge(second), options, shared.geometry);
}

std::vector<Solution> solve_side_by_side(std::span<const Problem> problems, std::span<const SolverOptions> options,
                                         std::span<const WarmStart> starts, const CommonStart* common,
                                         const SharedRows& shared) {
  if (is_scaled_ridge(problems.front())) return solve_unit_ridges(problems, options, starts, common, shared);
  const Choice choice = valid_choice(problems.front(), options.front(), starts.front());
  if (choice.gives_way_to || choice.opening_passes > 0)
    return open_side_by_side(choice, problems, options, starts, common, shared);
  std::vector<Solution> solutions = pass_side_by_side(problems, options, starts, common, shared.geometry);
  for (std::size_t k = 0; k < solutions.size(); ++k)
    solutions[k] = answer_of({std::move(solutions[k]), choice}, problems[k], options[k], starts[k], shared);
  return solutions;
}

}  // namespace hingeline::internal
