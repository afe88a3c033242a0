// SPDX-License-Identifier: BSD-3-Clause
//
// The ramp form held against the loss sheets, and the smoothed loss against its own promises.
#include "losses/ramps.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "hingeline/plq.hpp"
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

/// Rows of both targets at predictions across the kinks, not a whole number of groups.
struct Predicted {
  static constexpr std::size_t size = 133;
  static constexpr std::size_t room = 136;

  Predicted() {
    for (std::size_t i = 0; i < size; ++i) {
      z.push_back(-4.26 + 0.0625 * static_cast<double>(i));
      y.push_back(i % 2 == 0 ? 1 : -1);
      weights.push_back(static_cast<double>(i % 3));
    }
  }

  PredictedRows rows(bool weighted) const {
    return {z.data(), intercept, y.data(), weighted ? weights.data() : nullptr, cost, std::ssize(z)};
  }
  double c(std::size_t i, bool weighted) const { return cost[y[i] > 0 ? 1 : 0] * (weighted ? weights[i] : 1); }

  double intercept = 0.25;
  std::array<double, 2> cost = {2, 3};
  std::vector<double> z;
  std::vector<double> y;
  std::vector<double> weights;
};

TEST_P(RampsOf, PredictedRowsHaveTheSheetsDerivatives) {
  const Predicted given;
  support::on_every_target([&] {
    for (const bool weighted : {false, true}) {
      std::vector<double> slopes(Predicted::room);
      std::vector<double> curvatures(Predicted::room);
      ramp_ops().differentiate(loss_, given.rows(weighted), slopes.data(), curvatures.data());
      visit_loss(GetParam(), [&](const auto& sheet) {
        for (std::size_t i = 0; i < Predicted::size; ++i) {
          const double z = given.z[i] + given.intercept;
          const double c = given.c(i, weighted);
          EXPECT_NEAR(slopes[i], c * sheet.derivative(given.y[i], z), 1e-12) << z;
          EXPECT_NEAR(curvatures[i], c * sheet.curvature(given.y[i], z), 1e-12) << z;
        }
      });
    }
  });
}

TEST_P(RampsOf, PiecesGoOnWhereRowsHaveLeftThem) {
  const Predicted given;
  std::vector<std::uint8_t> pieces(Predicted::room);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    pieces[i] = static_cast<std::uint8_t>(i % static_cast<std::size_t>(loss_.kink_count + 1));
  support::on_every_target([&] {
    std::vector<double> slopes(Predicted::room);
    ramp_ops().on_pieces(loss_, given.rows(true), pieces.data(), slopes.data());
    for (std::size_t i = 0; i < Predicted::size; ++i) {
      const double y = given.y[i];
      const double t = loss_.sign(y) * (given.z[i] + given.intercept) - loss_.shift(y);
      const Piece& piece = loss_.pieces[pieces[i]];
      EXPECT_NEAR(slopes[i], given.c(i, true) * loss_.sign(y) * (piece.slope + piece.curvature * t), 1e-12);
    }
  });
}

template <class T>
void expect_told_apart(const Loss& loss, const Predicted& given, bool weighted) {
  const RampLoss form = *ramp_form(loss);
  std::vector<T> variance(Predicted::size);
  for (std::size_t i = 0; i < variance.size(); ++i) variance[i] = static_cast<T>(i % 8) / T{64};
  const double constant = 1.0 / 128;
  std::vector<std::uint32_t> near(Predicted::room);
  std::vector<double> slopes(Predicted::room);
  std::vector<double> curvatures(Predicted::room);
  std::vector<std::uint8_t> pieces(Predicted::room);
  const SumsApart sums =
      std::get<TellApart<T>>(ramp_ops().tell_apart)(form, given.rows(weighted), {variance.data(), constant},
                                                    {near.data(), slopes.data(), curvatures.data(), pieces.data()});
  near.resize(sums.near);
  std::vector<std::uint32_t> expected;
  double value = 0;
  double slope = 0;
  visit_loss(loss, [&](const auto& sheet) {
    for (std::size_t i = 0; i < Predicted::size; ++i) {
      const double y = given.y[i];
      const double z = given.z[i] + given.intercept;
      const double t = form.sign(y) * z - form.shift(y);
      int piece = 0;
      bool is_near = false;
      for (int k = 0; k < form.kink_count; ++k) {
        const double distance = t - form.kinks[static_cast<std::size_t>(k)];
        piece += distance > 0;
        is_near |= distance * distance <= static_cast<double>(variance[i]) + constant;
      }
      const double c = given.c(i, weighted);
      if (is_near && c > 0) expected.push_back(static_cast<std::uint32_t>(i));
      const double c_apart = is_near ? 0 : c;
      EXPECT_EQ(pieces[i], piece);
      EXPECT_NEAR(slopes[i], c_apart * sheet.derivative(y, z), 1e-12);
      EXPECT_NEAR(curvatures[i], c_apart * sheet.curvature(y, z), 1e-12);
      value += c_apart * sheet.value(y, z);
      slope += slopes[i];
    }
  });
  EXPECT_EQ(near, expected);
  EXPECT_NEAR(sums.value, value, 1e-10 * (1 + value));
  EXPECT_NEAR(sums.slope, slope, 1e-10 * (1 + value));
  EXPECT_TRUE(sums.is_finite);
}

TEST_P(RampsOf, RowsNearAKinkAreToldFromOthers) {
  support::on_every_target([&] {
    for (const bool weighted : {false, true}) {
      expect_told_apart<float>(GetParam(), {}, weighted);
      expect_told_apart<double>(GetParam(), {}, weighted);
    }
  });
}

TEST_P(RampsOf, APredictionOfNaNIsReported) {
  support::on_every_target([&] {
    for (const double bad : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
      Predicted given;
      given.z[131] = bad;
      const std::vector<double> variance(Predicted::size);
      std::vector<std::uint32_t> near(Predicted::room);
      std::vector<double> slopes(Predicted::room);
      std::vector<double> curvatures(Predicted::room);
      const auto tell_apart = std::get<TellApart<double>>(ramp_ops().tell_apart);
      EXPECT_FALSE(tell_apart(loss_, given.rows(false), {variance.data(), 0},
                              {near.data(), slopes.data(), curvatures.data(), nullptr})
                       .is_finite);
    }
  });
}

TEST_P(RampsOf, SmoothedSlopesAreDualFeasibleAndBoundTheGap) {
  const RampOps ops = ramp_ops();
  std::vector<double> t;
  for (double at = -4.01; t.size() < 128; at += 0.0625) t.push_back(at);
  const std::vector<double> c(t.size(), 2.0);
  const std::vector<double> unit(t.size(), 1.0);
  std::vector<double> slopes(t.size());
  std::vector<double> changes(t.size());
  std::vector<double> curvatures(t.size());
  std::vector<double> moved_slopes(t.size());
  for (const double h : {3.0, 0.5, 0.01}) {
    const RampRows rows{t.data(), c.data(), nullptr, static_cast<std::int64_t>(t.size())};
    const std::vector<double> before = slopes;
    const RampSums sums = ops.evaluate(loss_, h, rows, {slopes.data(), changes.data(), curvatures.data()});
    double value = 0;
    double gap = 0;
    double total = 0;
    double slope_sizes = 0;
    double change_sizes = 0;
    visit_loss(GetParam(), [&](const auto& sheet) {
      for (std::size_t i = 0; i < t.size(); ++i) {
        const double y = 1;
        const double z = t[i] + loss_.shift(y);
        value += c[i] * sheet.value(y, z);
        gap += c[i] * sheet.value(y, z) + sheet.conjugate(y, c[i], -slopes[i]) - slopes[i] * z;
        total += slopes[i];
        slope_sizes += std::abs(slopes[i]);
        change_sizes += std::abs(changes[i]);
        EXPECT_EQ(changes[i], slopes[i] - before[i]);
      }
    });
    EXPECT_NEAR(sums.slopes, slope_sizes, 1e-12 * slope_sizes);
    EXPECT_NEAR(sums.changes, change_sizes, 1e-12 * change_sizes);
    EXPECT_NEAR(sums.value, value, 1e-10 * (1 + value));
    EXPECT_LE(gap, sums.gap + 1e-10 * (1 + value));
    EXPECT_NEAR(ops.slope_along(loss_, h, rows, unit.data(), 0), total, 1e-10 * (1 + std::abs(total)));
    constexpr double step = 1e-7;
    std::vector<double> moved = t;
    for (double& entry : moved) entry += step;
    ops.evaluate(loss_, h, {moved.data(), c.data(), nullptr, rows.size},
                 {moved_slopes.data(), changes.data(), curvatures.data()});
    double total_curvature = 0;
    double total_change = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      total_curvature += curvatures[i];
      total_change += (moved_slopes[i] - slopes[i]) / step;
    }
    EXPECT_NEAR(total_change, total_curvature, 1e-4 * (1 + total_curvature));
  }
}

std::vector<Loss> named_losses() {
  std::vector<Loss> losses;
  for (const Loss& loss : support::every_loss())
    if (loss.name != LossName::logistic && loss.name != LossName::plq) losses.push_back(loss);
  return losses;
}

INSTANTIATE_TEST_SUITE_P(Losses, RampsOf, ::testing::ValuesIn(named_losses()),
                         [](const auto& tested) { return std::string(to_string(tested.param.name)); });

/// The named ones by their pieces, and functions whose pieces meet in every way: a jump between two parabolas,
/// parabolas that go on for ever, a jump at the end of one, as many kinks and ramps as there may be.
std::vector<Loss> plq_losses() {
  std::vector<Loss> losses;
  for (const Loss& loss : named_losses()) losses.push_back(plq_form(loss));
  const std::vector<PlqFunction> functions = {
      {{-1.25, 0.5, 1}, {-2, -1, 0.25, 1.5}, {0, 0.5, 2, 0}},
      {{-0.5, 0.75}, {-1, -0.5, 1.5}, {1, 0, 0.25}, 0.5},
      {{0.125}, {-1, 1}, {0.5, 3}},
      {{-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5}, {-4, -3, -2, -1, 0, 1, 2, 3, 4}, std::vector<double>(9, 1)},
  };
  for (const PlqFunction& function : functions)
    for (const PlqArgument argument : {PlqArgument::margin, PlqArgument::residual})
      losses.push_back(plq_loss(argument, {function}));
  return losses;
}

INSTANTIATE_TEST_SUITE_P(Plq, RampsOf, ::testing::ValuesIn(plq_losses()));

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

TEST(Ramps, AFunctionPerRowHasNone) {
  EXPECT_FALSE(ramp_form(plq_loss(PlqArgument::prediction, {{{0}, {-1, 1}, {0, 0}}})));
}

TEST(Ramps, KinksAreNotTooMany) {
  PlqFunction jumps;
  jumps.slopes = {-1};
  for (int k = 0; k <= static_cast<int>(most_kinks); ++k) {
    jumps.breakpoints.push_back(k);
    jumps.slopes.push_back(k + 1);
  }
  jumps.curvatures.resize(jumps.slopes.size());
  EXPECT_FALSE(ramp_form(plq_loss(PlqArgument::margin, {jumps})));
}

}  // namespace
}  // namespace hingeline::internal
