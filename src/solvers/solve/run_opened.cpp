// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/run_opened.hpp"

#include <fmt/format.h>

#include <utility>

#include "solvers/progress/is_cold.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/solve/run_solver.hpp"
#include "solvers/solve/succession.hpp"

namespace hingeline::internal {
namespace {

/// The start after the passes: their dual point, unless it proves hardly anything and Newton steps go on. The augmented
/// Lagrangian, whose centre it would be, takes more steps from there than from nothing: on one-hot rows, 1,000,000 x
/// 18,000, to 1e-4, 314 and 205 (hinge, C = 10), 169 and 118 (quantile, C = 100); on 200,000 x 2,000 as many either
/// way; where the gap was 0.6 67 and 93. Newton's method on counts of words from 1 to hundreds, 10,000 x 30,000,
/// logistic, 5.4 s and 0.13 (C = 1), more than 8 and 0.35 (C = 100); on one-hot rows, 300,000 x 900,000, C = 100,
/// squared hinge 1.3 and 1.6, Huber 0.9 and 1.3.
WarmStart start_after(const Solution& passes, Solver solver) {
  constexpr double hardly_any = 0.8;
  if (solver != Solver::interior_point && passes.certificate.relative_gap > hardly_any) return {};
  return {passes.dual_coef, {}, passes.intercept};
}

/// The choice that the passes of an opening came by, where they were enough.
Choice choice_of_passes(const Choice& opened) {
  if (opened.gives_way_to) return opened;
  return {Solver::dual_cd, "a small C |x|^2: coordinate descent, which is expected to take few passes"};
}

/// The choice of the solver that goes on.
Choice choice_after_passes(const Choice& opened) {
  if (!opened.gives_way_to) return opened;
  return {*opened.gives_way_to,
          fmt::format("many features, but coordinate descent converges slowly: {} steps",
                      *opened.gives_way_to == Solver::interior_point ? "interior point" : "Newton")};
}

}  // namespace

bool is_opened(const Choice& choice, const WarmStart& start) {
  return choice.gives_way_to || (choice.opening_passes > 0 && (is_cold(start) || choice.solver != Solver::newton));
}

Attempt go_on_after(const Opening& opening, Solution passes, const Choice& choice, const Problem& problem,
                    const SolverOptions& options, const SharedRows& shared) {
  if (opening.is_all(passes)) return {std::move(passes), choice_of_passes(choice)};
  Choice next = choice_after_passes(choice);
  const SolverOptions left = with_patience(next, problem, options_left(passes, opening.options().max_passes, options));
  Solution solution = run_solver(next.solver, problem, left, start_after(passes, next.solver), shared);
  next.reason += fmt::format(", after {} passes of coordinate descent", passes.passes);
  return {better_of(std::move(passes), std::move(solution), options.tolerance), std::move(next)};
}

Attempt run_opened(const Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& given,
                   const SharedRows& shared) {
  const Opening opening(choice, problem, options);
  Solution passes = run_solver(Solver::dual_cd, problem, opening.options(), given, shared);
  return go_on_after(opening, std::move(passes), choice, problem, options, shared);
}

}  // namespace hingeline::internal
