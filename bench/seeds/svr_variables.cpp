// SPDX-License-Identifier: BSD-3-Clause
//
// bench_svr_variables DATA [C [TOLERANCE]]: support vector regression with two dual variables per row against one, and
// shrinking against none, to the same certificate. Prints the rows of a Markdown table.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>

#include "hingeline/hingeline.hpp"
#include "support/svr_two_variables.hpp"

namespace {

using namespace hingeline;

constexpr std::int64_t max_passes = 100000;

void print(const std::string& data, const Problem& problem, const char* variables, const Solution& solution) {
  fmt::print("| {} | {} | {:g} | {} | {} | {} | {:.2f} | {:.3f} | {:.1e} |\n", data, to_string(problem.loss.name),
             problem.C, variables, to_string(solution.status), solution.passes,
             1e-6 * static_cast<double>(solution.iterations), solution.seconds, solution.certificate.relative_gap);
}

void compare(const std::string& name, const Problem& problem, double tolerance) {
  print(name, problem, "two", support::SvrTwoVariables(problem, 0).solve(tolerance, max_passes));
  SolverOptions options;
  options.solver = Solver::dual_cd;
  options.tolerance = tolerance;
  options.max_passes = max_passes;
  options.shrinking = false;
  print(name, problem, "one", solve(problem, options));
  options.shrinking = true;
  print(name, problem, "one, shrinking", solve(problem, options));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_svr_variables DATA [C [TOLERANCE]]\n");
    return 2;
  }
  const Dataset data = read_dataset(argv[1]);
  Problem problem;
  problem.x = data.x;
  problem.y = data.y;
  problem.intercept = Intercept::none;
  problem.C = argc > 2 ? std::strtod(argv[2], nullptr) : 1;
  const double tolerance = argc > 3 ? std::strtod(argv[3], nullptr) : 1e-6;
  for (const LossName loss : {LossName::epsilon_insensitive, LossName::squared_epsilon_insensitive}) {
    problem.loss.name = loss;
    compare(std::filesystem::path(argv[1]).filename(), problem, tolerance);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "bench_svr_variables: {}\n", error.what());
  return 1;
}
