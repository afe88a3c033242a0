// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/move_off_kinks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "hingeline/solve.hpp"
#include "support/slow_objective.hpp"
#include "support/solver_options.hpp"

namespace hingeline::internal {
namespace {

/// Fewer rows than columns, these in unlike units: separable, and the objective is next to nothing.
class MoveOffKinks : public ::testing::Test {
 protected:
  static constexpr int rows = 8;
  static constexpr int features = 20;
  static constexpr double tolerance = 1e-5;

  void draw(std::uint64_t seed) {
    Random random(seed);
    std::vector<double> unit;
    for (int j = 0; j < features; ++j) unit.push_back(std::exp(5 * random.normal()));
    x_.clear();
    y_.clear();
    for (int i = 0; i < rows; ++i) {
      for (const double u : unit) x_.push_back(u * random.normal());
      y_.push_back(i % 2 == 0 ? 1 : -1);
    }
    problem_.x = DenseView<double>{x_.data(), rows, features, features};
    problem_.y = y_;
    problem_.loss.name = LossName::hinge;
    problem_.C = 1e6;
  }

  /// Of the answer, margins in long double, above its proven bound, as a share of that.
  double excess(const Solution& answer) const {
    const long double primal = support::slow_primal(problem_, answer.coef, answer.intercept);
    return static_cast<double>((primal - answer.certificate.dual) / answer.certificate.dual);
  }

  std::vector<double> x_;
  std::vector<double> y_;
  Problem problem_;
};

TEST_F(MoveOffKinks, WhatIsProvenHoldsToTheLastDigitOfMargins) {
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
      draw(seed);
      problem_.intercept = intercept;
      const Solution answer = solve(problem_, support::options_of(Solver::automatic, tolerance));
      EXPECT_EQ(answer.status, Status::converged);
      EXPECT_LE(excess(answer), tolerance) << seed << " " << to_string(intercept);
    }
}

TEST_F(MoveOffKinks, WithoutAToleranceWhatIsProvenHoldsToo) {
  constexpr std::int64_t passes = 200;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    draw(seed);
    SolverOptions options = support::options_of(Solver::automatic, 0);
    options.max_passes = passes;
    const Solution answer = solve(problem_, options);
    const bool is_claimed = answer.certificate.relative_gap <= tolerance;
    EXPECT_TRUE(!is_claimed || excess(answer) <= tolerance) << seed;
  }
}

/// One row with a margin of 1 but for the last digit, and a cost at which that digit is most of the objective.
TEST_F(MoveOffKinks, StretchesAnAnswerThatFallsShort) {
  x_ = {3};
  y_ = {1};
  problem_.x = DenseView<double>{x_.data(), 1, 1, 1};
  problem_.y = y_;
  problem_.loss.name = LossName::hinge;
  problem_.intercept = Intercept::none;
  problem_.C = 1e16;
  Solution short_of_it;
  short_of_it.coef = {std::nextafter(1.0 / 3, 0.0)};
  short_of_it.dual_coef = {1.0 / 9};
  short_of_it.certificate.primal = 1.0 / 18;
  short_of_it.status = Status::numerical;
  const Solution answer = move_off_kinks(short_of_it, problem_, tolerance);
  EXPECT_EQ(answer.status, Status::converged);
  EXPECT_GT(3 * answer.coef[0], 1);
  EXPECT_LE(excess(answer), 1e-14);
}

TEST_F(MoveOffKinks, LeavesAloneWhatIsLargerThanRounding) {
  draw(0);
  problem_.C = 1e-3;
  Solution given;
  given.coef.assign(features, 1.0);
  given.certificate.primal = 1;
  EXPECT_EQ(move_off_kinks(given, problem_, tolerance).coef, given.coef);
}

}  // namespace
}  // namespace hingeline::internal
