// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "support/log_loss.hpp"
#include "support/noisy_line.hpp"

namespace hingeline {
namespace {

using internal::NoisyLine;
using support::log_loss;
using Kind = Calibration::Kind;

TrainOptions hinge() {
  TrainOptions options;
  options.loss.name = LossName::hinge;
  options.solver.tolerance = 1e-6;
  return options;
}

TEST(TrainCalibrated, ProbabilitiesComeCloseToThoseOfTheLogisticLoss) {
  for (const int classes : {2, 4}) {
    const NoisyLine line(600, 4, classes);
    const NoisyLine unseen(600, 4, classes, 2);
    TrainOptions logistic = hinge();
    logistic.loss.name = LossName::logistic;
    const double reference = log_loss(train(line.data, logistic).model, unseen.data);
    for (const Kind kind : {Kind::platt, Kind::isotonic}) {
      const TrainResult result = train_calibrated(line.data, hinge(), kind);
      EXPECT_EQ(result.model.calibration.kind, kind);
      EXPECT_EQ(result.status, Status::converged);
      EXPECT_LT(log_loss(result.model, unseen.data), 1.25 * reference) << classes << ' ' << to_string(kind);
    }
  }
}

TEST(TrainCalibrated, ChangesNoCoefficient) {
  const NoisyLine line(100, 3, 2);
  EXPECT_EQ(train_calibrated(line.data, hinge(), Kind::platt).model.coef, train(line.data, hinge()).model.coef);
}

/// Whose folds may have other classes, or the same in another order.
TEST(TrainCalibrated, BeginsAtAModelOfAllClasses) {
  const NoisyLine line(100, 3, 3);
  const LinearModel earlier = train(line.data, hinge()).model;
  TrainOptions options = hinge();
  options.warm_start = &earlier;
  const TrainResult result = train_calibrated(line.data, options, Kind::platt);
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_EQ(result.model.calibration.kind, Kind::platt);
}

TEST(TrainCalibrated, AStopLeavesTheAnswerSoFarWithoutProbabilities) {
  const NoisyLine line(600, 4, 2);
  int asked = 0;
  TrainOptions options = hinge();
  options.solver.solver = Solver::dual_cd;
  options.solver.callback = [&asked](const Progress&) { return ++asked < 2; };
  const TrainResult result = train_calibrated(line.data, options, Kind::platt);
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_EQ(result.model.calibration.kind, Kind::none);

  KernelTrainOptions kernel;
  asked = 0;
  kernel.solver.solver.callback = [&asked](const Progress&) { return ++asked < 2; };
  EXPECT_EQ(train_calibrated(line.data, kernel, KernelProbability::platt).status, Status::interrupted);
  EXPECT_EQ(asked, 2);
}

TEST(TrainCalibrated, OfAnyWeightsProbabilitiesAreBetween0And1) {
  const NoisyLine line(200, 3, 2);
  const std::vector<double> weights(200, 1e15);
  TrainOptions options = hinge();
  options.weights = weights;
  options.C = 1e-15;
  const TrainResult result = train_calibrated(line.data, options, Kind::isotonic);
  EXPECT_LT(result.model.calibration.knots.back().p, 1);
  EXPECT_GT(result.model.calibration.knots.front().p, 0);
}

/// Of hardly any time, one.
TEST(TrainCalibrated, GoesByTheFoldsThatItHasTimeFor) {
  const NoisyLine line(600, 4, 2);
  TrainOptions options = hinge();
  options.solver.max_seconds = 1e-9;
  const TrainResult result = train_calibrated(line.data, options, Kind::platt);
  EXPECT_EQ(result.status, Status::max_seconds);
  const std::vector<int> fold = content_folds(line.data.x, 5);
  CvOptions cv;
  cv.fold = fold;
  const CvResult held_out = cross_validate(line.data, options, cv);
  std::vector<double> values;
  std::vector<double> truth;
  for (std::size_t i = 0; i < fold.size(); ++i) {
    if (fold[i] != 0) continue;
    values.push_back(held_out.decision_values[i]);
    truth.push_back(line.y[i] == result.model.labels[0] ? 1 : -1);
  }
  EXPECT_EQ(result.model.calibration.slope, fit_calibration(Kind::platt, values, truth, {}).slope);
}

TEST(TrainCalibrated, AWeightOfTwoIsARowTwice) {
  const NoisyLine line(120, 3, 2);
  std::vector<double> weights(120, 1.0);
  std::vector<float> x = line.x;
  std::vector<double> y = line.y;
  for (std::size_t i = 0; i < 120; i += 3) {
    weights[i] = 2;
    x.insert(x.end(), line.x.begin() + static_cast<std::ptrdiff_t>(3 * i),
             line.x.begin() + static_cast<std::ptrdiff_t>(3 * i + 3));
    y.push_back(line.y[i]);
  }
  TrainOptions options = hinge();
  options.loss.name = LossName::squared_hinge;
  options.solver.tolerance = 1e-12;
  Dataset repeated;
  repeated.x = DenseView<float>{x.data(), static_cast<std::int64_t>(y.size()), 3, 3};
  repeated.y = y;
  const double twice = train_calibrated(repeated, options, Kind::platt).model.calibration.slope;
  options.weights = weights;
  EXPECT_NEAR(train_calibrated(line.data, options, Kind::platt).model.calibration.slope / twice, 1, 1e-5);
}

/// Copies of a row are held out together. A training without them knows of no second class, and has no outputs.
TEST(TrainCalibrated, AFoldThatHoldsAllOfAClassIsNotJudged) {
  std::vector<float> x;
  std::vector<double> y;
  internal::Random random(3);
  for (int i = 0; i < 100; ++i) {
    const bool positive = i % 2 == 0;
    x.insert(x.end(), {positive ? 3.0F : static_cast<float>(random.normal()), positive ? 1.0F : 0.0F});
    y.push_back(positive ? 1 : -1);
  }
  Dataset data;
  data.x = DenseView<float>{x.data(), 100, 2, 2};
  data.y = y;
  const Calibration calibration = train_calibrated(data, hinge(), Kind::isotonic).model.calibration;
  for (const auto& [z, p] : calibration.knots) EXPECT_LE(p, 0.5) << "no output of a row of the other class was judged";
  KernelTrainOptions kernel;
  kernel.kernel.name = KernelName::rbf;
  for (const auto& [z, p] : train_calibrated(data, kernel, KernelProbability::isotonic).model.calibration.knots)
    EXPECT_LE(p, 0.5);
}

/// Each by a training that knows the classes it is of: rare classes, of which every fold holds some whole, spoil none
/// of the others' outputs.
TEST(TrainCalibrated, RareClassesLeaveTheOthersTheirProbabilities) {
  NoisyLine rare(300, 3, 2);
  for (std::size_t i = 0; i < 20; ++i) rare.y[7 * i] = 10.0 + static_cast<double>(i);
  for (const MultiClass way : {MultiClass::one_vs_rest, MultiClass::one_vs_one})
    for (const Kind kind : {Kind::platt, Kind::isotonic}) {
      TrainOptions options = hinge();
      options.multi_class = way;
      const TrainResult result = train_calibrated(rare.data, options, kind);
      EXPECT_EQ(result.model.calibration.kind, kind);
      if (kind == Kind::platt) {
        EXPECT_GT(result.model.calibration.slope, 0.2);
      }
      EXPECT_LT(log_loss(result.model, rare.data), 1.5) << to_string(way);
      KernelTrainOptions kernel;
      kernel.multi_class = way;
      const auto probability = kind == Kind::platt ? KernelProbability::platt : KernelProbability::isotonic;
      EXPECT_EQ(train_calibrated(rare.data, kernel, probability).status, Status::converged);
    }
}

TEST(TrainCalibrated, RefusesWhatHasProbabilitiesOrNoClassesOrNothingToHoldOut) {
  const NoisyLine line(50, 2, 2);
  TrainOptions options = hinge();
  options.loss.name = LossName::logistic;
  EXPECT_THROW(train_calibrated(line.data, options, Kind::platt), InvalidParameter);
  options.loss.name = LossName::huber;
  EXPECT_THROW(train_calibrated(line.data, options, Kind::platt), InvalidParameter);
  const std::vector<float> ones(20, 1.0F);
  std::vector<double> y(10, 1.0);
  y[0] = -1;
  Dataset same;
  same.x = DenseView<float>{ones.data(), 10, 2, 2};
  same.y = y;
  EXPECT_THROW(train_calibrated(same, hinge(), Kind::isotonic), InvalidParameter);
}

TEST(FitCalibration, TellsOddsFromScoresTheCallerHas) {
  internal::Random random(7);
  std::vector<double> values;
  std::vector<double> truth;
  for (int i = 0; i < 4000; ++i) {
    values.push_back(2 * random.normal());
    truth.push_back(random.uniform() < 1 / (1 + std::exp(-1.5 * values.back())) ? 1.0 : -1.0);
  }
  EXPECT_NEAR(fit_calibration(Calibration::Kind::platt, values, truth).slope, 1.5, 0.1);
  EXPECT_GT(fit_calibration(Calibration::Kind::isotonic, values, truth).knots.size(), 5U);
  std::vector<double> weights(values.size(), 1.0);
  const double once = fit_calibration(Calibration::Kind::platt, values, truth, weights).slope;
  weights.assign(values.size(), 2.0);
  values.insert(values.end(), values.begin(), values.end());
  truth.insert(truth.end(), truth.begin(), truth.end());
  const double twice = fit_calibration(Calibration::Kind::platt, values, truth).slope;
  values.resize(weights.size());
  truth.resize(weights.size());
  EXPECT_NE(once, twice);  // the targets know how many there are
  EXPECT_NEAR(fit_calibration(Calibration::Kind::platt, values, truth, weights).slope, twice, 1e-9);
}

TEST(FitCalibration, RefusesWhatDoesNotFit) {
  const std::vector<double> two = {1, -1};
  EXPECT_THROW(fit_calibration(Calibration::Kind::none, two, two), InvalidParameter);
  EXPECT_THROW(fit_calibration(Calibration::Kind::platt, two, std::vector<double>{1}), InvalidParameter);
  EXPECT_THROW(fit_calibration(Calibration::Kind::platt, two, two, std::vector<double>{1}), InvalidParameter);
  EXPECT_THROW(fit_calibration(Calibration::Kind::platt, two, two, std::vector<double>{1, 0}), InvalidParameter);
  EXPECT_THROW(fit_calibration(Calibration::Kind::platt, two, std::vector<double>{1, 0}), InvalidParameter);
  EXPECT_THROW(fit_calibration(Calibration::Kind::platt, std::vector<double>{1, HUGE_VAL}, two), InvalidParameter);
}

}  // namespace
}  // namespace hingeline
