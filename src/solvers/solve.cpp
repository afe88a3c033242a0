// SPDX-License-Identifier: BSD-3-Clause
//
// validate -> choose -> dispatch to a solver compiled for the matrix's layout and value type.
#include "hingeline/solve.hpp"

#include <fmt/format.h>

#include <limits>

#include "data/rows.hpp"
#include "hingeline/error.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/alm_newton.hpp"
#include "solvers/choose.hpp"
#include "solvers/common/farkas_vector.hpp"
#include "solvers/common/monitor.hpp"
#include "solvers/dual_cd.hpp"
#include "solvers/newton.hpp"
#include "solvers/primal_cd.hpp"
#include "solvers/reduced_newton.hpp"
#include "solvers/solve_valid.hpp"

namespace hingeline {
namespace {

void validate_start(const Problem& problem, const WarmStart& start) {
  const auto require = [](const char* name, std::span<const double> given, std::int64_t size) {
    if (!given.empty() && static_cast<std::int64_t>(given.size()) != size)
      throw InvalidParameter(fmt::format("warm start {}", name), fmt::format("{} numbers", given.size()),
                             fmt::format("must be {}", size));
    for (const double number : given)
      if (!std::isfinite(number))
        throw InvalidParameter(fmt::format("warm start {}", name), fmt::format("{}", number), "must be finite");
  };
  require("dual_coef", start.dual_coef, rows(problem.x));
  require("coef", start.coef, cols(problem.x));
}

}  // namespace

Solution solve(const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  validate(problem);
  validate(options);
  validate_start(problem, start);
  return internal::solve_valid(problem, options, start);
}

namespace internal {

namespace {

Solution run(Solver solver, const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  switch (solver) {
    case Solver::dual_cd:
      return visit_rows(problem.x, [&](const auto& x) { return dual_cd(x, problem, options, start); });
    case Solver::primal_cd:
      return primal_cd(problem, options, start);
    case Solver::newton:
      return visit_rows(problem.x, [&](const auto& x) { return newton(x, problem, options, start); });
    case Solver::alm_newton:
      return visit_rows(problem.x, [&](const auto& x) { return alm_newton(x, problem, options, start); });
    case Solver::reduced_newton:
      return std::visit([&](const auto& x) { return reduced_newton(x, problem, options, start); }, problem.x);
    case Solver::automatic:
      break;
  }
  throw InvalidParameter("solver", std::to_string(static_cast<int>(solver)), "must be a Solver");
}

/// What is said where multipliers prove that no w is feasible.
Solution infeasible(const Problem& problem, std::vector<double> multipliers) {
  constexpr double none = std::numeric_limits<double>::infinity();
  Solution solution;
  solution.coef.resize(static_cast<std::size_t>(cols(problem.x)));
  solution.dual_coef.resize(problem.y.size());
  solution.multipliers = std::move(multipliers);
  solution.certificate = {none, none, none, none, 0, none, none};
  solution.status = Status::infeasible;
  solution.reason = Monitor::reason(Status::infeasible);
  return solution;
}

}  // namespace

Solution solve_valid(const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  const Choice choice = choose_solver(problem, options);
  if (choice.solver != Solver::alm_newton && !is_plain_ridge(problem))
    throw InvalidParameter("solver", std::string(to_string(choice.solver)),
                           "must be auto or alm_newton for a penalty other than a ridge, bounds or constraints");
  std::vector<double> conflict = farkas_vector(problem);
  Solution solution =
      conflict.empty() ? run(choice.solver, problem, options, start) : infeasible(problem, std::move(conflict));
  solution.solver = to_string(choice.solver);
  solution.reason = solution.reason.empty() ? choice.reason : choice.reason + "; " + solution.reason;
  return solution;
}

}  // namespace internal
}  // namespace hingeline
