// SPDX-License-Identifier: BSD-3-Clause
#include "problem/infeasibility.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace hingeline::internal {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();

/// Two coefficients, w_2 free: w_1 + w_2 >= 1, w_1 - w_2 >= 1, w_1 <= `highest`.
class Infeasibility : public ::testing::Test {
 protected:
  bool proves(double highest, const std::vector<double>& multipliers) {
    upper_[0] = highest;
    Problem problem;
    problem.x = DenseView<double>{x_.data(), 1, 2, 2};
    problem.bounds = {{}, upper_};
    problem.constraints = {DenseView<double>{a_.data(), 2, 2, 2}, lower_, {}};
    return proves_infeasible(problem, multipliers);
  }

 private:
  std::vector<double> x_ = {1, 1};
  std::vector<double> a_ = {1, 1, 1, -1};
  std::vector<double> lower_ = {1, 1};
  std::vector<double> upper_ = {none, none};
};

TEST_F(Infeasibility, IsProvenByMultipliersThatAddUpToMoreThanTheBoundsAllow) {
  EXPECT_TRUE(proves(0.5, {1, 1}));
  EXPECT_TRUE(proves(1 - 1e-12, {3, 3}));
}

TEST_F(Infeasibility, IsNotProvenWhereThereIsAPoint) {
  EXPECT_FALSE(proves(1, {1, 1}));
  EXPECT_FALSE(proves(none, {1, 1}));
}

TEST_F(Infeasibility, NeedsTheRightMultipliers) {
  EXPECT_FALSE(proves(0.5, {1, 0.999}));  // w_2 may be anything
  EXPECT_FALSE(proves(0.5, {-1, -1}));    // towards limits that are not there
  EXPECT_FALSE(proves(0.5, {0, 0}));
  EXPECT_FALSE(proves(0.5, {none, none}));
}

TEST_F(Infeasibility, IsNotProvenByRounding) { EXPECT_FALSE(proves(1 - 1e-16, {1, 1})); }

}  // namespace
}  // namespace hingeline::internal
