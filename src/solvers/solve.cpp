// SPDX-License-Identifier: BSD-3-Clause
//
// validate -> choose -> dispatch to a solver compiled for the matrix's layout and value type.
#include "hingeline/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/deadline.hpp"
#include "core/infinity.hpp"
#include "core/require.hpp"
#include "data/rows.hpp"
#include "hingeline/error.hpp"
#include "parallel/thread_pool.hpp"
#include "penalties/regularizer.hpp"
#include "problem/validate.hpp"
#include "solvers/alm_newton/alm_newton.hpp"
#include "solvers/choose.hpp"
#include "solvers/common/farkas_vector.hpp"
#include "solvers/common/is_cold.hpp"
#include "solvers/common/monitor.hpp"
#include "solvers/common/opening.hpp"
#include "solvers/common/or_best_constant.hpp"
#include "solvers/common/orthogonal_columns.hpp"
#include "solvers/common/present_rows.hpp"
#include "solvers/dual_cd/coefficient_pull.hpp"
#include "solvers/dual_cd/dual_cd.hpp"
#include "solvers/dual_cd/joint_dual_cd.hpp"
#include "solvers/interior_point/interior_point.hpp"
#include "solvers/newton/newton.hpp"
#include "solvers/primal_cd/primal_cd.hpp"
#include "solvers/proximal_newton/proximal_newton.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/solve_valid.hpp"
#include "solvers/succession.hpp"

namespace hingeline {
namespace {

void validate_start(const Problem& problem, const WarmStart& start) {
  const auto require = [](const char* name, std::span<const double> given, std::int64_t size) {
    if (!given.empty()) internal::require_size(name, given.size(), static_cast<std::size_t>(size));
    internal::require_finite(name, given);
  };
  require("warm start dual_coef", start.dual_coef, rows(problem.x));
  require("warm start coef", start.coef, cols(problem.x));
  internal::require_finite("warm start intercept", start.intercept);
}

}  // namespace

Solution solve(const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  validate(options);
  internal::validate_before_solve(problem, options, options.threads);
  validate_start(problem, start);
  return internal::solve_valid(problem, options, start);
}

namespace internal {

namespace {

bool observes_movement(const Problem& problem, const WarmStart& start, const SharedRows& shared) {
  return shared.memo != nullptr && !start.coef.empty() && learns_movement(problem);
}

/// Nothing where more than a few rows may leave their piece of the loss.
std::optional<NearStart> near_start(const Problem& problem, const WarmStart& start, const SharedRows& shared,
                                    bool or_nothing = false) {
  if (!observes_movement(problem, start, shared)) return std::nullopt;
  SolveMemo& memo = *shared.memo;
  const auto& foreseen = memo.movement.foreseen();
  if (!foreseen || foreseen->movement == 0 || !are_few(foreseen->near)) return std::nullopt;
  return NearStart{memo.baseline.get(problem), foreseen->movement, memo.moments, or_nothing};
}

Solution run(Solver solver, const Problem& problem, const SolverOptions& options, const WarmStart& start,
             const SharedRows& shared) {
  switch (solver) {
    case Solver::dual_cd:
      return visit_rows(problem.x, [&](const auto& x) { return dual_cd(x, problem, options, start, shared.geometry); });
    case Solver::primal_cd:
      return primal_cd(problem, options, start);
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

/// What is said where multipliers prove that no w is feasible.
Solution infeasible(const Problem& problem, std::vector<double> multipliers) {
  Solution solution;
  solution.coef.resize(static_cast<std::size_t>(cols(problem.x)));
  solution.dual_coef.resize(problem.y.size());
  solution.multipliers = std::move(multipliers);
  solution.certificate = {infinity, infinity, infinity, infinity, 0, infinity, infinity};
  solution.status = Status::infeasible;
  solution.reason = Monitor::reason(Status::infeasible);
  return solution;
}

/// Unless the opening's passes were all, choice.solver, or what it gives way to, from the dual point they left.
Solution go_on_after(const Opening& opening, Solution passes, Choice& choice, const Problem& problem,
                     const SolverOptions& options, const SharedRows& shared) {
  if (opening.is_all(passes)) {
    if (!choice.gives_way_to)
      choice = {Solver::dual_cd, "a small C |x|^2: coordinate descent, which was foreseen to take few passes"};
    return passes;
  }
  if (choice.gives_way_to)
    choice = {*choice.gives_way_to,
              fmt::format("many features, and slow passes: {} steps",
                          *choice.gives_way_to == Solver::interior_point ? "interior point" : "Newton")};
  const WarmStart start{passes.dual_coef, {}, passes.intercept};
  const SolverOptions left = after_opening(passes, opening.options().max_passes, options);
  Solution solution = run(choice.solver, problem, left, start, shared);
  choice.reason += fmt::format(", after {} passes of coordinate descent", passes.passes);
  return better_of(std::move(passes), std::move(solution), options.tolerance);
}

Solution run_opened(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& given,
                    const SharedRows& shared) {
  const Opening opening(choice, problem, options);
  Solution passes = run(Solver::dual_cd, problem, opening.options(), given, shared);
  return go_on_after(opening, std::move(passes), choice, problem, options, shared);
}

bool may_be_turned(const Problem& problem, const SolverOptions& options) {
  return options.solver == Solver::automatic && options.tolerance > 0 && may_have_orthogonal_columns(problem);
}

/// Cold, for the point where another gave up may be what it was stuck at.
Solution take_over(Solver solver, Solution stuck, Choice& choice, const Problem& problem, const SolverOptions& options,
                   const SharedRows& shared) {
  Solution other = run(solver, problem, after_opening(stuck, options.max_passes, options), {}, shared);
  return better_of(std::move(stuck), std::move(other), options.tolerance, choice, {solver, ""});
}

/// Newton's method gains little from a start that is not yet the answer, and what it is given is better than what an
/// opening would make of it. The augmented Lagrangian needs the whole of one.
bool is_opened(const Choice& choice, const WarmStart& start) {
  return choice.gives_way_to || (choice.opening_passes > 0 && (is_cold(start) || choice.solver != Solver::newton));
}

/// Passes over all rows are what alm_newton takes its time for, ten or more of them; copying rows costs about one, of
/// the few of reduced_newton, whose samples say the less the more rows they have for nothing. The others pass over rows
/// of weight 0 at next to no cost. Folds over a path then take 0.8 to 0.93 of the time (w8a, mushrooms, hinge; kin8nm,
/// housing, space_ga, epsilon-insensitive).
bool leaves_rows_out(Solver solver, const Problem& problem) {
  if ((solver != Solver::alm_newton && solver != Solver::reduced_newton) || problem.release_rows) return false;
  const double good_part = solver == Solver::alm_newton ? 0.1 : 0.5;
  const auto absent = static_cast<double>(std::ranges::count(problem.weights, 0.0));
  const auto rows = static_cast<double>(problem.weights.size());
  return absent >= good_part * rows && absent < rows;
}

/// How many rows are too many: where they are numbered by 32 bits, in dual_cd without a sign.
std::int64_t row_limit(Solver solver) {
  if (solver == Solver::dual_cd) return std::int64_t{1} << 32;
  if (solver == Solver::primal_cd || solver == Solver::proximal_newton) return std::int64_t{1} << 31;
  return std::numeric_limits<std::int64_t>::max();
}

void validate_rows(Solver solver, const Problem& problem) {
  if (rows(problem.x) >= row_limit(solver))
    throw InvalidParameter(
        "solver", std::string(to_string(solver)),
        fmt::format("must be another for {} rows: it takes fewer than {}", rows(problem.x), row_limit(solver)));
}

/// `asked` is what the caller named, or automatic.
void validate_choice(Solver solver, Solver asked, const Problem& problem) {
  const bool coefficient_by_coefficient = solver == Solver::dual_cd && has_coefficient_pull(problem);
  const bool reduced = solver == Solver::reduced_newton && suits_reduced_newton(problem);
  const bool interior = solver == Solver::interior_point && suits_interior_point(problem);
  if (solver != Solver::alm_newton && solver != Solver::proximal_newton && !reduced && !interior &&
      !coefficient_by_coefficient && !is_plain_ridge(problem))
    throw InvalidParameter(
        "solver", std::string(to_string(solver)),
        "must be auto, alm_newton or proximal_newton for a penalty other than a ridge, bounds or "
        "constraints; dual_cd beside a ridge and without constraints; reduced_newton but for a plq of "
        "the prediction or of more than eight breakpoints; interior_point but for logistic, too");
  if (solver == Solver::reduced_newton || !problem.release_rows) return;
  if (solver == asked)
    throw InvalidParameter("solver", std::string(to_string(solver)),
                           "must be auto or reduced_newton for rows that stay in their file");
  throw InvalidParameter(
      "loss", std::string(to_string(problem.loss.name)),
      "must be any but a plq of the prediction or of more than eight breakpoints for rows that stay in their file");
}

/// The answer, or that of the first of `others` which has one.
Solution or_take_over(Solution solution, std::span<const Solver> others, Choice& choice, const Problem& problem,
                      const SolverOptions& options, const SharedRows& shared) {
  for (const Solver other : others) {
    if (!gave_up(solution, options)) break;
    solution = take_over(other, std::move(solution), choice, problem, options, shared);
  }
  return solution;
}

Solution solve_chosen(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                      const SharedRows& shared) {
  const std::vector<Solver> others = successors(choice.solver, problem, options);
  const SolverOptions given = others.empty() ? options : with_patience(choice, problem, options);
  Solution solution = is_opened(choice, start) ? run_opened(choice, problem, given, start, shared)
                                               : run(choice.solver, problem, given, start, shared);
  return or_take_over(std::move(solution), others, choice, problem, options, shared);
}

/// The answer, or that in orthogonal columns where no solver had digits left for the given ones.
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

Solution solve_present(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  PresentRows present(problem);
  if (options.solver == Solver::automatic) choice = choose_solver(present.problem(), options);
  LazyColumns columns(present.problem().x);
  GeometryMemo geometry;
  Solution solution = solve_chosen(choice, present.problem(), options, present.start(start), {columns, geometry});
  solution.dual_coef = present.spread(solution.dual_coef, problem.y.size());
  return solution;
}

Solution solve_from_afar(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                         const SharedRows& shared) {
  return leaves_rows_out(choice.solver, problem) ? solve_present(choice, problem, options, start)
                                                 : solve_chosen(choice, problem, options, start, shared);
}

/// Where the start is near by bands, and where it was not after all as if it had not been.
Solution solve_feasible(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                        const SharedRows& shared) {
  const std::optional<Choice> nearby = choose_nearby(choice, options);
  const auto near = nearby ? near_start(problem, start, shared, true) : std::nullopt;
  if (!near) return solve_from_afar(choice, problem, options, start, shared);
  Solution begun =
      std::visit([&](const auto& x) { return reduced_newton(x, problem, options, start, near); }, problem.x);
  if (begun.status != Status::numerical) {
    choice = *nearby;
    return begun;
  }
  Solution solution =
      solve_from_afar(choice, problem, after_opening(begun, options.max_passes - 1, options), start, shared);
  return better_of(std::move(begun), std::move(solution), options.tolerance);
}

/// What the caller gets of a solver's solution.
Solution answer_of(const Choice& choice, Solution solution, const Problem& problem, const SolverOptions& options) {
  Solution answer = or_best_constant(std::move(solution), problem, options.tolerance);
  answer.solver = to_string(choice.solver);
  answer.reason = answer.reason.empty() ? choice.reason : choice.reason + "; " + answer.reason;
  return answer;
}

std::vector<Solution> pass_side_by_side(std::span<const Problem> problems, std::span<const SolverOptions> options,
                                        std::span<const WarmStart> starts, const CommonStart* common,
                                        GeometryMemo& geometry) {
  return visit_rows(problems.front().x, [&](const auto& x) -> std::vector<Solution> {
    if constexpr (SparseRowMatrix<std::remove_cvref_t<decltype(x)>>)
      return joint_dual_cd(x, problems, options, starts, common, geometry);
    return {};
  });
}

/// The passes side by side, what comes after them one output at a time.
std::vector<Solution> run_opened(const Choice& choice, std::span<const Problem> problems,
                                 std::span<const SolverOptions> options, std::span<const WarmStart> starts,
                                 const CommonStart* common, const SharedRows& shared) {
  const Deadline deadline(options.front().max_seconds);
  std::deque<Opening> openings;
  std::vector<SolverOptions> limits;
  for (std::size_t k = 0; k < problems.size(); ++k)
    limits.push_back(openings.emplace_back(choice, problems[k], options[k]).options());
  std::vector<Solution> solutions = pass_side_by_side(problems, limits, starts, common, shared.geometry);
  for (std::size_t k = 0; k < problems.size(); ++k) {
    Choice made = choice;
    SolverOptions given = options[k];
    given.max_seconds = deadline.seconds_left() + solutions[k].seconds;  // of which those of the passes are taken off
    solutions[k] = go_on_after(openings[k], std::move(solutions[k]), made, problems[k], given, shared);
    const std::vector<Solver> others = successors(choice.solver, problems[k], given);
    solutions[k] = or_take_over(std::move(solutions[k]), others, made, problems[k], given, shared);
    solutions[k] = answer_of(made, std::move(solutions[k]), problems[k], given);
  }
  return solutions;
}

/// Of problems that go side by side.
Choice validated_choice(const Problem& first, const SolverOptions& options) {
  const Choice choice = choose_solver(first, options);
  validate_choice(choice.solver, options.solver, first);
  validate_rows(Solver::dual_cd, first);
  return choice;
}

}  // namespace

Solution solve_valid(const Problem& problem, const SolverOptions& options, const WarmStart& start,
                     const SharedRows* given) {
  LazyColumns columns(problem.x);
  GeometryMemo geometry;
  const SharedRows own{columns, geometry};
  const SharedRows& shared = given != nullptr ? *given : own;
  Choice choice = choose_solver(problem, options);
  if (choice.with_start && !is_cold(start)) choice.solver = *choice.with_start;
  validate_choice(choice.solver, options.solver, problem);
  if (choice.opening_passes > 0) validate_rows(Solver::dual_cd, problem);
  validate_rows(choice.solver, problem);
  const Monitor monitor(options);
  std::vector<double> conflict = farkas_vector(problem, monitor.stop());
  const double searched = monitor.seconds();
  SolverOptions left = options;
  left.max_seconds = seconds_left(options.max_seconds, searched);
  Solution solution = !conflict.empty()
                          ? infeasible(problem, std::move(conflict))
                          : or_turned(solve_feasible(choice, problem, left, start, shared), choice, problem, left);
  solution.seconds += searched;
  if (observes_movement(problem, start, shared))
    shared.memo->movement.observe(problem, start, solution, options.tolerance);
  return answer_of(choice, std::move(solution), problem, options);
}

bool sees_bad_values(const Problem& problem, const SolverOptions& options) {
  constexpr std::int64_t worth_it = 1'000'000;  // numbers, which take some 50 us
  if (!is_dense(problem.x) || problem.release_rows) return false;
  if (rows(problem.x) < fewest_rows_for_samples || rows(problem.x) * cols(problem.x) < worth_it) return false;
  return choose_solver(problem, options).solver == Solver::reduced_newton;
}

void validate_before_solve(const Problem& problem, const SolverOptions& options, int threads) {
  validate_all_but_values(problem);
  if (sees_bad_values(problem, options)) return;
  ThreadPool pool(threads);
  validate_rows(problem, pool);
}

bool go_side_by_side(const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  if (!suits_joint_dual_cd(problem)) return false;
  const Choice choice = choose_solver(problem, options);
  return choice.opening_passes > 0 ? is_opened(choice, start) && !leaves_rows_out(choice.solver, problem)
                                   : choice.solver == Solver::dual_cd;
}

std::optional<CommonStart> find_common_start(const Problem& first, const Problem& second, std::size_t classes,
                                             const SolverOptions& options) {
  if (!suits_common_start(first, classes)) return std::nullopt;
  if (validated_choice(first, options).opening_passes > 0) return std::nullopt;
  return common_start(first, second, options);
}

std::vector<Solution> solve_side_by_side(std::span<const Problem> problems, std::span<const SolverOptions> options,
                                         std::span<const WarmStart> starts, const CommonStart* common,
                                         const SharedRows& shared) {
  const Choice choice = validated_choice(problems.front(), options.front());
  if (choice.gives_way_to || choice.opening_passes > 0)
    return run_opened(choice, problems, options, starts, common, shared);
  std::vector<Solution> solutions = pass_side_by_side(problems, options, starts, common, shared.geometry);
  for (std::size_t k = 0; k < solutions.size(); ++k)
    solutions[k] = answer_of(choice, std::move(solutions[k]), problems[k], options[k]);
  return solutions;
}

}  // namespace internal
}  // namespace hingeline
