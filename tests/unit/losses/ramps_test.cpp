// SPDX-License-Identifier: BSD-3-Clause
//
// The ramp form held against the loss sheets, and the smoothed loss against its own promises.
#include "losses/ramps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "losses/visit_loss.hpp"
#include "support/every_target.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

class RampsOf : public ::testing::TestWithParam<Loss> {
 protected:
  const RampLoss loss_ = *ramp_form(GetParam());
};

TEST_P(RampsOf, AreTheSheet) {
  visit_loss(GetParam(), [&](const auto& sheet) {
    for (const double y : {-1.0, 1.0})
      for (double z = -3.015; z < 3; z += 0.0625) {
        const double t = loss_.sign(y) * z - loss_.shift(y);
        EXPECT_NEAR(loss_.exact(t), sheet.value(y, z), 1e-12);
        std::size_t piece = 0;
        for (int k = 0; k < loss_.kink_count; ++k) piece += t > loss_.kinks[static_cast<std::size_t>(k)];
        const Piece& line = loss_.pieces[piece];
        EXPECT_NEAR(loss_.sign(y) * (line.slope + line.curvature * t), sheet.derivative(y, z), 1e-12) << z;
        EXPECT_NEAR(line.curvature, sheet.curvature(y, z), 1e-12) << z;
      }
  });
}

TEST_P(RampsOf, RowsNearAKinkAreToldFromOthers) {
  constexpr std::size_t size = 128;
  std::vector<double> t(size);
  std::vector<double> reach(size);
  std::vector<double> given(size);
  for (std::size_t i = 0; i < size; ++i) {
    t[i] = -4.01 + 0.0625 * static_cast<double>(i);
    reach[i] = 0.01 * static_cast<double>(i % 10);
    given[i] = static_cast<double>(i % 3);
  }
  support::on_every_target([&] {
    std::vector<double> c = given;
    std::vector<std::uint32_t> near(size);
    std::vector<std::uint8_t> pieces(size);
    const auto count =
        ramp_ops().tell_apart(loss_, {t.data(), reach.data(), c.data(), near.data(), pieces.data(), std::ssize(t)});
    near.resize(count);
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < size; ++i) {
      int piece = 0;
      bool is_near = false;
      for (int k = 0; k < loss_.kink_count; ++k) {
        const double distance = t[i] - loss_.kinks[static_cast<std::size_t>(k)];
        piece += distance > 0;
        is_near |= distance * distance <= reach[i];
      }
      if (is_near && given[i] > 0) expected.push_back(static_cast<std::uint32_t>(i));
      EXPECT_EQ(c[i], is_near ? 0 : given[i]);
      EXPECT_EQ(pieces[i], piece);
    }
    EXPECT_EQ(near, expected);
  });
}

TEST_P(RampsOf, SmoothedSlopesAreDualFeasibleAndBoundTheGap) {
  const RampOps ops = ramp_ops();
  std::vector<double> t;
  for (double at = -4.01; t.size() < 128; at += 0.0625) t.push_back(at);
  const std::vector<double> c(t.size(), 2.0);
  const std::vector<double> unit(t.size(), 1.0);
  std::vector<double> slopes(t.size());
  std::vector<double> curvatures(t.size());
  std::vector<double> moved_slopes(t.size());
  for (const double h : {3.0, 0.5, 0.01}) {
    const RampRows rows{t.data(), c.data(), nullptr, static_cast<std::int64_t>(t.size())};
    const RampSums sums = ops.evaluate(loss_, h, rows, slopes.data(), curvatures.data());
    double value = 0;
    double gap = 0;
    double total = 0;
    visit_loss(GetParam(), [&](const auto& sheet) {
      for (std::size_t i = 0; i < t.size(); ++i) {
        const double y = 1;
        const double z = t[i] + loss_.shift(y);
        value += c[i] * sheet.value(y, z);
        gap += c[i] * sheet.value(y, z) + sheet.conjugate(y, c[i], -slopes[i]) - slopes[i] * z;
        total += slopes[i];
      }
    });
    EXPECT_NEAR(sums.value, value, 1e-10 * (1 + value));
    EXPECT_LE(gap, sums.gap + 1e-10 * (1 + value));
    EXPECT_NEAR(ops.slope_along(loss_, h, rows, unit.data(), 0), total, 1e-10 * (1 + std::abs(total)));
    constexpr double step = 1e-7;
    std::vector<double> moved = t;
    for (double& entry : moved) entry += step;
    ops.evaluate(loss_, h, {moved.data(), c.data(), nullptr, rows.size}, moved_slopes.data(), curvatures.data());
    double total_curvature = 0;
    double total_change = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      total_curvature += curvatures[i];
      total_change += (moved_slopes[i] - slopes[i]) / step;
    }
    EXPECT_NEAR(total_change, total_curvature, 1e-4 * (1 + total_curvature));
  }
}

std::vector<Loss> piecewise_losses() {
  std::vector<Loss> losses;
  for (const Loss& loss : support::every_loss())
    if (loss.name != LossName::logistic && loss.name != LossName::plq) losses.push_back(loss);
  return losses;
}

INSTANTIATE_TEST_SUITE_P(Losses, RampsOf, ::testing::ValuesIn(piecewise_losses()),
                         [](const auto& tested) { return std::string(to_string(tested.param.name)); });

TEST(Ramps, ATubeWithoutWidthHasOneKink) {
  for (const LossName name :
       {LossName::quantile, LossName::epsilon_insensitive, LossName::squared_epsilon_insensitive}) {
    const std::optional<RampLoss> form = ramp_form(Loss{.name = name, .epsilon = 0, .tau = 0.9});
    ASSERT_TRUE(form);
    EXPECT_EQ(form->kink_count, 1);
    EXPECT_EQ(form->kinks[0], 0);
  }
}

TEST(Ramps, LogisticHasNone) { EXPECT_FALSE(ramp_form(Loss{LossName::logistic})); }

}  // namespace
}  // namespace hingeline::internal
