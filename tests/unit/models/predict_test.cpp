// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/model.hpp"

namespace hingeline {
namespace {

using Values = std::vector<double>;

LinearModel model_of(LossName loss, Values labels) {
  LinearModel model;
  model.loss.name = loss;
  model.outputs = labels.size() > 2 ? static_cast<int>(labels.size()) : 1;
  model.labels = std::move(labels);
  return model;
}

TEST(Predict, BinaryIsTheFirstLabelWherePositiveOnly) {
  const LinearModel model = model_of(LossName::hinge, {7, -2});
  EXPECT_EQ(predict(model, Values{0.5, 0, -1e-300}), (Values{7, -2, -2}));
}

/// By the smallest difference of outputs, of which exponentials see nothing.
TEST(Predict, TheAnswerOfSeveralClassesIsTheMostLikely) {
  LinearModel model = model_of(LossName::logistic, {1, 2, 3});
  model.multi_class = MultiClass::multinomial;
  const Values outputs = {0, 1e-17, -1};
  EXPECT_EQ(predict(model, outputs), Values{2});
  const std::vector<double> p = predict_probability(model, outputs);
  EXPECT_GT(p[1], p[0]);
  EXPECT_NEAR(p[0] + p[1] + p[2], 1, 1e-15);
}

/// Outputs that labels, levels or the way of telling classes apart do not have.
TEST(Predict, OutputsFitTheLabels) {
  const auto refuses = [](const LinearModel& model) {
    const Values values(static_cast<std::size_t>(model.outputs), 1.0);
    EXPECT_THROW(predict(model, values), InvalidParameter);
    EXPECT_THROW(predict_probability(model, values), InvalidParameter);
  };
  LinearModel model = model_of(LossName::logistic, {1, 2, 3, 4, 5});
  model.outputs = 4;
  refuses(model);
  model.multi_class = MultiClass::one_vs_one;
  refuses(model);
  model = model_of(LossName::logistic, {1});
  model.outputs = 2;
  refuses(model);
  model = model_of(LossName::logistic, {1, 2});
  model.levels = {0.1, 0.5, 0.9};
  model.outputs = 3;
  refuses(model);
  refuses(model_of(LossName::logistic, {}));
  model = model_of(LossName::squared, {1, -1});
  model.calibration.kind = Calibration::Kind::platt;
  refuses(model);
}

TEST(Predict, ACalibrationIsWhole) {
  LinearModel model = model_of(LossName::hinge, {1, -1});
  model.calibration.kind = Calibration::Kind::isotonic;
  EXPECT_THROW(predict_probability(model, Values{1}), InvalidParameter) << "no knots";
  model.calibration.knots = {{0, 0.5}};
  EXPECT_EQ(predict_probability(model, Values{1}), (Values{0.5, 0.5}));
}

TEST(Predict, MulticlassIsTheFirstOfTheLargest) {
  const LinearModel model = model_of(LossName::hinge, {3, 1, 2});
  EXPECT_EQ(predict(model, Values{-3, -1, -2, /**/ 5, 5, 4}), (Values{1, 3}));
}

LinearModel pairs_of(LossName loss, Values labels) {
  LinearModel model = model_of(loss, std::move(labels));
  model.multi_class = MultiClass::one_vs_one;
  model.outputs = static_cast<int>(model.labels.size() * (model.labels.size() - 1) / 2);
  return model;
}

/// Of the outputs (3, 1), (3, 2), (1, 2) each has a vote; 0 is one for the second.
TEST(Predict, OneVsOneIsTheFirstWithMostVotes) {
  const LinearModel model = pairs_of(LossName::hinge, {3, 1, 2});
  EXPECT_EQ(predict(model, Values{1, 1, -9, /**/ -1, 1, 1, /**/ 5, -1, 1, /**/ 0, 0, 0}), (Values{3, 1, 3, 2}));
}

TEST(Predict, AModelOfOneClassKnowsOneAnswer) {
  EXPECT_EQ(predict(model_of(LossName::hinge, {4}), Values{-1, 1}), (Values{4, 4}));
}

TEST(Predict, RegressionIsTheDecisionValue) {
  EXPECT_EQ(predict(model_of(LossName::huber, {}), Values{-1.5, 2}), (Values{-1.5, 2}));
}

TEST(Predict, ValuesMustFillRows) {
  EXPECT_THROW(predict(model_of(LossName::hinge, {3, 1, 2}), Values{1, 2}), InvalidParameter);
}

TEST(Predict, AModelHasOutputs) {
  LinearModel model = model_of(LossName::squared, {});
  model.outputs = 0;
  EXPECT_THROW(predict(model, Values{1, 2}), InvalidParameter);
  EXPECT_THROW(decision_values(model, DenseView<double>{}), InvalidParameter);
}

TEST(PredictProbability, BinaryIsTheSigmoidAndItsComplementToFullPrecision) {
  const Values p = predict_probability(model_of(LossName::logistic, {1, -1}), Values{0, std::log(3.0), 800});
  EXPECT_DOUBLE_EQ(p[0], 0.5);
  EXPECT_DOUBLE_EQ(p[2], 0.75);
  EXPECT_DOUBLE_EQ(p[3], 0.25);
  EXPECT_EQ(p[4], 1);
  EXPECT_EQ(p[5], 0);
  const Values far = predict_probability(model_of(LossName::logistic, {1, -1}), Values{40});
  EXPECT_NEAR(far[1] / std::exp(-40.0), 1, 1e-15);
}

TEST(PredictProbability, MulticlassAreSigmoidsOverTheirSum) {
  const LinearModel model = model_of(LossName::logistic, {1, 2, 3});
  const Values p = predict_probability(model, Values{0.5, -1, 2});
  const auto sigmoid = [](double z) { return 1 / (1 + std::exp(-z)); };
  const double sum = sigmoid(0.5) + sigmoid(-1) + sigmoid(2);
  EXPECT_NEAR(p[0], sigmoid(0.5) / sum, 1e-15);
  EXPECT_NEAR(p[1], sigmoid(-1) / sum, 1e-15);
  EXPECT_NEAR(p[2], sigmoid(2) / sum, 1e-15);
}

TEST(PredictProbability, StaysNormalisedWhereEverySigmoidUnderflows) {
  const Values p = predict_probability(model_of(LossName::logistic, {1, 2, 3}), Values{-1000, -1000, -5000});
  EXPECT_EQ(p, (Values{0.5, 0.5, 0}));
}

/// Outputs z_i - z_j are odds p_i / p_j of one p, which coupling finds.
TEST(PredictProbability, OneVsOneIsCoupled) {
  const Values z = {0.5, -1, 2, 0.25};
  Values pairs;
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    sum += std::exp(z[i]);
    for (std::size_t j = i + 1; j < 4; ++j) pairs.push_back(z[i] - z[j]);
  }
  const Values p = predict_probability(pairs_of(LossName::logistic, {1, 2, 3, 4}), pairs);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(p[i], std::exp(z[i]) / sum, 1e-8);
}

/// 1, 2 and 3 have two votes each and 1 is predicted, though 2 beats it and 4 clearly.
TEST(PredictProbability, OneVsOneNeverContradictsTheVotes) {
  const LinearModel model = pairs_of(LossName::logistic, {1, 2, 3, 4});
  const Values z = {-3, 0.01, 0.01, -0.01, 3, 0.1};
  EXPECT_EQ(predict(model, z), Values{1});
  const Values p = predict_probability(model, z);
  EXPECT_EQ(std::max_element(p.begin(), p.end()) - p.begin(), 0);
  EXPECT_GT(p[0], 0.3);
  const Values even = predict_probability(model, Values{0, 0, 0, 0, 0, 0});  // all equal; 4 has three votes
  EXPECT_EQ(std::max_element(even.begin(), even.end()) - even.begin(), 3);
}

TEST(PredictProbability, OtherLossesHaveNone) {
  EXPECT_THROW(predict_probability(model_of(LossName::hinge, {1, -1}), Values{1}), InvalidParameter);
  EXPECT_THROW(predict_probability(model_of(LossName::logistic, {1, -1}), Values{1}, 0), InvalidParameter);
}

}  // namespace
}  // namespace hingeline
