// SPDX-License-Identifier: BSD-3-Clause
//
// Limits and the callback of levels that are solved together.
#include <gtest/gtest.h>

#include <vector>

#include "hingeline/model.hpp"
#include "support/levels.hpp"

namespace hingeline {
namespace {

using support::level_options;
using support::spreading_rows;

TEST(LevelTies, StopAtLimitsWithTheBestPointSoFar) {
  TrainOptions options = level_options(LevelTie::rows);
  int calls = 0;
  options.solver.callback = [&calls](const Progress& now) { return ++calls > 0 && now.parts > 1; };
  const TrainResult result = train(spreading_rows(60, 3, 1), options);
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_GT(calls, 0);
  EXPECT_EQ(result.certificate.max_violation, 0);
  calls = 0;
  options.solver.callback = [&calls](const Progress&) { return ++calls == 0; };
  EXPECT_EQ(train(spreading_rows(60, 3, 1), options).status, Status::interrupted);
  EXPECT_EQ(calls, 1);
}

TEST(LevelTies, CallbackFollowsTheStepsOfAllLevelsTogether) {
  TrainOptions options = level_options(LevelTie::rows);
  int steps = 0;
  options.solver.callback = [&steps](const Progress& now) {
    steps += now.parts == 1 && !now.certified ? 1 : 0;
    return steps < 3;
  };
  EXPECT_EQ(train(spreading_rows(60, 3, 1), options).status, Status::interrupted);
  EXPECT_EQ(steps, 3);
}

/// Options for spreading_rows(300, 4, 3) whose levels are solved jointly for many steps.
TrainOptions joint_levels(Intercept intercept, const std::vector<double>& levels) {
  TrainOptions options = level_options(LevelTie::rows);
  options.levels = levels;
  options.intercept = intercept;
  return options;
}

/// With a ridge and without a free intercept, the sums of s need not be 0.
TEST(LevelTies, EndAsSoonAsTheCallbackSaysSo) {
  const std::vector<double> levels = {0.3, 0.4, 0.5, 0.6, 0.7};
  for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
    TrainOptions options = joint_levels(intercept, levels);
    int steps = 0;
    options.solver.callback = [&steps](const Progress& now) { return now.parts > 1 || now.certified || ++steps != 2; };
    EXPECT_EQ(train(spreading_rows(300, 4, 3), options).status, Status::interrupted);
    EXPECT_EQ(steps, 2);
  }
}

TEST(LevelTies, TellEstimatesOfJointSteps) {
  const std::vector<double> levels = {0.3, 0.4, 0.5, 0.6, 0.7};
  for (const double l2 : {0.0, 1.0}) {
    TrainOptions options = joint_levels(Intercept::none, levels);
    options.penalty = {.l1 = 1 - l2, .l2 = l2};
    int steps = 0;
    options.solver.callback = [&steps](const Progress& now) {
      if (now.parts > 1 || now.certified) return true;
      ++steps;
      EXPECT_GT(now.primal, 0);
      EXPECT_GT(now.relative_gap, 0);
      return true;
    };
    EXPECT_EQ(train(spreading_rows(300, 4, 3), options).status, Status::converged);
    EXPECT_GT(steps, 2);
  }
}

TEST(LevelTies, CountThePassesOfAllLevels) {
  TrainOptions options = level_options(LevelTie::rows);
  const TrainResult whole = train(spreading_rows(60, 3, 1), options);
  ASSERT_EQ(whole.status, Status::converged);
  options.solver.max_passes = whole.parts.front().passes / 2;
  const TrainResult part = train(spreading_rows(60, 3, 1), options);
  EXPECT_EQ(part.status, Status::max_passes);
  EXPECT_LT(part.parts.front().passes, whole.parts.front().passes);
}

}  // namespace
}  // namespace hingeline
