// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "selection/warm_path.hpp"
#include "support/noisy_line.hpp"

namespace hingeline {
namespace {

using internal::NoisyLine;

TEST(TrainPath, ReachesWhatSingleTrainingsReach) {
  for (const int classes : {2, 3}) {
    const NoisyLine line(150, 4, classes);
    for (const LossName loss : {LossName::hinge, LossName::squared_hinge, LossName::logistic}) {
      TrainOptions options;
      options.loss.name = loss;
      options.solver.tolerance = 1e-7;
      const std::vector<double> costs = {0.01, 0.1, 0.5, 0.5, 5, 1};
      const PathResult path = train_path(line.data, options, costs);
      ASSERT_EQ(path.points.size(), costs.size());
      for (std::size_t k = 0; k < costs.size(); ++k) {
        options.C = costs[k];
        const TrainResult alone = train(line.data, options);
        const PathPoint& point = path.points[k];
        EXPECT_EQ(point.C, costs[k]);
        EXPECT_EQ(path.models[k].C, costs[k]);
        EXPECT_EQ(point.status, Status::converged);
        EXPECT_LE(point.certificate.relative_gap, 1e-7);
        EXPECT_NEAR(point.certificate.primal / alone.certificate.primal, 1, 2e-7);
      }
    }
  }
}

TEST(TrainPath, BeginsWhereTheCallerSays) {
  TrainOptions options;
  options.solver.solver = Solver::dual_cd;
  options.keep_dual = true;
  const NoisyLine line(150, 4, 2);
  const TrainResult there = train(line.data, options);
  const std::vector<std::vector<double>> dual = {there.parts[0].dual_coef};
  const std::vector<double> costs = {options.C, 2};
  const PathResult cold = train_path(line.data, options, costs);
  options.warm_dual = dual;
  const PathResult warm = train_path(line.data, options, costs);
  EXPECT_EQ(warm.points[0].passes, 0);
  EXPECT_GT(cold.points[0].passes, 0);
  EXPECT_EQ(warm.points[1].status, Status::converged);
}

/// Passes of a path over passes of as many cold trainings.
double warm_over_cold(const Dataset& data, TrainOptions options, const std::vector<double>& costs) {
  const PathResult path = train_path(data, options, costs);
  std::int64_t warm = 0;
  std::int64_t cold = 0;
  for (std::size_t k = 0; k < costs.size(); ++k) {
    options.C = costs[k];
    warm += path.points[k].passes;
    cold += train(data, options).parts[0].passes;
  }
  return static_cast<double>(warm) / static_cast<double>(cold);
}

TEST(TrainPath, IsCheaperWarm) {
  TrainOptions options;
  options.solver.solver = Solver::dual_cd;
  EXPECT_LT(warm_over_cold(NoisyLine(400, 10, 2).data, options, geometric_grid(0.01, 10, 12)), 0.5);
  options.solver.solver = Solver::alm_newton;
  options.solver.tolerance = 1e-4;
  options.loss = {LossName::quantile};
  EXPECT_LT(warm_over_cold(NoisyLine(4000, 8, 0).data, options, geometric_grid(0.001, 10, 20)), 0.6);
}

/// Of one row and one feature.
TrainResult trained(double s, double w) {
  TrainResult result;
  result.parts.resize(1);
  result.parts[0].dual_coef = {s, 1};
  result.model.coef = {w};
  result.model.intercept = {-w};
  return result;
}

TEST(WarmPath, GoesOnAlongTheLinesAndScalesWhereThereAreNone) {
  using Dual = internal::WarmPath::Dual;
  internal::WarmPath warm({LossName::hinge});
  EXPECT_TRUE(warm.predict(1).dual.empty());
  EXPECT_FALSE(warm.predict(1).model);
  TrainResult first = trained(2, 1);
  warm.remember(2, first);
  EXPECT_EQ(warm.predict(6).dual, (Dual{{6, 3}}));
  EXPECT_EQ(warm.predict(6).model->coef, (std::vector<double>{1}));
  TrainResult second = trained(4, 3);
  warm.remember(4, second);
  EXPECT_EQ(warm.predict(6).dual, (Dual{{6, 1}}));
  EXPECT_DOUBLE_EQ(warm.predict(8).model->coef[0], 5);
  EXPECT_DOUBLE_EQ(warm.predict(8).model->intercept[0], -5);
  EXPECT_EQ(warm.predict(2).dual, (Dual{{2, 0.5}}));
  EXPECT_EQ(warm.predict(2).model->coef, (std::vector<double>{3}));
  TrainResult third = trained(5, 9);
  warm.remember(1, third);
  EXPECT_EQ(warm.predict(2).dual, (Dual{{10, 2}})) << "backwards, a path begins anew";
}

TEST(WarmPath, OfTheLogisticLossIsAParabola) {
  const auto w_at = [](double C) { return 1 + std::log(C) * (3 - 0.5 * std::log(C)); };
  internal::WarmPath warm({LossName::logistic});
  for (const double C : {0.1, 1.0, 3.0, 7.0}) {
    TrainResult result = trained(C * w_at(C), w_at(C));
    warm.remember(C, result);
  }
  const internal::WarmPath::Start start = warm.predict(20);
  EXPECT_NEAR(start.model->coef[0], w_at(20), 1e-12);
  EXPECT_NEAR(start.model->intercept[0], -w_at(20), 1e-12);
  EXPECT_NEAR(start.dual[0][0], 20 * w_at(20), 1e-11);
}

TEST(TrainPath, BeginsColdWhereStepsOverflow) {
  const NoisyLine line(50, 3, 2);
  const std::vector<double> costs = {1e-300, 1e300};
  EXPECT_EQ(train_path(line.data, TrainOptions{}, costs).points.size(), 2);
}

}  // namespace
}  // namespace hingeline
