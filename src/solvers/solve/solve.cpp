// SPDX-License-Identifier: BSD-3-Clause
//
// validate (validate_before_solve.hpp) -> choose, dispatch, and what comes after (solve_valid.hpp).
#include "hingeline/solve.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/require.hpp"
#include "solvers/solve/solve_valid.hpp"
#include "solvers/solve/validate_before_solve.hpp"

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

}  // namespace hingeline
