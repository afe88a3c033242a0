// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "hingeline/error.hpp"
#include "support/message_of.hpp"

namespace hingeline {
namespace {

using Values = std::vector<double>;

/// A weight of k counts as k copies, one of 0 as no entry.
TEST(Metrics, WeightsAreNumbersOfCopies) {
  const Values truth = {1, 3, -2, 0, 100};
  const Values prediction = {1, 2, 0.5, 1, -7};
  const Values weights = {2, 1, 3, 1, 0};
  const Values copied_truth = {1, 1, 3, -2, -2, -2, 0};
  const Values copied_prediction = {1, 1, 2, 0.5, 0.5, 0.5, 1};
  EXPECT_EQ(accuracy(truth, prediction, weights), 2.0 / 7);
  EXPECT_DOUBLE_EQ(mean_squared_error(truth, prediction, weights), mean_squared_error(copied_truth, copied_prediction));
  EXPECT_DOUBLE_EQ(mean_absolute_error(truth, prediction, weights),
                   mean_absolute_error(copied_truth, copied_prediction));
  EXPECT_DOUBLE_EQ(squared_correlation(truth, prediction, weights),
                   squared_correlation(copied_truth, copied_prediction));
  EXPECT_DOUBLE_EQ(pinball_loss(truth, prediction, 0.2, weights), pinball_loss(copied_truth, copied_prediction, 0.2));
  EXPECT_DOUBLE_EQ(expectile_loss(truth, prediction, 0.2, weights),
                   expectile_loss(copied_truth, copied_prediction, 0.2));
  EXPECT_TRUE(std::isnan(squared_correlation(Values{1, 1, 2}, Values{1, 2, 3}, Values{1, 1, 0})));
  EXPECT_TRUE(std::isnan(accuracy(Values{1}, Values{1}, Values{0})));
}

TEST(Metrics, AccuracyIsTheShareOfEqualEntries) {
  EXPECT_EQ(accuracy(Values{1, -1, 2, 2}, Values{1, 1, 2, 3}), 0.5);
  EXPECT_TRUE(std::isnan(accuracy({}, {})));
}

TEST(Metrics, MeanSquaredErrorByHand) { EXPECT_EQ(mean_squared_error(Values{1, 2, 3}, Values{1, 4, 0}), 13.0 / 3); }

TEST(Metrics, SquaredCorrelationOfALineIsOneWhateverItsSlope) {
  EXPECT_NEAR(squared_correlation(Values{1, 2, 4}, Values{-3, -5, -9}), 1, 1e-15);
  EXPECT_NEAR(squared_correlation(Values{1, 2, 3}, Values{1, 0, 1}), 0, 1e-15);
}

TEST(Metrics, SquaredCorrelationDoesNotCancelFarFromZero) {
  EXPECT_NEAR(squared_correlation(Values{1e9 + 1, 1e9 + 2, 1e9 + 3}, Values{1, 3, 2}), 0.25, 1e-12);
}

TEST(Metrics, SquaredCorrelationOfAConstantIsNotANumber) {
  EXPECT_TRUE(std::isnan(squared_correlation(Values{0.1, 0.1, 0.1}, Values{1, 2, 3})));
  EXPECT_TRUE(std::isnan(squared_correlation(Values{1, 2, 3}, Values{0.1, 0.1, 0.1})));
}

TEST(Metrics, PinballLossWeighsBothSidesByTheLevel) {
  EXPECT_DOUBLE_EQ(pinball_loss(Values{1, 2, 3, 4}, Values{0, 4, 3, 4}, 0.25), (0.25 * 1 + 0.75 * 2) / 4);
}

TEST(Metrics, MeanAbsoluteErrorByHand) { EXPECT_EQ(mean_absolute_error(Values{1, 2, 3}, Values{1, 4, 0}), 5.0 / 3); }

TEST(Metrics, ExpectileLossWeighsSquaresOfBothSidesByTheLevel) {
  EXPECT_DOUBLE_EQ(expectile_loss(Values{3, 0}, Values{1, 3}, 0.9), (0.9 * 4 + 0.1 * 9) / 2);
}

TEST(Metrics, SizesMustAgree) {
  const Values two = {1, 2};
  const Values three = {1, 2, 3};
  const auto expect_refused = [](const auto& metric) {
    EXPECT_EQ(support::message_of<InvalidParameter>(metric),
              "prediction: 3 values given, must be one for each of 2 targets");
  };
  expect_refused([&] { accuracy(two, three); });
  EXPECT_THROW(accuracy(two, two, three), InvalidParameter);
  expect_refused([&] { mean_squared_error(two, three); });
  expect_refused([&] { mean_absolute_error(two, three); });
  expect_refused([&] { squared_correlation(two, three); });
  expect_refused([&] { pinball_loss(two, three, 0.5); });
  expect_refused([&] { expectile_loss(two, three, 0.5); });
}

}  // namespace
}  // namespace hingeline
