// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/free_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/infinity.hpp"

namespace hingeline::internal {
namespace {

/// Four dense rows of three columns; the first two columns have no weight.
class FreeColumnsOf : public ::testing::Test {
 protected:
  FreeColumnsOf() {
    problem_.x = DenseView<double>{by_row_.data(), 4, 3, 3};
    problem_.penalty = {.l1 = 1, .l2 = 0, .l1_weights = omega_};
  }

  /// s and X's after clear() at these coefficients and the intercept.
  void clear(std::vector<double> w) {
    ColumnsWithIntercept<double> x({offsets_.data(), rows_.data(), by_column_.data(), 4, 3}, problem_);
    const PenalizedPoint penalty(problem_);
    ThreadPool alone(1);
    FreeColumns<double> free(x, penalty, alone);
    pull_.resize(x.size());
    x.combine(s_, pull_);
    w.resize(x.size());
    const auto clip = [](std::span<double> s) {
      for (double& number : s) number = std::clamp(number, -1.0, 1.0);
    };
    free.clear(w, h_, clip, s_, pull_, {});
  }

  /// x_j's, added up in another order.
  double product(std::size_t j) const {
    double sum = 0;
    for (std::size_t i = 4; i-- > 0;) sum += by_row_[3 * i + j] * s_[i];
    return sum;
  }

  const std::vector<double> by_row_ = {1, 2, 5, 3, -1, 1, 0.5, 4, 2, 2, 1, -3};
  const std::vector<double> by_column_ = {1, 3, 0.5, 2, 2, -1, 4, 1, 5, 1, 2, -3};
  const std::vector<std::int64_t> offsets_ = {0, 4, 8, 12};
  const std::vector<std::int32_t> rows_ = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
  std::vector<double> omega_ = {0, 0, 1};
  Problem problem_;
  std::vector<double> s_ = {0.3, -0.2, 0.1, 0.25};
  std::vector<double> h_ = {1, 2, 0.5, 1};
  std::vector<double> pull_;
};

TEST_F(FreeColumnsOf, ProductsVanish) {
  problem_.intercept = Intercept::none;
  clear({1, -1, 0});
  EXPECT_NEAR(product(0), 0, 1e-15);
  EXPECT_NEAR(product(1), 0, 1e-15);
  EXPECT_EQ(pull_[0], 0);
  EXPECT_EQ(pull_[1], 0);
  EXPECT_NEAR(pull_[2], product(2), 1e-14);
}

/// Three conditions on three of the four rows, whose s are of one sign before and after.
TEST_F(FreeColumnsOf, AFreeInterceptIsOneOfThem) {
  problem_.intercept = Intercept::free;
  clear({1, -1, 0, 0});
  EXPECT_NEAR(product(0), 0, 1e-15);
  EXPECT_NEAR(product(1), 0, 1e-15);
  EXPECT_NEAR(std::accumulate(s_.begin(), s_.end(), 0.0), 0, 1e-15);
}

TEST_F(FreeColumnsOf, RowsWithoutCurvatureStay) {
  problem_.intercept = Intercept::none;
  h_[3] = 0;
  clear({1, -1, 0});
  EXPECT_EQ(s_[3], 0.25);
  EXPECT_NEAR(product(0), 0, 1e-15);
  EXPECT_NEAR(product(1), 0, 1e-15);
}

TEST_F(FreeColumnsOf, ACoefficientAtItsBoundMayBePulledAgainstIt) {
  problem_.intercept = Intercept::none;
  const std::vector<double> lower = {0, -infinity, -infinity};
  problem_.bounds.lower = lower;
  clear({0, -1, 0});
  EXPECT_GT(std::abs(product(0)), 0.01);
  EXPECT_NEAR(product(1), 0, 1e-15);
}

/// The only rows that could make up for the others are at the ends of their domains.
TEST_F(FreeColumnsOf, SStaysInItsDomain) {
  problem_.intercept = Intercept::none;
  s_ = {1, 1, 1, 1};
  h_ = {1e-3, 0, 0, 1e-3};
  clear({1, -1, 0});
  for (const double number : s_) EXPECT_LE(std::abs(number), 1);
  EXPECT_NEAR(pull_[0], product(0), 1e-14);
}

/// As many as the vocabulary of a text would need a matrix that fits no memory.
TEST(FreeColumns, TooManyAreLeft) {
  constexpr std::size_t count = FreeColumns<double>::most + 1;
  const std::vector<double> ones(count, 1);
  std::vector<std::int64_t> offsets(count + 1);
  std::iota(offsets.begin(), offsets.end(), 0);
  const std::vector<std::int32_t> rows(count, 0);
  const std::vector<double> omega(count, 0);
  Problem problem;
  problem.x = DenseView<double>{ones.data(), 1, static_cast<std::int32_t>(count), static_cast<std::int64_t>(count)};
  problem.intercept = Intercept::none;
  problem.penalty = {.l1 = 1, .l2 = 0, .l1_weights = omega};
  ColumnsWithIntercept<double> x({offsets.data(), rows.data(), ones.data(), 1, static_cast<std::int32_t>(count)},
                                 problem);
  const PenalizedPoint penalty(problem);
  ThreadPool alone(1);
  FreeColumns<double> free(x, penalty, alone);
  std::vector<double> s = {0.5};
  std::vector<double> pull(count, 0.5);
  free.clear(std::vector<double>(count), std::vector<double>{1}, [](std::span<double>) {}, s, pull, {});
  EXPECT_EQ(s[0], 0.5);
  EXPECT_EQ(pull[0], 0.5);
}

}  // namespace
}  // namespace hingeline::internal
