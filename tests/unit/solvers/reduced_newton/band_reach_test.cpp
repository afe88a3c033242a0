// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/band_reach.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "losses/ramps.hpp"

namespace hingeline::internal {
namespace {

constexpr double deviation = 0.1;

RampLoss ramps_of(LossName name) {
  Loss loss;
  loss.name = name;
  loss.epsilon = 0.3;
  return *ramp_form(loss);
}

/// What row t adds to the gap where its prediction moves by `move` and it is held to be on its piece still.
double gap_of_move(const RampLoss& loss, double t, double move) {
  std::size_t piece = 0;
  while (piece < static_cast<std::size_t>(loss.kink_count) && t > loss.kinks[piece]) ++piece;
  const Piece& stays = loss.pieces[piece];
  const double continued = loss.exact(t) + stays.slope * move + stays.curvature * (t * move + move * move / 2);
  return std::abs(loss.exact(t + move) - continued);
}

constexpr double farthest = 6;  // in deviations, of the draws below

double normal(Random& random) {
  double sum = 0;
  for (int k = 0; k < 12; ++k) sum += random.uniform();
  return sum - farthest;
}

double reach_of(const RampLoss& loss, const RowsForAll& rows, double deviation, double allowed) {
  ThreadPool pool(2);
  return band_reach(loss, rows, deviation, allowed, pool);
}

TEST(BandReach, LeavesOutRowsThatAddAboutAsMuchAsAllowed) {
  for (const LossName name : {LossName::hinge, LossName::epsilon_insensitive, LossName::squared_hinge}) {
    const RampLoss loss = ramps_of(name);
    Random random(3);
    std::vector<double> t(20000);
    for (double& value : t) value = 4 * random.uniform() - 2;
    const std::vector<double> c(t.size(), 0.5);
    for (const double allowed : {2.0, 0.2}) {
      const double reach = reach_of(loss, {t, c, 1, 0}, deviation, allowed);
      double beyond = 0;
      for (std::size_t i = 0; i < t.size(); ++i) {
        double nearest = std::abs(t[i] - loss.kinks[0]);
        if (loss.kink_count > 1) nearest = std::min(nearest, std::abs(t[i] - loss.kinks[1]));
        constexpr int draws = 50;
        if (nearest <= reach * deviation || nearest >= farthest * deviation) continue;
        for (int k = 0; k < draws; ++k) beyond += c[i] * gap_of_move(loss, t[i], deviation * normal(random)) / draws;
      }
      EXPECT_LE(beyond, 1.5 * allowed) << to_string(name);
      if (reach > 2) {
        EXPECT_GE(beyond, 0.1 * allowed) << to_string(name);
      }
    }
  }
}

TEST(BandReach, GrowsAsLessIsAllowed) {
  const RampLoss loss = ramps_of(LossName::hinge);
  std::vector<double> t;
  for (int i = 0; i < 10000; ++i) t.push_back(1 + 1e-4 * i);
  const std::vector<double> c(t.size(), 1.0);
  double before = 2;
  for (const double allowed : {1e3, 1.0, 1e-2, 1e-4}) {
    const double reach = reach_of(loss, {t, c, 1, 0}, deviation, allowed);
    EXPECT_GE(reach, before);
    before = reach;
  }
  EXPECT_GT(before, 4);
  EXPECT_LE(before, 6);
}

TEST(BandReach, GrowsWithTheRowsWhoseSlopesBend) {
  const RampLoss loss = ramps_of(LossName::squared_hinge);
  std::vector<double> t;
  for (int i = 0; i < 1000; ++i) t.push_back(1 + 1e-3 * i);
  const std::vector<double> c(t.size(), 1.0);
  EXPECT_GT(reach_of(loss, {t, c, 1, 300}, deviation, 1e-2), reach_of(loss, {t, c, 1, 0}, deviation, 1e-2));
}

TEST(BandReach, TreatsADeviationOfZeroAsUnknown) {
  const RampLoss loss = ramps_of(LossName::hinge);
  const std::vector<double> t = {1, 2};
  const std::vector<double> c = {1, 1};
  EXPECT_EQ(reach_of(loss, {t, c, 1, 1}, 0, 1e-6), 2);
}

}  // namespace
}  // namespace hingeline::internal
