// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "hingeline/error.hpp"
#include "hingeline/loss.hpp"
#include "support/message_of.hpp"

namespace hingeline {
namespace {

std::string complaint_about(const Loss& loss) {
  return support::message_of<InvalidParameter>([&] { validate(loss); });
}

TEST(ValidateLoss, NamesParameterValueAndRange) {
  EXPECT_EQ(complaint_about({.name = LossName::quantile, .tau = 1.5}), "tau: 1.5 given, must be > 0 and < 1");
  EXPECT_EQ(complaint_about({.name = LossName::huber, .delta = 0}), "delta: 0 given, must be > 0 and finite");
  EXPECT_EQ(complaint_about({.name = LossName::smoothed_hinge, .gamma = -1}),
            "gamma: -1 given, must be > 0 and finite");
  EXPECT_EQ(complaint_about({.name = LossName::epsilon_insensitive, .epsilon = -0.5}),
            "epsilon: -0.5 given, must be >= 0 and finite");
}

TEST(ValidateLoss, RefusesWhatIsNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(complaint_about({.name = LossName::quantile, .epsilon = nan}), "no error");
  EXPECT_NE(complaint_about({.name = LossName::expectile, .tau = nan}), "no error");
  EXPECT_NE(complaint_about({.name = LossName::huber, .delta = nan}), "no error");
  EXPECT_NE(complaint_about({.name = LossName::huber, .delta = std::numeric_limits<double>::infinity()}), "no error");
}

TEST(ValidateLoss, TakesATubeWithoutWidth) {
  for (const LossName name :
       {LossName::epsilon_insensitive, LossName::squared_epsilon_insensitive, LossName::quantile}) {
    EXPECT_EQ(complaint_about({.name = name, .epsilon = 0}), "no error");
  }
}

TEST(ValidateLoss, IgnoresParametersThatTheLossDoesNotHave) {
  const Loss wild = {.name = LossName::hinge, .epsilon = -1, .tau = 7, .delta = -1, .gamma = 0};
  EXPECT_EQ(complaint_about(wild), "no error");
}

}  // namespace
}  // namespace hingeline
