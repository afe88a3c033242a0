// SPDX-License-Identifier: BSD-3-Clause
//
// The augmented Lagrangian where next to nothing is gained over a constant: a rare class that the columns, of scales
// between 1e-2 and 1e7, say nothing about. The gap must then come down to 1e-12 of P.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "hingeline/solve.hpp"
#include "support/expect_certified.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

class RareClass {
 public:
  explicit RareClass(std::uint64_t seed) {
    internal::Random random(seed);
    std::vector<double> scale;
    std::vector<double> offset;
    for (std::int32_t j = 0; j < cols; ++j) {
      scale.push_back(std::pow(10, 9 * random.uniform() - 2));
      offset.push_back(3 * random.uniform());
    }
    for (std::int64_t i = 0; i < rows; ++i) {
      y_.push_back(i == 0 || random.uniform() < 0.03 ? 1 : -1);
      for (std::size_t j = 0; j < scale.size(); ++j) values_.push_back(scale[j] * (random.normal() + offset[j]));
    }
  }

  Problem problem(LossName loss, double C) const {
    Problem problem;
    problem.x = DenseView<double>{values_.data(), rows, cols, cols};
    problem.y = y_;
    problem.loss.name = loss;
    problem.C = C;
    problem.intercept = Intercept::free;
    return problem;
  }

 private:
  static constexpr std::int64_t rows = 300;
  static constexpr std::int32_t cols = 16;

  std::vector<double> values_;
  std::vector<double> y_;
};

class NearConstant : public ::testing::TestWithParam<LossName> {};

TEST_P(NearConstant, IsProven) {
  constexpr double tolerance = 1e-6;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const RareClass rare(seed);
    for (const double C : {1e-7, 1e-6, 1e-5, 1e-4}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", C " << C);
      const Problem problem = rare.problem(GetParam(), C);
      support::expect_certified(problem, solve(problem, support::options_of(Solver::alm_newton, tolerance)), tolerance);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, NearConstant, ::testing::Values(LossName::hinge, LossName::smoothed_hinge),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

}  // namespace
}  // namespace hingeline
