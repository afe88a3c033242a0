// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/band_reach.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace hingeline::internal {
namespace {

constexpr double least_reach = 2;
constexpr double reach_step = 0.25;
constexpr std::size_t reach_steps = 16;  // what is farther away adds nothing

struct Kink {
  double at;
  double jump;       // of the slope
  double curvature;  // how far the curvature jumps
};

Kink kink_of(const RampLoss& loss, std::size_t k) {
  const Piece& below = loss.pieces[k];
  const Piece& above = loss.pieces[k + 1];
  const double at = loss.kinks[k];
  const double curvature = above.curvature - below.curvature;
  return {at, std::abs(above.slope - below.slope + curvature * at), std::abs(curvature)};
}

double expected_gap(const Kink& kink, const RowsForAll& rows, double u, double c, double deviation) {
  const double density = std::exp(-u * u / 2) / std::sqrt(2 * std::numbers::pi);
  const double tail = std::erfc(u / std::numbers::sqrt2) / 2;
  const double first = density - u * tail;
  const double second = (1 + u * u) * tail - u * density;
  const double bend = kink.curvature * deviation;
  const double of_sum = c / rows.each_for * bend * bend * rows.squared_norm;
  return c * (kink.jump * deviation * first + (bend * deviation + of_sum) / 2 * second);
}

}  // namespace

double band_reach(const RampLoss& loss, const RowsForAll& rows, double deviation, double allowed) {
  std::array<double, reach_steps> gaps = {};  // of rows by their distance
  for (std::size_t k = 0; k < static_cast<std::size_t>(loss.kink_count); ++k) {
    const Kink kink = kink_of(loss, k);
    for (std::size_t i = 0; i < rows.t.size(); ++i) {
      const double u = std::abs(rows.t[i] - kink.at) / deviation;
      const double step = (u - least_reach) / reach_step;
      if (step >= 0 && step < static_cast<double>(reach_steps))
        gaps[static_cast<std::size_t>(step)] += expected_gap(kink, rows, u, rows.c[i], deviation);
    }
  }
  std::size_t steps = reach_steps;
  for (double beyond = 0; steps > 0; --steps) {
    beyond += gaps[steps - 1];
    if (beyond > allowed) break;
  }
  return least_reach + reach_step * static_cast<double>(steps);
}

}  // namespace hingeline::internal
