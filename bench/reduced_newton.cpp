// SPDX-License-Identifier: BSD-3-Clause
//
// What reduced Newton costs, in passes: seconds of processor time of a solve (its certificate and the checks of its
// input included) beside those of one pass that computes X w, taken in turn on the same rows: dense ones in memory of
// their own, as an array that a caller has, not in the pages of a file.
//
//     bench_reduced_newton STORE LOSS C INTERCEPT TOLERANCE [REPETITIONS [THREADS [SOLVER]]]
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/buffer.hpp"
#include "data/row_blocks.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/solve.hpp"

namespace {

using namespace hingeline;

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

template <class F>
double seconds_of(const F& f) {
  const double before = processor_seconds();
  f();
  return processor_seconds() - before;
}

double median(std::vector<double> numbers) {
  std::nth_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2), numbers.end());
  return numbers[numbers.size() / 2];
}

void predict(const MatrixView& x, std::vector<double>& z) {
  const std::vector<double> w(static_cast<std::size_t>(cols(x)), 0.5);
  std::visit(
      [&](const auto& view) {
        const internal::RowBlocks<std::decay_t<decltype(view)>> blocks(view);
        for (std::int64_t first = 0; first < view.rows; first += internal::rows_per_block)
          blocks.predict(first, std::min(internal::rows_per_block, view.rows - first), w.data(), z.data());
      },
      x);
}

/// The rows copied, where they are dense floats.
MatrixView in_memory(const MatrixView& x, internal::Buffer<float>& memory) {
  const auto* const view = std::get_if<DenseView<float>>(&x);
  if (view == nullptr || view->stride != view->cols) return x;
  memory = internal::Buffer<float>(view->rows * view->cols);
  std::copy_n(view->values, memory.size(), memory.data());
  return DenseView<float>{memory.data(), view->rows, view->cols, view->cols};
}

/// Labels as +1 and -1.
std::vector<double> targets(std::span<const double> given, bool classes) {
  std::vector<double> y(given.begin(), given.end());
  if (classes) {
    const double positive = *std::max_element(y.begin(), y.end());
    for (double& label : y) label = label == positive ? 1 : -1;
  }
  return y;
}

Intercept intercept(std::string_view name) {
  if (name == "free") return Intercept::free;
  return name == "penalized" ? Intercept::penalized : Intercept::none;
}

Solver solver(std::string_view name) {
  const auto found = std::find(solver_names.begin(), solver_names.end(), name);
  return found == solver_names.end() ? Solver::automatic : static_cast<Solver>(found - solver_names.begin());
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 6) {
    fmt::print(stderr, "usage: {} STORE LOSS C INTERCEPT TOLERANCE [REPETITIONS [THREADS [SOLVER]]]\n", arguments[0]);
    return 2;
  }
  const Dataset data = read_dataset(arguments[1], {});
  Problem problem;
  internal::Buffer<float> memory;
  problem.x = in_memory(data.x, memory);
  problem.loss.name = loss_from_string(arguments[2]);
  const std::vector<double> y = targets(data.y, is_classification(problem.loss));
  problem.y = y;
  problem.C = std::atof(arguments[3]);
  problem.intercept = intercept(arguments[4]);
  SolverOptions options;
  options.tolerance = std::atof(arguments[5]);
  options.keep_dual = false;
  const int repetitions = count > 6 ? std::atoi(arguments[6]) : 5;
  options.threads = count > 7 ? std::atoi(arguments[7]) : 1;
  options.solver = count > 8 ? solver(arguments[8]) : Solver::reduced_newton;

  std::vector<double> z(internal::rows_per_block);
  std::vector<double> passes;
  std::vector<double> solves;
  std::vector<double> wall;
  Solution solution;
  for (int k = 0; k < repetitions; ++k) {
    passes.push_back(seconds_of([&] { predict(problem.x, z); }));
    solves.push_back(seconds_of([&] { solution = solve(problem, options); }));
    wall.push_back(solution.seconds);
  }
  fmt::print(
      "pass {:.1f} ms, solve {:.1f} ms = {:.2f} passes, wall {:.1f} ms; {} by {}, gap {:.2e} P {:.12g} after {} "
      "passes\n",
      1e3 * median(passes), 1e3 * median(solves), median(solves) / median(passes), 1e3 * median(wall),
      to_string(solution.status), solution.solver, solution.certificate.relative_gap, solution.certificate.primal,
      solution.passes);
  return 0;
}
