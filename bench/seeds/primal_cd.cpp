// SPDX-License-Identifier: BSD-3-Clause
//
// bench_primal_cd DATA [C [TOLERANCE]]: primal coordinate descent with each order of columns and each inner solver, to
// the same certificate. Rows of the first row's label are one class. Prints the rows of a Markdown table.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "hingeline/hingeline.hpp"
#include "solvers/primal_cd/primal_cd.hpp"

namespace {

using namespace hingeline;

void measure(const std::string& data, const Problem& problem, const SolverOptions& options) {
  internal::LazyColumns columns(problem.x);
  internal::PrimalCdCounts counts;
  const Solution solution = internal::primal_cd(problem, options, {}, columns, &counts);
  fmt::print("| {} | {} | {:g} | {} | {} | {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.1e} |\n", data,
             to_string(problem.loss.name), problem.C,
             coordinate_order_names[static_cast<std::size_t>(options.coordinate_order)],
             inner_solver_names[static_cast<std::size_t>(options.inner)], to_string(solution.status), solution.passes,
             1e-6 * static_cast<double>(counts.steps),
             static_cast<double>(counts.evaluations) / static_cast<double>(counts.steps), solution.seconds,
             solution.certificate.relative_gap);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_primal_cd DATA [C [TOLERANCE]]\n");
    return 2;
  }
  const Dataset data = read_dataset(argv[1]);
  std::vector<double> signs;
  for (const double label : data.y) signs.push_back(label == data.y[0] ? 1 : -1);
  Problem problem;
  problem.x = data.x;
  problem.y = signs;
  problem.intercept = Intercept::none;
  problem.C = argc > 2 ? std::strtod(argv[2], nullptr) : 1;
  SolverOptions options;
  options.tolerance = argc > 3 ? std::strtod(argv[3], nullptr) : 1e-3;
  options.max_seconds = 60;
  for (const LossName loss : {LossName::squared_hinge, LossName::logistic}) {
    problem.loss.name = loss;
    for (std::size_t order = 0; order < coordinate_order_names.size(); ++order) {
      for (std::size_t inner = 0; inner < inner_solver_names.size(); ++inner) {
        options.coordinate_order = static_cast<CoordinateOrder>(order);
        options.inner = static_cast<InnerSolver>(inner);
        measure(std::filesystem::path(argv[1]).filename(), problem, options);
      }
    }
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "bench_primal_cd: {}\n", error.what());
  return 1;
}
