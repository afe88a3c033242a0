// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/metrics.hpp"
#include "hingeline/selection.hpp"
#include "support/log_loss.hpp"
#include "support/noisy_line.hpp"
#include "support/small_machine.hpp"

namespace hingeline {
namespace {

using internal::NoisyLine;
using internal::small_machine;
using support::log_loss;

/// A fold held out is a training on the other rows.
TEST(KernelCrossValidate, HeldOutRowsAreNotSeen) {
  for (const int classes : {2, 3}) {
    const NoisyLine line(90, 3, classes);
    const KernelTrainOptions options = small_machine(Machine::c_svc, 1e-8);
    CvOptions cv;
    cv.folds = 3;
    const CvResult result = cross_validate(line.data, options, cv);
    const std::vector<int> fold = stratified_folds(line.y, {}, Strata::classes, 3);
    std::vector<std::int64_t> inside;
    std::vector<double> y;
    for (std::size_t i = 0; i < fold.size(); ++i) {
      if (fold[i] == 1) continue;
      inside.push_back(static_cast<std::int64_t>(i));
      y.push_back(line.y[i]);
    }
    Dataset others = internal::select_rows(line.data.x, inside);
    others.y = y;
    const KernelModel model = train(others, options).model;
    const std::vector<double> values = decision_values(model, line.data.x);
    const std::vector<double> predictions = predict(model, values);
    for (std::size_t i = 0; i < fold.size(); ++i) {
      if (fold[i] != 1) continue;
      EXPECT_EQ(result.predictions[i], predictions[i]);
      for (std::size_t k = 0; k < model.outputs() && model.labels == ordered_labels(line.y); ++k)
        EXPECT_NEAR(result.decision_values[i * model.outputs() + k], values[i * model.outputs() + k], 1e-3);
    }
  }
}

TEST(KernelCrossValidate, JudgesTheFoldsThatItHasTimeFor) {
  const NoisyLine line(90, 3, 2);
  KernelTrainOptions options = small_machine(Machine::c_svc, 1e-8);
  options.solver.solver.max_seconds = 1e-9;
  const CvPoint point = cross_validate(line.data, options).points[0];
  EXPECT_EQ(point.status, Status::max_seconds);
  EXPECT_EQ(std::ranges::count_if(point.fold_scores, [](double score) { return std::isnan(score); }), 4);
  EXPECT_EQ(point.score, point.fold_scores[0]);
}

TEST(KernelCrossValidate, EveryGammaWithEveryC) {
  const NoisyLine line(90, 3, 2);
  const KernelTrainOptions options = small_machine(Machine::c_svc, 1e-8);
  CvOptions cv;
  cv.folds = 3;
  const std::vector<double> C = {0.01, 1, 10};
  const std::vector<double> gamma = {0.1, 100};
  const CvResult result = cross_validate(line.data, options, cv, C, gamma);
  ASSERT_EQ(result.points.size(), 6);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(result.points[k].gamma, gamma[k / 3]);
    EXPECT_EQ(result.points[k].C, C[k % 3]);
    EXPECT_LE(result.points[k].score, result.points[result.best].score);
    EXPECT_EQ(result.points[k].fold_scores.size(), 3);
  }
  KernelTrainOptions single = options;
  single.C = result.points[result.best].C;
  single.kernel.gamma = result.points[result.best].gamma;
  EXPECT_EQ(cross_validate(line.data, single, cv).predictions, result.predictions);
  EXPECT_EQ(result.points[result.best].score, accuracy(line.y, result.predictions));
}

/// Each C begins where the one before ended, up or down, and says what a training of its own says.
TEST(KernelCrossValidate, CostsBeginWhereTheOneBeforeEnded) {
  const NoisyLine line(300, 4, 3);
  KernelTrainOptions options = small_machine(Machine::c_svc, 1e-8);
  options.solver.solver.tolerance = 1e-4;
  for (const std::vector<double>& costs : {std::vector<double>{1, 2, 4, 8}, {8, 4, 2, 1}}) {
    const CvResult together = cross_validate(line.data, options, {}, costs);
    std::int64_t passes = 0;
    for (std::size_t k = 0; k < costs.size(); ++k) {
      options.C = costs[k];
      const CvPoint alone = cross_validate(line.data, options).points[0];
      EXPECT_EQ(together.points[k].status, Status::converged);
      EXPECT_LE(together.points[k].largest_gap, 1e-4);
      EXPECT_NEAR(together.points[k].score, alone.score, 0.01);
      EXPECT_NEAR(together.points[k].support_vectors, alone.support_vectors, 5);
      passes += alone.passes;
    }
    std::int64_t warm_passes = 0;
    for (const CvPoint& point : together.points) warm_passes += point.passes;
    EXPECT_LT(warm_passes, 0.8 * static_cast<double>(passes));
    options.solver.cache_megabytes = 1e-3;  // no room for what is remembered
    EXPECT_EQ(cross_validate(line.data, options, {}, costs).points[1].status, Status::converged);
    options.solver.cache_megabytes = 1000;
  }
}

TEST(KernelCrossValidate, ScoresNumbersAndOneClass) {
  const NoisyLine line(90, 3, 0);
  const CvResult numbers = cross_validate(line.data, small_machine(Machine::nu_svr, 1e-8));
  EXPECT_DOUBLE_EQ(numbers.points[0].score, mean_squared_error(line.y, numbers.predictions));  // summed by folds
  EXPECT_GT(numbers.points[0].squared_correlation, 0.5);
  NoisyLine inside(90, 3, 2);
  for (double& y : inside.y) y = 1;
  const CvResult one = cross_validate(inside.data, small_machine(Machine::one_class, 1e-8));
  EXPECT_EQ(one.points[0].score, accuracy(inside.y, one.predictions));
  EXPECT_GT(one.points[0].score, 0.4);
}

TEST(KernelCrossValidate, RefusesWhatDoesNotFit) {
  const NoisyLine line(90, 3, 2);
  KernelTrainOptions options = small_machine(Machine::c_svc, 1e-8);
  const std::vector<double> negative = {1, -1};
  EXPECT_THROW(cross_validate(line.data, options, {}, negative), InvalidParameter);
  EXPECT_THROW(cross_validate(line.data, options, {}, {}, negative), InvalidParameter);
  const std::vector<double> one = {5};
  EXPECT_THROW(cross_validate(line.data, small_machine(Machine::nu_svc, 1e-3), {}, one), InvalidParameter);
  KernelTrainOptions linear = options;
  linear.kernel.name = KernelName::linear;
  EXPECT_THROW(cross_validate(line.data, linear, {}, {}, one), InvalidParameter);
  CvOptions cv;
  const std::vector<int> all_in_one(90, 2);
  cv.fold = all_in_one;
  EXPECT_THROW(cross_validate(line.data, options, cv), InvalidParameter);
  const std::vector<double> weights(89, 1.0);
  options.weights = weights;
  EXPECT_THROW(cross_validate(line.data, options), DataError);
}

TEST(KernelTrainCalibrated, ProbabilitiesComeCloseToThoseOfTheLogisticLoss) {
  for (const int classes : {2, 4}) {
    const NoisyLine line(600, 4, classes);
    const NoisyLine unseen(600, 4, classes, 2);
    TrainOptions logistic;
    logistic.loss.name = LossName::logistic;
    const LinearModel reference = train(line.data, logistic).model;
    const std::vector<double> p = predict_probability(reference, decision_values(reference, unseen.data.x));
    double best = 0;
    for (std::size_t i = 0; i < unseen.y.size(); ++i)
      for (std::size_t k = 0; k < reference.labels.size(); ++k)
        if (reference.labels[k] == unseen.y[i]) best -= std::log(p[i * reference.labels.size() + k]) / 600;
    KernelTrainOptions options = small_machine(Machine::c_svc, 1e-8);
    options.kernel = {KernelName::linear};
    options.solver.solver.tolerance = 1e-4;
    for (const KernelProbability kind : {KernelProbability::platt, KernelProbability::libsvm}) {
      const KernelTrainResult result = train_calibrated(line.data, options, kind);
      EXPECT_EQ(result.status, Status::converged);
      EXPECT_LT(log_loss(result.model, unseen.data), 1.3 * best) << classes;
    }
  }
}

TEST(KernelTrainCalibrated, MarksOfOneClassAreThoseOfRowsThatAreThere) {
  const NoisyLine line(200, 3, 0);
  const NoisyLine longer(300, 3, 0);
  KernelTrainOptions options = small_machine(Machine::one_class, 1e-10);
  const KernelTrainResult few = train_calibrated(line.data, options, KernelProbability::libsvm);
  std::vector<double> weights(300);
  std::fill_n(weights.begin(), 200, 1.0);
  options.weights = weights;
  const KernelTrainResult all = train_calibrated(longer.data, options, KernelProbability::libsvm);
  ASSERT_EQ(all.model.density_marks.size(), 10);
  for (std::size_t k = 0; k < 10; ++k) EXPECT_NEAR(all.model.density_marks[k], few.model.density_marks[k], 1e-6);
}

TEST(KernelCrossValidate, RefusesRowsOfOneClassAsTrainingsDo) {
  const NoisyLine line(40, 3, 2);
  KernelTrainOptions options = small_machine(Machine::c_svc, 1e-6);
  std::vector<double> weights;
  for (const double y : line.y) weights.push_back(y > 0 ? 1 : 0);
  options.weights = weights;
  EXPECT_THROW(cross_validate(line.data, options), DataError);
}

TEST(KernelTrainCalibrated, RegressionAndOneClass) {
  const NoisyLine line(200, 3, 0);
  const KernelTrainResult regression =
      train_calibrated(line.data, small_machine(Machine::epsilon_svr, 1e-8), KernelProbability::libsvm);
  ASSERT_EQ(regression.model.probability_a.size(), 1);
  EXPECT_GT(regression.model.probability_a[0], 0);
  EXPECT_TRUE(regression.model.probability_b.empty());
  const KernelTrainResult one =
      train_calibrated(line.data, small_machine(Machine::one_class, 1e-8), KernelProbability::libsvm);
  EXPECT_EQ(one.model.density_marks.size(), 10);
  EXPECT_THROW(train_calibrated(line.data, small_machine(Machine::nu_svr, 1e-8), KernelProbability::platt),
               InvalidParameter);
}

}  // namespace
}  // namespace hingeline
