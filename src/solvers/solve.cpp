// SPDX-License-Identifier: BSD-3-Clause
//
// validate -> choose -> dispatch to a solver compiled for the matrix's layout and value type.
#include "hingeline/solve.hpp"

#include <fmt/format.h>

#include "data/rows.hpp"
#include "hingeline/error.hpp"
#include "solvers/choose.hpp"
#include "solvers/dual_cd.hpp"
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

Solution solve_valid(const Problem& problem, const SolverOptions& options, const WarmStart& start) {
  const Choice choice = choose_solver(problem, options);
  Solution solution = visit_rows(problem.x, [&](const auto& x) { return dual_cd(x, problem, options, start); });
  solution.solver = "dual_cd";
  solution.reason = solution.reason.empty() ? choice.reason : choice.reason + "; " + solution.reason;
  return solution;
}

}  // namespace internal
}  // namespace hingeline
