// SPDX-License-Identifier: BSD-3-Clause
//
// What ties of levels keep apart, and with what else they go together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/selection.hpp"
#include "support/levels.hpp"
#include "support/noisy_line.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

using support::deepest_crossing;
using support::level_options;
using support::level_tolerance;
using support::spreading_rows;

TEST(LevelTies, HoldOutputsApartThatWouldCross) {
  const Dataset data = spreading_rows(60, 3, 1);
  TrainOptions options = level_options(LevelTie::separate);
  const TrainResult separate = train(data, options);
  EXPECT_EQ(separate.parts.size(), 3);
  EXPECT_GT(deepest_crossing(separate.model, data), 0.01);
  options.level_tie = LevelTie::rows;
  const TrainResult tied = train(data, options);
  ASSERT_FALSE(tied.contacts.empty());
  EXPECT_GT(tied.certificate.primal, separate.certificate.primal);
  for (const LevelContact& contact : tied.contacts) {
    EXPECT_GT(contact.multiplier, 0);
    EXPECT_EQ(contact.x, support::slow_row(data.x, contact.row));
  }
}

TEST(LevelTies, CostNothingWhereOutputsDoNotCross) {
  const internal::NoisyLine line(500, 2, 0);
  const std::vector<double> levels = {0.1, 0.9};
  TrainOptions options = level_options(LevelTie::separate);
  options.levels = levels;
  const TrainResult separate = train(line.data, options);
  options.level_tie = LevelTie::rows;
  const TrainResult tied = train(line.data, options);
  EXPECT_EQ(tied.model.coef, separate.model.coef);
  EXPECT_TRUE(tied.contacts.empty());
}

TEST(LevelTies, RowsOfWeightZeroMayCross) {
  const Dataset data = spreading_rows(80, 3, 1);
  std::vector<double> weights(80, 1.0);
  std::fill(weights.begin() + 60, weights.end(), 0.0);
  TrainOptions options = level_options(LevelTie::rows);
  options.weights = weights;
  const TrainResult weighted = train(data, options);
  const TrainResult without = train(spreading_rows(60, 3, 1), level_options(LevelTie::rows));
  EXPECT_NEAR(weighted.certificate.primal, without.certificate.primal,
              2 * level_tolerance * without.certificate.primal);
  EXPECT_LE(deepest_crossing(weighted.model, data, weights), 0);
}

TEST(LevelTies, KeepBoundsConstraintsAndStandardizedColumns) {
  const Dataset data = spreading_rows(60, 3, 3);
  const std::vector<double> lower(3, 0.2);
  const std::vector<double> row = {1, -1, 0};
  const std::vector<double> limit = {0};
  TrainOptions options = level_options(LevelTie::rows);
  options.bounds.lower = lower;
  options.constraints = {DenseView<double>{row.data(), 1, 3, 3}, limit, limit};
  options.standardize = true;
  const TrainResult result = train(data, options);
  EXPECT_EQ(result.status, Status::converged) << result.parts[0].reason;
  EXPECT_LE(deepest_crossing(result.model, data), 0);
  for (const double w : result.model.coef) EXPECT_GE(w, 0.2);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(result.model.coef[k], result.model.coef[3 + k], 1e-5);
}

/// Bounds are applied before outputs are moved apart, not after.
TEST(LevelTies, AreOrderedWithinBounds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (const LossName loss : {LossName::quantile, LossName::expectile}) {
      internal::Random random(seed);
      const auto rows = static_cast<std::int64_t>(4 + random.below(30));
      std::vector<double> x;
      std::vector<double> y;
      for (std::int64_t i = 0; i < rows; ++i) {
        for (int j = 0; j < 2; ++j) x.push_back(std::round(random.normal()));
        y.push_back(random.normal() * (0.3 + std::abs(x.back())));
      }
      Dataset data;
      data.x = DenseView<double>{x.data(), rows, 2, 2};
      data.y = y;
      const std::vector<double> lower(2, 0.0);
      const std::vector<double> upper(2, 0.3);
      TrainOptions options = level_options(LevelTie::rows);
      options.loss.name = loss;
      options.C = 10;
      options.bounds = {lower, upper};
      options.solver.tolerance = 1e-2;
      const TrainResult result = train(data, options);
      EXPECT_EQ(result.certificate.max_violation, 0) << seed;
      EXPECT_LE(deepest_crossing(result.model, data), 0) << seed;
    }
}

TEST(LevelTies, WithoutAnInterceptHoldWithinTheTolerance) {
  TrainOptions options = level_options(LevelTie::rows);
  options.intercept = Intercept::none;
  const Dataset data = spreading_rows(60, 3, 1);
  const TrainResult result = train(data, options);
  EXPECT_EQ(result.status, Status::converged) << result.parts[0].reason;
  EXPECT_LE(deepest_crossing(result.model, data), 1e-4);
}

/// Within a tube the best intercepts of a level are an interval.
TEST(LevelTies, OfOneSlopeAscendWithinTubes) {
  const std::vector<double> levels = {0.12, 0.5, 0.7, 0.72};
  for (const std::int64_t rows : {1, 2, 60}) {
    TrainOptions options = level_options(LevelTie::slope);
    options.levels = levels;
    options.loss.epsilon = 0.5;
    const Dataset data = spreading_rows(rows, 3, 1);
    const TrainResult result = train(data, options);
    EXPECT_EQ(result.status, Status::converged) << result.certificate.relative_gap;
    EXPECT_LE(deepest_crossing(result.model, data), 0) << rows << " rows";
  }
}

TEST(LevelTies, PathsBeginWhereTheLastPointEnded) {
  const Dataset data = spreading_rows(60, 3, 1);
  const std::vector<double> costs = {0.1, 1, 10};
  const PathResult path = train_path(data, level_options(LevelTie::rows), costs);
  ASSERT_EQ(path.points.size(), 3);
  for (const PathPoint& point : path.points) EXPECT_EQ(point.status, Status::converged);
  const TrainResult cold = train(data, level_options(LevelTie::rows));
  EXPECT_NEAR(path.points[1].certificate.primal, cold.certificate.primal,
              2 * level_tolerance * cold.certificate.primal);
}

TEST(LevelTies, RefuseWhatDoesNotFit) {
  const Dataset data = spreading_rows(20, 3, 1);
  const auto refused = [&](const std::function<void(TrainOptions&)>& change) {
    TrainOptions options = level_options(LevelTie::rows);
    change(options);
    EXPECT_THROW(train(data, options), InvalidParameter);
  };
  const std::vector<double> twice = {0.5, 0.5};
  const std::vector<double> outside = {0.5, 1};
  refused([&](TrainOptions& options) { options.levels = twice; });
  refused([&](TrainOptions& options) { options.levels = outside; });
  refused([](TrainOptions& options) { options.levels = {}; });
  refused([](TrainOptions& options) { options.loss.name = LossName::huber; });
  refused([](TrainOptions& options) { options.level_tie = LevelTie::box; });
  refused([](TrainOptions& options) {
    options.level_tie = LevelTie::slope;
    options.intercept = Intercept::none;
  });
  EXPECT_THROW(cross_validate(data, level_options(LevelTie::rows)), InvalidParameter);
}

}  // namespace
}  // namespace hingeline
