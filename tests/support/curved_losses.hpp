// SPDX-License-Identifier: BSD-3-Clause
//
// What tests of penalties other than a ridge run with: every curved loss, with every kind of intercept.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "support/parameter_names.hpp"

namespace hingeline::support {

using CurvedLoss = std::tuple<LossName, Intercept>;

inline auto curved_losses() {
  return ::testing::Combine(::testing::Values(LossName::squared_hinge, LossName::logistic, LossName::squared,
                                              LossName::squared_epsilon_insensitive, LossName::expectile),
                            ::testing::Values(Intercept::free, Intercept::penalized, Intercept::none));
}

inline std::string curved_loss_name(const ::testing::TestParamInfo<CurvedLoss>& tested) {
  return std::string(to_string(std::get<0>(tested.param))) + "_" + name(std::get<1>(tested.param));
}

}  // namespace hingeline::support
