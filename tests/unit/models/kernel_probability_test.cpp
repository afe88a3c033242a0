// SPDX-License-Identifier: BSD-3-Clause
#include "models/kernel_probability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"

namespace hingeline {
namespace {

KernelModel model_of(std::vector<double> labels) {
  KernelModel model;
  model.labels = std::move(labels);
  model.intercept.assign(model.outputs(), 0.0);
  model.probability_a.assign(model.outputs(), -2.0);
  model.probability_b.assign(model.outputs(), 0.0);
  return model;
}

TEST(KernelProbability, NeverContradictsThePredictedLabel) {
  internal::Random random(8);
  for (const auto& labels : {std::vector<double>{3, 1}, std::vector<double>{3, 1, 2, 7}}) {
    const KernelModel model = model_of(labels);
    std::vector<double> values(200 * model.outputs());
    for (double& z : values) z = random.normal();
    const std::vector<double> answers = predict(model, values);
    const std::vector<double> p = predict_probability(model, values);
    EXPECT_EQ(predict_probability(model, values, 3), p);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto row = p.begin() + static_cast<std::ptrdiff_t>(i * labels.size());
      const auto largest = std::max_element(row, row + static_cast<std::ptrdiff_t>(labels.size()));
      EXPECT_EQ(labels[static_cast<std::size_t>(largest - row)], answers[i]);
      EXPECT_NEAR(std::accumulate(row, row + static_cast<std::ptrdiff_t>(labels.size()), 0.0), 1, 1e-12);
    }
  }
}

TEST(KernelProbability, TwoClassesAreTheSigmoid) {
  KernelModel model = model_of({1, -1});
  model.probability_b = {0.5};
  EXPECT_NEAR(predict_probability(model, std::vector<double>{0.7})[0], 1 / (1 + std::exp(-2 * 0.7 + 0.5)), 1e-15);
  EXPECT_NEAR(predict_probability(model, std::vector<double>{1e6})[1], 1e-7, 1e-15);
}

TEST(KernelProbability, DensityMarksPartTheTrainingValues) {
  std::vector<double> values;
  for (int i = 1; i <= 50; ++i) values.insert(values.end(), {-i / 50.0, 2.0 * i});
  const std::vector<double> marks = internal::fit_density_marks(values);
  ASSERT_EQ(marks.size(), 10);
  EXPECT_TRUE(std::is_sorted(marks.begin(), marks.end()));
  for (const double z : {-2.0, -0.5, 0.0, 30.0, 200.0}) {
    double below = 0;
    for (const double mark : marks) below += mark <= z ? 0.1 : 0;
    EXPECT_NEAR(internal::normal_probability(marks, z), std::clamp(below, 0.001, 0.999), 1e-12);
  }
  EXPECT_LT(internal::normal_probability(marks, -0.01), 0.51);
  EXPECT_GT(internal::normal_probability(marks, 5), 0.49);
  EXPECT_TRUE(internal::fit_density_marks({-1, -1, -1, -1, 1, 1, 1, 1, 1}).empty());
}

TEST(KernelProbability, LaplaceScaleLeavesOutliersOut) {
  EXPECT_DOUBLE_EQ(internal::fit_laplace_scale(std::vector<double>{1, -2, 3}), 2);
  std::vector<double> residuals(100, 1.0);
  residuals.push_back(-1000);
  EXPECT_DOUBLE_EQ(internal::fit_laplace_scale(residuals), 1);
  EXPECT_DOUBLE_EQ(internal::fit_laplace_scale(std::vector<double>{1, 2, 1000}, std::vector<double>{3, 1, 0}), 1.25);
}

TEST(KernelProbability, ModelsWithoutProbabilitiesAreRefused) {
  KernelModel model = model_of({1, -1});
  model.probability_a.clear();
  EXPECT_FALSE(has_probability(model));
  EXPECT_THROW(predict_probability(model, std::vector<double>{1}), InvalidParameter);
  model.machine = Machine::epsilon_svr;
  model.labels.clear();
  model.density_marks.assign(10, 0.0);
  EXPECT_FALSE(has_probability(model));
}

TEST(KernelProbability, SigmoidsAreOfEveryOutput) {
  KernelModel model = model_of({1, 2, 3, 4, 5});
  model.probability_a.assign(3, -1.0);
  model.probability_b.assign(3, 0.0);
  EXPECT_THROW(predict_probability(model, std::vector<double>(10)), InvalidParameter);
}

TEST(KernelProbability, AnIsotonicCalibrationHasKnots) {
  KernelModel model = model_of({1, -1});
  model.probability_a.clear();
  model.probability_b.clear();
  model.calibration.kind = Calibration::Kind::isotonic;
  EXPECT_THROW(predict_probability(model, std::vector<double>{1}), InvalidParameter);
}

}  // namespace
}  // namespace hingeline
