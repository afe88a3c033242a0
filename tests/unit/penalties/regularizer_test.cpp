// SPDX-License-Identifier: BSD-3-Clause
#include "penalties/regularizer.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hingeline::internal {
namespace {

struct Example {
  std::vector<double> omega = {0.5, 1, 2};
  std::vector<double> lower = {-infinity, 0, -1};
  std::vector<double> upper = {infinity, infinity, 0.5};
  Problem problem;

  Example(double l1, double l2) {
    problem.x = DenseView<double>{nullptr, 0, 3, 3};
    problem.penalty = {l1, l2, omega};
    problem.bounds = {lower, upper};
  }
};

TEST(Regularizer, GapIsZeroAtTheMaximiserAndTheDefinitionElsewhere) {
  for (const double l2 : {0.25, 1.0}) {
    for (const double l1 : {0.0, 0.8}) {
      const Example example(l1, l2);
      const Regularizer r(example.problem);
      for (std::size_t j = 0; j < 4; ++j)
        for (double u = -4; u < 4; u += 0.37) {
          const double m = r.maximiser(j, u);
          EXPECT_NEAR(r.gap(j, m, u), 0, 1e-15);
          const double conjugate = u * m - r.value(j, m);
          for (double w = r.term(j).clip(-3); r.term(j).contains(w) && w < 3; w += 0.41) {
            EXPECT_NEAR(r.gap(j, w, u), r.value(j, w) + conjugate - w * u, 1e-13 * (1 + std::abs(w * u)));
            EXPECT_LE(u * w - r.value(j, w), conjugate + 1e-13);
          }
        }
    }
  }
}

TEST(Regularizer, WithoutARidgeTheDualPointIsScaled) {
  const Example example(0.8, 0);
  const Regularizer r(example.problem);
  const std::vector<double> u = {0.5, -7, 9};  // beyond l1 omega: the first only, the others' bounds are on that side
  EXPECT_DOUBLE_EQ(r.feasible_share(u), 0.8);
  EXPECT_EQ(r.gap(1, 0, -7), 0);
  EXPECT_EQ(r.gap(2, 0.5, 9), 0);
  EXPECT_EQ(r.gap(0, 0, 0.5), infinity);
  EXPECT_NEAR(r.gap(0, 2, 0.4), 0, 1e-15);
}

TEST(Regularizer, KnowsThePlainRidge) {
  EXPECT_FALSE(Regularizer(Example(0, 1).problem).is_ridge());
  Problem plain;
  EXPECT_TRUE(Regularizer(plain).is_ridge());
}

}  // namespace
}  // namespace hingeline::internal
