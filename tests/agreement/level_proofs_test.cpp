// SPDX-License-Identifier: BSD-3-Clause
//
// Levels whose proof is hard: optima of 0, no penalty, little to gain, no tolerance.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "data/owned_rows.hpp"
#include "hingeline/model.hpp"
#include "support/levels.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

using support::deepest_crossing;
using support::level_options;
using support::spreading_rows;

/// Outputs that touch on every row are moved apart by the size of rounding, and P is then of that size.
TEST(LevelTies, AreProvenWhereTheOptimumIsZero) {
  const Dataset data = spreading_rows(6, 40, 5);
  const std::vector<double> constant(6, -20);
  TrainOptions options;
  options.loss = {.name = LossName::quantile, .epsilon = 0};
  options.levels = support::close_levels;
  const std::vector<double> lower(40, -100);
  const std::vector<double> upper(40, 100);
  options.box = {lower, upper};
  for (const LevelTie tie : {LevelTie::rows, LevelTie::box})
    for (const Penalty penalty : {Penalty{}, Penalty{.l1 = 0.5, .l2 = 0.5}, Penalty{.l1 = 0, .l2 = 0}})
      for (const std::span<const double> y : {std::span<const double>(constant), data.y}) {
        SCOPED_TRACE(testing::Message() << to_string(tie) << ", l2 = " << penalty.l2 << ", y[0] = " << y[0]);
        Dataset given = data;
        given.y = y;
        options.level_tie = tie;
        options.penalty = penalty;
        const TrainResult result = train(given, options);
        EXPECT_EQ(result.status, Status::converged) << result.certificate.primal;
        EXPECT_LE(deepest_crossing(result.model, given), 0);
      }
}

/// Without a penalty, rounding makes a dual point infeasible: primal points are proven by the best dual point so far.
TEST(LevelTies, AreProvenWithoutAPenalty) {
  const std::vector<double> lower(28, -2);
  const std::vector<double> upper(28, 1.5);
  const std::vector<double> levels = {0.05, 0.25, 0.75, 0.95};
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    internal::Random random(seed);
    internal::OwnedRows<double> owned = internal::allocate_dense<double>(35, 28, 35);
    for (std::int64_t i = 0; i < 35; ++i) {
      double y = 0;
      for (std::int32_t j = 0; j < 28; ++j) {
        owned.values[i * 28 + j] = static_cast<double>(random.below(5)) - 2;
        y += (j % 3 - 1) * owned.values[i * 28 + j];
      }
      owned.y[i] = 0.1 * y + 0.1 * random.normal();
    }
    const Dataset data = internal::dense_dataset(std::move(owned), 35, 28);
    TrainOptions options;
    options.loss = {.name = LossName::quantile, .epsilon = 0};
    options.levels = levels;
    options.level_tie = LevelTie::box;
    options.box = {lower, upper};
    options.C = 5;
    options.penalty.l2 = 0;
    options.solver.tolerance = 1e-2;
    EXPECT_EQ(train(data, options).status, Status::converged) << seed;
  }
}

/// All rows fit in the tube, or on a plane: one function is optimal for all levels.
TEST(LevelTies, AreProvenWhereOneFunctionFitsAllRows) {
  for (const double epsilon : {0.2, 0.0})
    for (const std::int64_t rows : {3, 13, 100, 1000}) {
      Dataset data = spreading_rows(rows, 3, 5);
      std::vector<double> y;
      for (std::int64_t i = 0; i < rows; ++i) {
        const std::vector<double> row = support::slow_row(data.x, i);
        y.push_back(2 * row[0] - row[1] + 0.5 * row[2]);
      }
      data.y = y;
      TrainOptions options;
      options.loss = {.name = LossName::quantile, .epsilon = epsilon};
      options.levels = support::close_levels;
      options.penalty.l2 = 0;
      const std::vector<double> lower(3, -3);
      const std::vector<double> upper(3, 3);
      options.box = {lower, upper};
      for (const LevelTie tie : {LevelTie::rows, LevelTie::box}) {
        options.level_tie = tie;
        const TrainResult result = train(data, options);
        EXPECT_EQ(result.status, Status::converged) << rows << " rows, " << to_string(tie) << ", tube " << epsilon;
        EXPECT_LE(result.certificate.primal, 1e-8) << rows << " rows, " << to_string(tie) << ", tube " << epsilon;
        EXPECT_LE(deepest_crossing(result.model, data), 0);
      }
    }
}

/// For so small a C, intercepts without a penalty give most of the possible gain.
TEST(LevelTies, OfOneSlopeConvergeForTinyCosts) {
  const std::vector<double> levels = {0.01, 0.5, 0.9};
  for (const double C : {1e-5, 1e-4, 1e-2}) {
    TrainOptions options = level_options(LevelTie::slope);
    options.levels = levels;
    options.C = C;
    const TrainResult result = train(spreading_rows(60, 3, 1), options);
    EXPECT_EQ(result.status, Status::converged) << C << " " << result.certificate.relative_gap;
  }
}

/// The optimum is 0. The intercepts once missed the targets by more than rounding.
TEST(LevelTies, OfOneSlopeAreProvenOnConstantTargets) {
  const std::vector<double> levels = {0.05, 0.2, 0.4, 0.6, 0.95};
  for (const LossName loss : {LossName::quantile, LossName::expectile})
    for (std::int64_t rows = 20; rows <= 300; rows += 40) {
      Dataset data = spreading_rows(rows, 3, 1);
      const std::vector<double> y(data.y.size(), 1000.0 / 3);
      data.y = y;
      TrainOptions options = level_options(LevelTie::slope);
      options.loss.name = loss;
      options.levels = levels;
      options.solver.tolerance = 1e-8;
      options.solver.max_passes = 1000;
      const TrainResult result = train(data, options);
      EXPECT_EQ(result.status, Status::converged) << to_string(loss) << rows << " " << result.certificate.primal;
    }
}

TEST(LevelTies, ReachAGapOfRoundingWithToleranceZero) {
  for (const LevelTie tie : {LevelTie::rows, LevelTie::slope}) {
    TrainOptions options = level_options(tie);
    options.solver.tolerance = 0;
    const TrainResult result = train(spreading_rows(100, 3, 1), options);
    EXPECT_EQ(result.status, Status::numerical);
    EXPECT_LE(result.certificate.relative_gap, 1e-9);
  }
}

}  // namespace
}  // namespace hingeline
