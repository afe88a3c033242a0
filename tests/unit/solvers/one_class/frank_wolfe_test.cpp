// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/one_class/frank_wolfe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

TEST(FrankWolfe, EndsAtACornerWithItsW) {
  Random random(4);
  std::vector<double> values(5000 * 3);
  for (double& value : values) value = random.normal() + 1;
  const DenseRows<double> x(DenseView<double>{values.data(), 5000, 3, 3});
  KernelProblem problem;
  problem.x = x.view();
  problem.machine = Machine::one_class;
  const QuadraticProgram program = quadratic_program(problem);
  FrankWolfe start(x, program, 0.25, [] { return false; });
  start.run(100);
  const std::vector<double>& s = start.corner();
  EXPECT_EQ(std::accumulate(s.begin(), s.end(), 0.0), 1250);
  EXPECT_LE(std::count_if(s.begin(), s.end(), [](double entry) { return entry > 0 && entry < 1; }), 1);
  EXPECT_GE(start.added(), 1250);
  std::vector<double> w(3);
  for (std::int64_t i = 0; i < 5000; ++i) x.add(i, s[static_cast<std::size_t>(i)], w.data());
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(start.w_of_corner()[j], w[j], 1e-10);
  EXPECT_EQ(start.zeros(), std::vector<double>(3));
}

}  // namespace
}  // namespace hingeline::internal
