// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "hingeline/selection.hpp"
#include "hingeline/solve.hpp"

namespace hingeline {
namespace {

/// Three noisy clusters in the plane, labels 7, -2, 0.5.
class ThreeClasses : public ::testing::Test {
 protected:
  ThreeClasses() {
    internal::Random random(1);
    for (int i = 0; i < 90; ++i) {
      const int k = i % 3;
      values_.push_back(static_cast<float>(3 * std::cos(2.1 * k) + random.normal()));
      values_.push_back(static_cast<float>(3 * std::sin(2.1 * k) + random.normal()));
      y_.push_back(labels_[static_cast<std::size_t>(k)]);
    }
    data_.x = DenseView<float>{values_.data(), 90, 2, 2};
    data_.y = y_;
    options_.solver.tolerance = 1e-6;
  }

  const std::vector<double> labels_ = {7, -2, 0.5};
  std::vector<float> values_;
  std::vector<double> y_;
  Dataset data_;
  TrainOptions options_;
};

std::string message_of(const Dataset& data, const TrainOptions& options) {
  try {
    train(data, options);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST_F(ThreeClasses, AClassWithoutWeightIsProvenToo) {
  options_.class_weights[7] = 0;
  for (const LossName loss : {LossName::hinge, LossName::squared_hinge, LossName::smoothed_hinge, LossName::logistic}) {
    options_.loss.name = loss;
    const TrainResult trained = train(data_, options_);
    EXPECT_EQ(trained.status, Status::converged) << to_string(loss);
    EXPECT_EQ(trained.parts[0].certificate.primal, 0) << to_string(loss);
    EXPECT_GT(trained.model.intercept[0], -1e4) << to_string(loss);
    EXPECT_LT(trained.model.intercept[0], 0) << to_string(loss);
  }
}

TEST(OrderedLabels, FollowFirstAppearance) {
  EXPECT_EQ(ordered_labels(std::vector<double>{3, 1, 3, 2}), (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(ordered_labels(std::vector<double>{-1, 1, -1}), (std::vector<double>{1, -1}));
  EXPECT_EQ(ordered_labels(std::vector<double>{0, 1}), (std::vector<double>{0, 1}));
  EXPECT_FALSE(std::signbit(ordered_labels(std::vector<double>{-0.0, 1, 0})[0]));

  std::vector<double> many(10000, 2.0);
  many[1] = 5;
  EXPECT_EQ(ordered_labels(many), (std::vector<double>{2, 5}));
  many[9000] = 3;
  many[9001] = 1;
  EXPECT_EQ(ordered_labels(many), (std::vector<double>{2, 5, 3, 1}));
}

TEST_F(ThreeClasses, EachOutputIsItsClassAgainstTheRest) {
  const TrainResult result = train(data_, options_);
  ASSERT_EQ(result.model.outputs, 3);
  EXPECT_EQ(result.model.labels, labels_);
  double primal = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> signs;
    for (const double label : y_) signs.push_back(label == labels_[k] ? 1 : -1);
    Problem problem;
    problem.x = data_.x;
    problem.y = signs;
    const Solution alone = solve(problem, options_.solver);
    primal += alone.certificate.primal;
    const double bound = result.parts[k].certificate.coef_error_bound + alone.certificate.coef_error_bound;
    for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(result.model.coef[j * 3 + k], alone.coef[j], bound);
  }
  EXPECT_NEAR(result.certificate.primal, primal, 1e-5 * primal);
  EXPECT_LE(result.certificate.relative_gap, 1e-6);
}

TEST_F(ThreeClasses, ThreadsChangeNothing) {
  const TrainResult one = train(data_, options_);
  options_.threads = 3;
  const TrainResult three = train(data_, options_);
  EXPECT_EQ(one.model.coef, three.model.coef);
  EXPECT_EQ(one.model.intercept, three.model.intercept);
}

TEST_F(ThreeClasses, CallbackSeesOnePartAtATimeAndMayStop) {
  options_.threads = 3;
  int calls = 0;
  options_.solver.callback = [&](const Progress& progress) {
    EXPECT_EQ(progress.parts, 3);
    EXPECT_LT(progress.part, 3);
    ++calls;
    return false;
  };
  options_.solver.tolerance = 1e-14;
  const TrainResult result = train(data_, options_);
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_EQ(calls, 3);
}

TEST_F(ThreeClasses, WarmStartFromTheModelIsShort) {
  const TrainResult cold = train(data_, options_);
  options_.warm_start = &cold.model;
  const TrainResult warm = train(data_, options_);
  EXPECT_EQ(warm.status, Status::converged);
  EXPECT_NEAR(warm.certificate.primal, cold.certificate.primal, 2e-6 * cold.certificate.primal);
}

TEST_F(ThreeClasses, DualIsKeptOnlyWhenAskedFor) {
  EXPECT_TRUE(train(data_, options_).parts[0].dual_coef.empty());
  options_.keep_dual = true;
  EXPECT_EQ(train(data_, options_).parts[0].dual_coef.size(), 90U);
}

TEST_F(ThreeClasses, ClassWeightsAreRowWeights) {
  options_.class_weights = {{7, 2}, {0.5, 0.25}};
  const TrainResult by_class = train(data_, options_);
  std::vector<double> weights;
  for (const double label : y_) weights.push_back(label == 7 ? 2 : label == 0.5 ? 0.25 : 1);
  options_.class_weights.clear();
  options_.weights = weights;
  const TrainResult by_row = train(data_, options_);
  EXPECT_EQ(by_class.model.coef, by_row.model.coef);
}

TEST_F(ThreeClasses, BadInputIsRefusedByName) {
  TrainOptions bad = options_;
  bad.class_weights = {{3, 1}};
  EXPECT_NE(message_of(data_, bad).find("label 3"), std::string::npos);
  bad = options_;
  bad.C = 0;
  EXPECT_EQ(message_of(data_, bad), "C: 0 given, must be > 0 and finite");
  bad = options_;
  bad.solver.tolerance = -1;
  EXPECT_NE(message_of(data_, bad).find("tolerance: -1 given"), std::string::npos);
  bad = options_;
  bad.threads = 0;
  EXPECT_EQ(message_of(data_, bad), "threads: 0 given, must be >= 1");
  LinearModel start = train(data_, options_).model;
  bad = options_;
  bad.warm_start = &start;
  start.intercept[1] = std::nan("");
  EXPECT_EQ(message_of(data_, bad), "warm start intercept: nan given, must be finite");
  start.intercept.pop_back();
  EXPECT_EQ(message_of(data_, bad), "intercept: 2 values given, must be 3");
  bad = options_;
  const std::vector<double> few(3, 1.0);
  bad.weights = few;
  EXPECT_NE(message_of(data_, bad).find("weights: 3 given for 90 rows"), std::string::npos);

  bad.class_weights = {{7, 2}};
  EXPECT_NE(message_of(data_, bad).find("weights: 3 given for 90 rows"), std::string::npos);

  bad = options_;
  const std::vector<double> large(90, 1e200);
  bad.weights = large;
  bad.C = 1e200;
  EXPECT_EQ(message_of(data_, bad),
            "C: 1e+200 given, must be smaller, as its product with the largest weight is infinite");
  const std::vector<double> small(90, 1e-200);
  bad.weights = small;
  bad.C = 1e-200;
  EXPECT_EQ(message_of(data_, bad), "C: 1e-200 given, must be larger, as its product with every weight is 0");
  bad = options_;
  bad.solver.tolerance = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of(data_, bad), "tolerance: inf given, must be >= 0 and finite");

  values_[5] = std::nanf("");
  EXPECT_NE(message_of(data_, options_).find("row 2, column 1"), std::string::npos);
  values_[5] = 0;
  const std::vector<double> one_class(90, 4.0);
  data_.y = one_class;
  EXPECT_NE(message_of(data_, options_).find("one class only (4)"), std::string::npos);
  data_.y = few;
  EXPECT_NE(message_of(data_, options_).find("3 targets given for 90 rows"), std::string::npos);
  const std::vector<double> not_numbers(90, std::nan(""));
  data_.y = not_numbers;
  EXPECT_NE(message_of(data_, options_).find("y: row 0 (from 0): nan given"), std::string::npos);
  data_.x = DenseView<float>{values_.data(), 0, 2, 2};
  data_.y = {};
  EXPECT_EQ(message_of(data_, options_), "x: no rows");
}

TEST_F(ThreeClasses, NamesOfClassesAreTheModels) {
  const std::vector<std::string> names = {"red", "green", "blue"};
  std::vector<double> numbers;
  for (const double label : y_) numbers.push_back(label == 7 ? 2 : label == -2 ? 0 : 1);
  data_.y = numbers;
  data_.class_names = names;
  const TrainResult result = train(data_, options_);
  EXPECT_EQ(result.model.labels, (std::vector<double>{2, 0, 1}));
  EXPECT_EQ(result.model.label_names, (std::vector<std::string>{"blue", "red", "green"}));
  const std::vector<double> weights = [&] {
    std::vector<double> of_blue;
    for (const double label : numbers) of_blue.push_back(label == 2 ? 1 : 0);
    return of_blue;
  }();
  options_.weights = weights;
  EXPECT_NE(message_of(data_, options_).find("all rows of weight > 0 are of class 'blue'"), std::string::npos);
  options_.weights = {};
  numbers.assign(90, 1);
  EXPECT_NE(message_of(data_, options_).find("one class only ('green')"), std::string::npos);
  numbers[3] = 3;
  EXPECT_NE(message_of(data_, options_).find("whole numbers from 0 to 2"), std::string::npos);
}

TEST_F(ThreeClasses, TextIsNoNumber) {
  const std::vector<double> numbers(90, 1);
  data_.y = numbers;
  data_.class_names = {"red", "green"};
  options_.loss = {.name = LossName::quantile, .epsilon = 0};
  EXPECT_EQ(message_of(data_, options_),
            "loss: quantile given, needs numbers as targets, but these are text ('red', ..)");
  EXPECT_THROW(cross_validate(data_, options_, {}), InvalidParameter);
  EXPECT_THROW(tune(data_, options_, {}), InvalidParameter);
  EXPECT_THROW(train_path(data_, options_, std::vector<double>{1}), InvalidParameter);
  KernelTrainOptions kernel;
  kernel.machine = Machine::epsilon_svr;
  EXPECT_THROW(train(data_, kernel), InvalidParameter);
  EXPECT_THROW(train_path(data_, kernel, std::vector<double>{1}), InvalidParameter);
  EXPECT_THROW(tune(data_, kernel, {}), InvalidParameter);
  for (const Machine machine : {Machine::epsilon_svr, Machine::one_class}) {
    kernel.machine = machine;
    EXPECT_THROW(cross_validate(data_, kernel, {}), InvalidParameter);
  }
  EXPECT_TRUE(train(data_, kernel).model.label_names.empty());  // one class, whatever the targets
}

TEST(Train, RefusesNumbersForLabels) {
  std::vector<float> values(1500, 1);
  std::vector<double> numbers(1500);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  Dataset data;
  data.x = DenseView<float>{values.data(), 1500, 1, 1};
  data.y = numbers;
  EXPECT_NE(message_of(data, {}).find("1500 different labels in 1500 rows are too many for classes"),
            std::string::npos);
}

TEST_F(ThreeClasses, RegressionHasOneOutputAndNoLabels) {
  options_.loss.name = LossName::huber;
  const TrainResult result = train(data_, options_);
  EXPECT_EQ(result.model.outputs, 1);
  EXPECT_TRUE(result.model.labels.empty());
  options_.class_weights = {{7, 2}};
  EXPECT_NE(message_of(data_, options_).find("mean nothing"), std::string::npos);
}

}  // namespace
}  // namespace hingeline
