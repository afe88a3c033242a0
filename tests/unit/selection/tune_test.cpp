// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <vector>

#include "hingeline/constraint_set.hpp"
#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "support/message_of.hpp"
#include "support/noisy_line.hpp"

namespace hingeline {
namespace {

using internal::NoisyLine;

TEST(Tune, FindsTheBestOfWhatItTriedAndTrainsThere) {
  const NoisyLine line(200, 8, 2);
  TrainOptions options;
  const TuneResult result = tune(line.data, options);
  ASSERT_GT(result.points.size(), 8);
  for (const CvPoint& point : result.points) {
    EXPECT_LE(point.score, result.best.score);
    EXPECT_TRUE(point.score < result.best.score || point.C >= result.best.C);
  }
  EXPECT_EQ(result.trained.model.C, result.best.C);
  EXPECT_EQ(result.trained.status, Status::converged);
  options.C = result.best.C;
  EXPECT_NEAR(cross_validate(line.data, options).points[0].score, result.best.score, 0.011);
}

TEST(Tune, BeginsWherePredictionsHardlyDifferFromAConstant) {
  const NoisyLine line(200, 8, 2);
  TrainOptions options;
  const TuneResult result = tune(line.data, options);
  options.C = result.points.front().C;
  const LinearModel model = train(line.data, options).model;
  double spread = 0;
  for (const double z : decision_values(model, line.data.x))
    spread = std::max(spread, std::abs(z - model.intercept[0]));
  EXPECT_LT(spread, 0.1);
  EXPECT_GT(spread, 0.005);
}

TEST(Tune, BesideOtherPenaltiesAndConstraintsBeginsWhereCoefficientsBeginToMove) {
  const NoisyLine line(200, 8, 2);
  TrainOptions lasso;
  lasso.penalty = {.l1 = 1, .l2 = 0};
  ConstraintSet set(8);
  set.fix_sum(1);
  TrainOptions constrained;
  constrained.constraints = set.constraints();
  for (TrainOptions options : {lasso, constrained}) {
    const TuneResult result = tune(line.data, options);
    const double first = result.points.front().C;
    EXPECT_GT(result.points.size(), 8);
    EXPECT_GT(result.best.score, result.points.front().score);
    const auto coef_at = [&](double C) {
      options.C = C;
      return train(line.data, options).model.coef;
    };
    const std::vector<double> least = coef_at(first / 64);
    const std::vector<double> hardly = coef_at(first);
    const std::vector<double> farther = coef_at(4 * first);
    double change = 0;
    double growth = 0;
    for (std::size_t j = 0; j < 8; ++j) {
      change = std::max(change, std::abs(hardly[j] - least[j]));
      growth = std::max(growth, std::abs(farther[j] - least[j]));
    }
    EXPECT_LT(change, 0.03);
    EXPECT_GT(growth, 0.003);
  }
}

TEST(Tune, GoesOnWhereCoefficientsHaveNotMovedYet) {
  const NoisyLine line(200, 8, 2);
  TrainOptions options;
  options.penalty = {.l1 = 1, .l2 = 0};
  TuneOptions search;
  search.first_C = 1e-4;
  const TuneResult result = tune(line.data, options, search);
  EXPECT_EQ(result.points[1].coef_norm, 0);
  EXPECT_GT(result.best.coef_norm, 0);
}

TEST(Tune, TrainsInTheTimeThatIsLeft) {
  const NoisyLine line(200, 8, 2);
  TrainOptions options;
  options.solver.max_seconds = 1e-9;
  EXPECT_EQ(tune(line.data, options).trained.status, Status::max_seconds);
}

/// Whose w says nothing of how far predictions would move.
TEST(Tune, TrainingsThatWereCutShortDoNotSayThatCHardlyMatters) {
  const NoisyLine line(200, 8, 2);
  const std::atomic<bool> interrupt = true;
  TrainOptions options;
  options.solver.solver = Solver::proximal_newton;
  options.penalty = {.l1 = 1, .l2 = 0};
  options.solver.interrupt = &interrupt;
  EXPECT_LT(tune(line.data, options).best.C, 1);
}

TEST(Tune, SearchesEpsilonTooWhereTheLossHasATube) {
  const NoisyLine line(120, 4, 0);
  TrainOptions options;
  options.loss.name = LossName::squared_epsilon_insensitive;
  const TuneResult result = tune(line.data, options);
  std::set<double> epsilons;
  for (const CvPoint& point : result.points) {
    epsilons.insert(point.epsilon);
    EXPECT_GE(point.score, result.best.score);
  }
  EXPECT_EQ(epsilons.size(), 6);
  EXPECT_EQ(result.trained.model.loss.epsilon, result.best.epsilon);
  TuneOptions search;
  search.epsilon = {0.2};
  for (const CvPoint& point : tune(line.data, options, search).points) EXPECT_EQ(point.epsilon, 0.2);
}

TEST(Tune, KeepsWithinItsLimits) {
  const NoisyLine line(100, 3, 2);
  TuneOptions search;
  search.first_C = 0.5;
  search.last_C = 2;
  for (const CvPoint& point : tune(line.data, {}, search).points) {
    EXPECT_GE(point.C, 0.5);
    EXPECT_LE(point.C, 2);
  }
  const auto refusal = [&] { return support::message_of<InvalidParameter>([&] { tune(line.data, {}, search); }); };
  search.first_C = -1;
  EXPECT_EQ(refusal(), "first_C: -1 given, must be > 0 and finite");
  search.first_C = 4;
  EXPECT_EQ(refusal(), "first_C: 4 given, must be <= 2");
  search.first_C = {};
  search.last_C = -1;
  EXPECT_EQ(refusal(), "last_C: -1 given, must be > 0 and finite");
  std::atomic<bool> stop = true;
  TrainOptions options;
  options.solver.interrupt = &stop;
  EXPECT_EQ(tune(line.data, options).points.size(), 1);
}

}  // namespace
}  // namespace hingeline
