// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>

#include "hingeline/error.hpp"
#include "hingeline/loss.hpp"
#include "losses/loss_parameters.hpp"
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

TEST(ValidateLoss, LooksAtTheParametersThatTheLossHas) {
  for (std::size_t k = 0; k < loss_names.size(); ++k) {
    const auto name = static_cast<LossName>(k);
    if (name == LossName::plq) continue;
    const auto is_refused = [](const Loss& loss) { return complaint_about(loss) != "no error"; };
    EXPECT_EQ(is_refused({.name = name, .epsilon = -1}), internal::has_epsilon(name)) << to_string(name);
    EXPECT_EQ(is_refused({.name = name, .tau = 2}), internal::has_tau(name)) << to_string(name);
    EXPECT_EQ(is_refused({.name = name, .delta = 0}), internal::has_delta(name)) << to_string(name);
    EXPECT_EQ(is_refused({.name = name, .gamma = 0}), internal::has_gamma(name)) << to_string(name);
  }
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
