// SPDX-License-Identifier: BSD-3-Clause
#include "problem/validate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/infinity.hpp"
#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"
#include "support/message_of.hpp"

namespace hingeline {
namespace {

using internal::infinity;
using GivenNumbers = std::vector<double>;

/// A valid problem of three rows and two columns that a test spoils.
class ValidateProblem : public ::testing::Test {
 protected:
  ValidateProblem() {
    problem_.x = DenseView<double>{x_.data(), 3, 2, 2};
    problem_.y = y_;
  }

  template <class E>
  std::string error(const std::function<void(Problem&)>& spoil) const {
    Problem problem = problem_;
    spoil(problem);
    return support::message_of<E>([&] { validate(problem); });
  }
  std::string parameter_error(const std::function<void(Problem&)>& spoil) const {
    return error<InvalidParameter>(spoil);
  }
  std::string data_error(const std::function<void(Problem&)>& spoil) const { return error<DataError>(spoil); }

  GivenNumbers x_ = {1, 2, 3, 4, 5, 6};
  GivenNumbers y_ = {1, -1, 1};
  Problem problem_;
};

TEST_F(ValidateProblem, TakesWhatIsValid) {
  EXPECT_NO_THROW(validate(problem_));
  const GivenNumbers weights = {0, 2, 0};
  const GivenNumbers low = {-infinity, 0};
  const GivenNumbers high = {1, 0};
  problem_.weights = weights;
  problem_.penalty.l1_weights = high;
  problem_.bounds = {low, high};
  problem_.constraints = {DenseView<double>{x_.data(), 2, 2, 2}, low, high};
  EXPECT_NO_THROW(validate(problem_));
}

TEST_F(ValidateProblem, NumbersMustBeInTheirRange) {
  for (const double bad : {0.0, -1.0, infinity, std::nan("")}) {
    const auto starts = [&](const std::string& message, const char* name) {
      EXPECT_EQ(message.find(std::string(name) + ": "), 0U) << message;
      EXPECT_NE(message.find("must be > 0 and finite"), std::string::npos) << message;
    };
    starts(parameter_error([&](Problem& problem) { problem.C = bad; }), "C");
    starts(parameter_error([&](Problem& problem) { problem.bias = bad; }), "bias");
  }
  for (const double bad : {-1e-300, infinity, std::nan("")}) {
    const GivenNumbers weights = {0, bad};
    for (const auto& spoil : std::vector<std::function<void(Problem&)>>{
             [&](Problem& problem) { problem.penalty.l1 = bad; }, [&](Problem& problem) { problem.penalty.l2 = bad; },
             [&](Problem& problem) { problem.penalty.l1_weights = weights; }})
      EXPECT_NE(parameter_error(spoil).find("must be >= 0 and finite"), std::string::npos) << bad;
  }
}

TEST_F(ValidateProblem, TargetsFitTheLoss) {
  EXPECT_EQ(data_error([&](Problem& problem) { problem.y = std::span(y_).first(2); }), "y: 2 targets given for 3 rows");
  y_[1] = 0.5;
  EXPECT_EQ(data_error([](Problem&) {}), "y: row 1 (from 0): 0.5 given, must be +1 or -1");
  problem_.loss.name = LossName::absolute;
  EXPECT_NO_THROW(validate(problem_));
  y_[2] = std::nan("");
  EXPECT_EQ(data_error([](Problem&) {}), "y: row 2 (from 0): nan given, must be finite");
}

TEST_F(ValidateProblem, TargetsThatAreNumbersOfFunctions) {
  const PlqFunction function = {{0}, {-1, 1}, {0, 0}};
  problem_.loss = plq_loss(PlqArgument::prediction, {function, function});
  for (const double bad : {-1.0, 0.5, 2.0, std::nan("")}) {
    const GivenNumbers numbers = {0, bad, 1};
    EXPECT_EQ(data_error([&](Problem& problem) { problem.y = numbers; }).find("y: row 1 (from 0): "), 0U) << bad;
  }
  const GivenNumbers numbers = {0, 1, 1};
  problem_.y = numbers;
  EXPECT_NO_THROW(validate(problem_));
}

TEST_F(ValidateProblem, Weights) {
  const auto error_of = [&](const GivenNumbers& weights) {
    return data_error([&](Problem& problem) { problem.weights = weights; });
  };
  EXPECT_EQ(error_of({1, 1}), "weights: 2 given for 3 rows");
  EXPECT_EQ(error_of({1, -1, 1}), "weights: row 1 (from 0): -1 given, must be >= 0 and finite");
  EXPECT_EQ(error_of({1, 1, infinity}), "weights: row 2 (from 0): inf given, must be >= 0 and finite");
  EXPECT_EQ(error_of({0, 0, 0}), "weights: all are 0, at least one must be > 0");
  const GivenNumbers small = {1e-200, 0, 0};
  EXPECT_NE(parameter_error([&](Problem& problem) {
              problem.weights = small;
              problem.C = 1e-200;
            }).find("must be larger"),
            std::string::npos);
  const GivenNumbers large = {1e200, 0, 0};
  EXPECT_NE(parameter_error([&](Problem& problem) {
              problem.weights = large;
              problem.C = 1e200;
            }).find("must be smaller"),
            std::string::npos);
}

TEST_F(ValidateProblem, SizesOfOptionalArrays) {
  const GivenNumbers three = {1, 1, 1};
  EXPECT_EQ(parameter_error([&](Problem& problem) { problem.penalty.l1_weights = three; }),
            "l1_weights: 3 numbers given, must be 2");
  EXPECT_EQ(parameter_error([&](Problem& problem) { problem.bounds.lower = three; }),
            "bounds: 3 numbers given, must be 2");
  EXPECT_EQ(parameter_error([&](Problem& problem) { problem.bounds.upper = three; }),
            "bounds: 3 numbers given, must be 2");
  EXPECT_EQ(parameter_error([&](Problem& problem) {
              problem.constraints = {DenseView<double>{x_.data(), 2, 2, 2}, three, {}};
            }),
            "constraint: 3 numbers given, must be 2");
  EXPECT_EQ(parameter_error([&](Problem& problem) {
              problem.constraints.rows = DenseView<double>{x_.data(), 2, 3, 3};
            }),
            "constraints: 3 columns given, must be 2, one per feature");
}

TEST_F(ValidateProblem, IntervalsAreNotEmpty) {
  const auto error_of = [&](const GivenNumbers& low, const GivenNumbers& high) {
    return parameter_error([&](Problem& problem) { problem.bounds = {low, high}; });
  };
  const GivenNumbers zeros = {0, 0};
  EXPECT_EQ(error_of({0, 1}, zeros), "bounds 1 (from 0): 1 to 0 given, must be an interval that is not empty");
  for (const GivenNumbers& low : {GivenNumbers{0, std::nan("")}, GivenNumbers{0, infinity}})
    EXPECT_EQ(error_of(low, {}).find("bounds 1 (from 0): "), 0U);
  EXPECT_EQ(error_of({}, {-infinity, 0}).find("bounds 0 (from 0): "), 0U);
  const GivenNumbers ones = {1, 1};
  EXPECT_EQ(parameter_error([&](Problem& problem) {
              problem.constraints = {DenseView<double>{x_.data(), 2, 2, 2}, ones, zeros};
            }),
            "constraint 0 (from 0): 1 to 0 given, must be an interval that is not empty");
}

TEST_F(ValidateProblem, MatricesAreLookedAt) {
  EXPECT_EQ(data_error([](Problem& problem) { problem.x = DenseView<double>{nullptr, 0, 2, 2}; }), "x: no rows");
  x_[5] = infinity;
  EXPECT_EQ(data_error([](Problem&) {}),
            "x: row 2, column 1 (from 0): inf given, must be finite (neither NaN nor infinite)");
  EXPECT_NO_THROW(internal::validate_all_but_values(problem_));
  EXPECT_EQ(data_error([&](Problem& problem) {
              problem.x = DenseView<double>{x_.data(), 2, 2, 2};
              problem.y = std::span(y_).first(2);
              problem.constraints.rows = DenseView<double>{x_.data() + 4, 1, 2, 2};
            }),
            "constraints: row 0, column 1 (from 0): inf given, must be finite (neither NaN nor infinite)");
}

TEST_F(ValidateProblem, ParametersOfTheLoss) {
  problem_.loss.name = LossName::quantile;
  EXPECT_EQ(parameter_error([](Problem& problem) { problem.loss.tau = 1; }).find("tau: "), 0U);
}

}  // namespace
}  // namespace hingeline
