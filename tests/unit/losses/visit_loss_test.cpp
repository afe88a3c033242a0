// SPDX-License-Identifier: BSD-3-Clause
#include "losses/visit_loss.hpp"

#include <gtest/gtest.h>

#include <array>

namespace hingeline::internal {
namespace {

double value(const Loss& loss, double y, double z) {
  return visit_loss(loss, [&](const auto& sheet) { return sheet.value(y, z); });
}

TEST(VisitLoss, GivesEveryNameItsOwnSheet) {
  const Loss parameters = {.epsilon = 0.25, .tau = 0.2, .delta = 0.5, .gamma = 0.5};
  // At y = 1, z = -1: m = -1, r = 2.
  const std::array<double, loss_names.size()> expected = {
      2, 4, 1.75, std::log1p(std::exp(1)), 1.75, 3.0625, 0.35, 2, 2, 0.875, 0.8, 0};
  for (std::size_t i = 0; i < loss_names.size(); ++i) {
    Loss loss = parameters;
    loss.name = static_cast<LossName>(i);
    loss.plq = plq_loss(PlqArgument::residual, {{{3}, {0, 1}, {0, 0}}}).plq;
    EXPECT_DOUBLE_EQ(value(loss, 1, -1), expected[i]) << loss_names[i];
  }
}

TEST(VisitLoss, RefusesAnInvalidEnumerator) {
  EXPECT_THROW(value({.name = static_cast<LossName>(99)}, 1, 0), InvalidParameter);
}

}  // namespace
}  // namespace hingeline::internal
