// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/farkas_vector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/random.hpp"
#include "hingeline/constraint_set.hpp"
#include "problem/infeasibility.hpp"

namespace hingeline::internal {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// A multiple of 1/8, so that sums of products of such numbers are exact.
double eighth(Random& random) { return std::round(8 * random.normal()) / 8; }

/// Rows and bounds through one point, most of them from both sides: the point alone may be feasible.
class NarrowSet {
 public:
  explicit NarrowSet(std::uint64_t seed) : random_(seed), features_(1 + static_cast<std::int32_t>(random_.below(6))) {
    for (std::int32_t j = 0; j < features_; ++j) point_.push_back(eighth(random_));
    const std::uint32_t count = 1 + random_.below(static_cast<std::uint32_t>(2 * features_ + 2));
    for (std::uint32_t k = 0; k < count; ++k) add_row();
    if (random_.below(2) == 0)
      for (std::int32_t j = 0; j < features_; ++j)
        set_.bound(j, limit(point_[static_cast<std::size_t>(j)], -1), limit(point_[static_cast<std::size_t>(j)], 1));
  }

  /// A combination of the rows, bounded to `margin` less than they add up to.
  void contradict(double margin) {
    std::vector<double> sum(point_.size());
    double least = 0;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (lower_[k] == -unlimited) continue;
      const double factor = 1 + random_.below(2);
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += factor * rows_[k][j];
      least += factor * lower_[k];
    }
    set_.add_row(all(), sum, -unlimited, least - margin);
  }

  Problem problem() const {
    Problem problem;
    problem.x = DenseView<double>{point_.data(), 1, features_, features_};
    problem.bounds = set_.bounds();
    problem.constraints = set_.constraints();
    return problem;
  }

 private:
  void add_row() {
    std::vector<double> row;
    double z = 0;
    for (const double w : point_) {
      row.push_back(eighth(random_));
      z += row.back() * w;
    }
    rows_.push_back(row);
    lower_.push_back(rows_.size() == 1 ? z : limit(z, -1));
    set_.add_row(all(), row, lower_.back(), limit(z, 1));
  }

  double limit(double z, double sign) {
    const double widths[] = {0, 0, 0x1p-40, unlimited};
    return z + sign * widths[random_.below(4)];
  }

  std::vector<std::int32_t> all() const {
    std::vector<std::int32_t> columns;
    for (std::int32_t j = 0; j < features_; ++j) columns.push_back(j);
    return columns;
  }

  Random random_;
  std::int32_t features_;
  ConstraintSet set_{features_};
  std::vector<double> point_;
  std::vector<std::vector<double>> rows_;
  std::vector<double> lower_;
};

TEST(FarkasVector, IsNotFoundWhereOnePointIsFeasible) {
  for (std::uint64_t seed = 0; seed < 500; ++seed)
    EXPECT_TRUE(farkas_vector(NarrowSet(seed).problem()).empty()) << "seed " << seed;
}

TEST(FarkasVector, IsFoundWhereNone) {
  Random random(1);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    NarrowSet set(seed);
    set.contradict(std::pow(10.0, 1 - 7 * random.uniform()));
    const Problem problem = set.problem();
    const std::vector<double> multipliers = farkas_vector(problem);
    EXPECT_TRUE(!multipliers.empty() && proves_infeasible(problem, multipliers)) << "seed " << seed;
    const auto parts = std::ranges::count_if(multipliers, [](double mu) { return mu != 0; });
    EXPECT_LE(parts, cols(problem.x) + 1);
  }
}

TEST(FarkasVector, LeavesOutWhatHasNoPartInTheConflict) {
  ConstraintSet set(3);
  set.fix_sum(1);
  set.order();
  const std::vector<std::int32_t> third = {2};
  set.add_row(third, std::vector<double>{1}, -unlimited, 0.25);
  const std::vector<double> values = {1, 2, 3};
  Problem problem;
  problem.x = DenseView<double>{values.data(), 1, 3, 3};
  problem.constraints = set.constraints();
  const std::vector<double> multipliers = farkas_vector(problem);
  ASSERT_EQ(multipliers.size(), 4U);
  for (const double mu : multipliers) EXPECT_NE(mu, 0);
  EXPECT_GT(multipliers[0], 0);
  EXPECT_LT(multipliers[3], 0);

  set.bound(1, 10, 11);
  problem.bounds = set.bounds();
  EXPECT_EQ(farkas_vector(problem)[0], 0);
}

/// w_1 >= 1, each next one more than the one before, and the last too small: all of them conflict.
ConstraintSet rising_steps(std::int32_t features) {
  ConstraintSet set(features);
  const std::vector<double> step = {-1, 1};
  for (std::int32_t j = 0; j + 1 < features; ++j) set.add_row(std::vector<std::int32_t>{j, j + 1}, step, 1, unlimited);
  const std::vector<double> one = {1};
  set.add_row(std::vector<std::int32_t>{0}, one, 1, unlimited);
  set.add_row(std::vector<std::int32_t>{features - 1}, one, -unlimited, features - 0.5);
  return set;
}

/// By the bounds, which hold in any case: of each constraint in conflict the others with them are feasible.
TEST(FarkasVector, LeavesOutWhatBoundsMakeNeedless) {
  int with_bounds = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const auto features = static_cast<std::int32_t>(2 + random.below(4));
    ConstraintSet set(features);
    if (seed % 2 == 0) set.bound_all(-1, 1);
    std::vector<std::int32_t> all(static_cast<std::size_t>(features));
    std::iota(all.begin(), all.end(), 0);
    for (int k = 0; k < 4; ++k) {
      std::vector<double> row;
      for (std::int32_t j = 0; j < features; ++j) row.push_back(eighth(random));
      set.add_row(all, row, 2 + eighth(random), unlimited);
    }
    const std::vector<double> x(static_cast<std::size_t>(features));
    Problem problem;
    problem.x = DenseView<double>{x.data(), 1, features, features};
    problem.bounds = set.bounds();
    problem.constraints = set.constraints();
    const std::vector<double> mu = farkas_vector(problem);
    if (mu.empty()) continue;
    with_bounds += seed % 2 == 0 ? 1 : 0;
    for (std::size_t k = 0; k < mu.size(); ++k) {
      if (mu[k] == 0) continue;
      std::vector<double> lower(mu.size(), -unlimited);
      for (std::size_t m = 0; m < mu.size(); ++m)
        if (m != k && mu[m] != 0) lower[m] = problem.constraints.lower[m];
      Problem others = problem;
      others.constraints.lower = lower;
      EXPECT_TRUE(farkas_vector(others).empty()) << seed << ' ' << k;
    }
  }
  EXPECT_GT(with_bounds, 20);
}

TEST(FarkasVector, IsLookedForUntilTold) {
  const std::vector<double> values(50, 1.0);
  const ConstraintSet set = rising_steps(50);
  Problem problem;
  problem.x = DenseView<double>{values.data(), 1, 50, 50};
  problem.constraints = set.constraints();
  int asked = 0;
  EXPECT_FALSE(farkas_vector(problem, [&] { return ++asked < 0; }).empty());
  const int enough = asked;
  EXPECT_GE(enough, 50);
  asked = 0;
  EXPECT_TRUE(farkas_vector(problem, [&] { return ++asked > 20; }).empty());
  EXPECT_LT(asked, 25);
}

}  // namespace
}  // namespace hingeline::internal
