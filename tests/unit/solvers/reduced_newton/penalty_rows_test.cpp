// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/penalty_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/dot.hpp"
#include "core/random.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t variables = 4;  // three columns and a penalized intercept

/// An elastic net between limits that only some columns have, and two rows of constraints.
class Penalized : public ::testing::Test {
 protected:
  Penalized() {
    problem_.x = DenseView<double>{x_.data(), 1, 3, 3};
    problem_.y = y_;
    problem_.intercept = Intercept::penalized;
    problem_.penalty = {.l1 = 0.5, .l2 = 0, .l1_weights = l1_weights_};
    problem_.bounds = {lower_, upper_};
    problem_.constraints = {DenseView<double>{rows_.data(), 2, 3, 3}, least_, most_};
  }

  /// r_k(a_k'v) of the formula, one term a row: coefficients, then constraints.
  struct Row {
    std::vector<double> a;
    IntervalTerm r;
  };
  std::vector<Row> formula() const {
    return {{{1, 0, 0, 0}, {0.5, -1, infinity}},
            {{0, 1, 0, 0}, {1, -infinity, 2}},
            {{0, 0, 0, 1}, {0.5, -infinity, infinity}},
            {{1, 2, -1, 0}, {0, 0, 0}},
            {{0, 1, 1, 0}, {0, -infinity, 1}}};
  }

  /// q_k of the sheet.
  static double softness(const Row& row, const std::vector<double>& diagonal) {
    double compliance = 0;
    for (std::size_t j = 0; j < variables; ++j) compliance += row.a[j] * row.a[j] / diagonal[j];
    return compliance / 100;
  }

  /// min_z r(z) + m (z - at) + (z - at)^2 / (2 q), by a fine search about it.
  static double envelope(const IntervalTerm& r, double m, double q, double at) {
    double best = infinity;
    const auto look = [&](double z) {
      best = std::min(best, r.value(z) + m * (z - at) + (z - at) * (z - at) / (2 * q));
    };
    for (const double z : {0.0, r.lower, r.upper})
      if (std::isfinite(z)) look(z);
    for (const double slope : {m - r.l1, m + r.l1}) look(r.clip(at - q * slope));
    return best;
  }

  const std::vector<double> x_ = {1, 2, 3};
  const std::vector<double> y_ = {1};
  const std::vector<double> l1_weights_ = {1, 2, 0};
  const std::vector<double> lower_ = {-1, -infinity, -infinity};
  const std::vector<double> upper_ = {infinity, 2, infinity};
  const std::vector<double> rows_ = {1, 2, -1, 0, 1, 1};
  const std::vector<double> least_ = {0, -infinity};
  const std::vector<double> most_ = {0, 1};
  Problem problem_;
  const ViolationScale violations_;
};

std::vector<double> random_point(Random& random) {
  std::vector<double> v(variables);
  for (double& entry : v) entry = 2 * random.normal();
  return v;
}

TEST_F(Penalized, SlopesAreThoseOfTheEnvelope) {
  PenaltyRows rows(problem_, violations_, problem_.bias);
  ASSERT_FALSE(rows.empty());
  const std::vector<double> diagonal = {100, 50, 30, 20};
  rows.soften(diagonal);
  Random random(3);
  const std::vector<double> centre = random_point(random);
  for (const bool is_centred : {false, true}) {
    SCOPED_TRACE(is_centred);
    std::vector<double> m(formula().size());
    if (is_centred) {
      for (std::size_t k = 0; k < m.size(); ++k) {
        const Row row = formula()[k];
        m[k] = row.r.step(dot(row.a, centre), softness(row, diagonal));
      }
      rows.recentre(centre, 1);
    }
    const auto smoothed = [&](const std::vector<double>& v) {
      double sum = 0;
      for (std::size_t k = 0; k < m.size(); ++k) {
        const Row row = formula()[k];
        sum += envelope(row.r, m[k], softness(row, diagonal), dot(row.a, v));
      }
      return sum;
    };
    for (int repeat = 0; repeat < 50; ++repeat) {
      const std::vector<double> v = random_point(random);
      std::vector<double> gradient(variables);
      rows.add_slopes(rows.duals(v), gradient);
      constexpr double step = 1e-6;
      for (std::size_t j = 0; j < variables; ++j) {
        std::vector<double> up = v;
        std::vector<double> down = v;
        up[j] += step;
        down[j] -= step;
        EXPECT_NEAR(gradient[j], (smoothed(up) - smoothed(down)) / (2 * step), 1e-4 * (1 + std::abs(gradient[j])));
      }
      const std::vector<double> direction = random_point(random);
      EXPECT_NEAR(rows.slopes_along(v, direction, 0).first, dot(gradient, direction),
                  1e-12 * (1 + dot(gradient, gradient)));
      GramMatrix hessian(variables);
      rows.add_curvature(v, hessian);
      EXPECT_NEAR(rows.slopes_along(v, direction, 0).second, dot(direction, multiply(hessian, direction)),
                  1e-12 * (1 + hessian.at(0, 0)) * dot(direction, direction));
    }
  }
}

TEST_F(Penalized, AStepIsTheMinimumOfTheModel) {
  PenaltyRows rows(problem_, violations_, problem_.bias);
  Random random(4);
  for (int repeat = 0; repeat < 30; ++repeat) {
    GramMatrix hessian(variables);
    for (int outer = 0; outer < 6; ++outer) {
      const std::vector<double> x = random_point(random);
      for (std::size_t i = 0; i < variables; ++i)
        for (std::size_t j = 0; j <= i; ++j) hessian.at(i, j) += x[i] * x[j];
    }
    std::vector<double> diagonal(variables);
    for (std::size_t j = 0; j < variables; ++j) diagonal[j] = hessian.at(j, j);
    rows.soften(diagonal);
    const std::vector<double> v = random_point(random);
    const std::vector<double> slope = random_point(random);
    std::vector<double> gradient = slope;
    rows.add_slopes(rows.duals(v), gradient);
    std::vector<double> step(variables);
    ASSERT_TRUE(rows.find_step(hessian, v, gradient, step));
    std::vector<double> there(v);
    std::vector<double> at_minimum = multiply(hessian, step);
    for (std::size_t j = 0; j < variables; ++j) {
      there[j] += step[j];
      at_minimum[j] += slope[j];
    }
    rows.add_slopes(rows.duals(there), at_minimum);
    for (const double entry : at_minimum) EXPECT_NEAR(entry, 0, 1e-8 * std::sqrt(dot(gradient, gradient)));
  }
}

TEST_F(Penalized, AStepEndsWhenTimeDoes) {
  PenaltyRows rows(problem_, violations_, problem_.bias, [] { return true; });
  GramMatrix hessian(variables);
  for (std::size_t j = 0; j < variables; ++j) hessian.at(j, j) = 1;
  const std::vector<double> v(variables, 1.0);
  rows.soften(v);
  std::vector<double> step(variables);
  EXPECT_FALSE(rows.find_step(hessian, v, v, step));
}

TEST(PenaltyRows, ThereAreNoneBesideARidge) {
  const std::vector<double> x = {1, 2};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 1, 2, 2};
  problem.penalty = {.l1 = 0, .l2 = 3};
  const PenaltyRows rows(problem, ViolationScale(), 1);
  EXPECT_TRUE(rows.empty());
  EXPECT_TRUE(rows.multipliers(rows.duals(x)).empty());
}

}  // namespace
}  // namespace hingeline::internal
