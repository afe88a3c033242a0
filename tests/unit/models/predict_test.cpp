// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

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

TEST(Predict, MulticlassIsTheFirstOfTheLargest) {
  const LinearModel model = model_of(LossName::hinge, {3, 1, 2});
  EXPECT_EQ(predict(model, Values{-3, -1, -2, /**/ 5, 5, 4}), (Values{1, 3}));
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

TEST(PredictProbability, OtherLossesHaveNone) {
  EXPECT_THROW(predict_probability(model_of(LossName::hinge, {1, -1}), Values{1}), InvalidParameter);
}

}  // namespace
}  // namespace hingeline
