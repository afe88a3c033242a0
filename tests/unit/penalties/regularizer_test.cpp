// SPDX-License-Identifier: BSD-3-Clause
#include "penalties/regularizer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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
  EXPECT_DOUBLE_EQ(r.feasible_share(0, 0.5), 0.8);
  EXPECT_EQ(r.feasible_share(1, -7), 1);  // beyond l1 omega, but there is a bound on that side
  EXPECT_EQ(r.feasible_share(2, 9), 1);
  EXPECT_EQ(r.gap(1, 0, -7), 0);
  EXPECT_EQ(r.gap(2, 0.5, 9), 0);
  EXPECT_EQ(r.gap(0, 0, 0.5), infinity);
  EXPECT_NEAR(r.gap(0, 2, 0.4), 0, 1e-15);
}

/// Columns left out have no part in anything.
TEST(Regularizer, IdleColumnsAddNothing) {
  for (const double l1 : {0.0, 0.8})
    for (const double l2 : {0.0, 1.5}) {
      const Example example(l1, l2);
      const Regularizer r(example.problem);
      for (double u = -2; u < 2; u += 0.1)
        for (const double w : {0.0, 0.25}) {
          const std::vector<double> all_w(3, w);
          const std::vector<double> all_u(3, u);
          const std::vector<std::size_t> busy = r.busy_columns(all_w, all_u);
          for (std::size_t j = 0; j < 3; ++j) {
            if (std::count(busy.begin(), busy.end(), j) > 0) continue;
            EXPECT_EQ(r.gap(j, w, u), 0);
            EXPECT_EQ(r.value(j, w), 0);
            EXPECT_EQ(r.feasible_share(j, u), 1);
            EXPECT_EQ(r.on_domain(j, u, 1e-3), u);
          }
        }
    }
}

TEST(Regularizer, KnowsThePlainRidge) {
  EXPECT_FALSE(Regularizer(Example(0, 1).problem).is_ridge());
  Problem plain;
  EXPECT_TRUE(Regularizer(plain).is_ridge());
}

}  // namespace
}  // namespace hingeline::internal
