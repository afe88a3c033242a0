// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/band_reach.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "data/chunk_rows.hpp"
#include "parallel/sum_chunks.hpp"

namespace hingeline::internal {
namespace {

constexpr double least_reach = 2;
constexpr double reach_step = 0.25;
constexpr std::size_t reach_steps = 16;  // rows farther away add nothing

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

/// Sums of expected gaps, by the rows' distance from a kink.
struct GapsByStep {
  GapsByStep& operator+=(const GapsByStep& other) {
    for (std::size_t k = 0; k < reach_steps; ++k) gaps[k] += other.gaps[k];
    return *this;
  }
  std::array<double, reach_steps> gaps = {};
};

}  // namespace

double band_reach(const RampLoss& loss, const RowsForAll& rows, double deviation, double allowed, ThreadPool& pool) {
  const std::int64_t size = std::ssize(rows.t);
  const auto add_rows = [&](std::int64_t first, std::int64_t end, GapsByStep& sums) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(loss.kink_count); ++k) {
      const Kink kink = kink_of(loss, k);
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) {
        const double u = std::abs(rows.t[i] - kink.at) / deviation;
        const double step = (u - least_reach) / reach_step;
        if (step >= 0 && step < static_cast<double>(reach_steps))
          sums.gaps[static_cast<std::size_t>(step)] += expected_gap(kink, rows, u, rows.c[i], deviation);
      }
    }
  };
  const GapsByStep total = sum_chunks(pool, size, chunk_rows(size), GapsByStep(), add_rows);
  std::size_t steps = reach_steps;
  for (double beyond = 0; steps > 0; --steps) {
    beyond += total.gaps[steps - 1];
    if (beyond > allowed) break;
  }
  return least_reach + reach_step * static_cast<double>(steps);
}

}  // namespace hingeline::internal
