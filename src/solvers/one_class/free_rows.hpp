// SPDX-License-Identifier: BSD-3-Clause
//
// A Newton step of the linear one-class machine on all its free rows at once, where pairs of rows go back and forth:
//
//     minimise over d    1/2 |w + X_F'd|^2    with  sum d = 0,    F the rows with 0 < s_i < c_i
//
// by conjugate gradients, preconditioned by |x_i|^2 and projected to directions that sum to 0. Their residuals,
// rho - z_i, are what these rows add to the gap per unit of s. Rows that d takes over a bound stay at the bound, and
// the others are shifted until d sums to 0 again.
//
// Cost     two visits to each row of F an iteration
// Papers   Gould, Hribar & Nocedal, SIAM J. Scientific Computing 2001 (projection);
//          More & Toraldo, SIAM J. Optimization 1991 (faces)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dot.hpp"
#include "core/stop.hpp"
#include "data/rows.hpp"

namespace hingeline::internal {

/// A free row: its variable, x_i'w and |x_i|^2, and how far s_i may fall and grow.
struct FreeRow {
  std::uint32_t variable;
  std::int32_t row;
  double z;
  double curvature;
  double fall;
  double room;
};

template <RowMatrix Rows>
class FreeRowStep {
 public:
  /// `zeros` has d zeros; it is used as scratch memory and left 0.
  FreeRowStep(const Rows& x, std::vector<double>& zeros) : x_(x), zeros_(zeros) {}

  /// Returns d for at least two rows: as soon as they add at most `enough` to the gap, after `most` iterations, or when
  /// told to stop.
  std::span<const double> solve(std::span<const FreeRow> rows, double enough, int most, const Stop& stop = {}) {
    rows_ = rows;
    for (auto* vector : {&step_, &residual_, &direction_, &product_}) vector->assign(rows.size(), 0.0);
    for (std::size_t k = 0; k < rows.size(); ++k) residual_[k] = -rows[k].z;
    double before = 0;
    for (int iteration = 0; iteration < most && !is_due(stop); ++iteration) {
      const double level = project();
      const double now = squared(level);
      if (gap(level) <= enough || !(now > 0)) break;
      for (std::size_t k = 0; k < rows.size(); ++k)
        direction_[k] = (residual_[k] - level) / rows[k].curvature + (iteration > 0 ? now / before : 0) * direction_[k];
      before = now;
      multiply();
      const double curvature = dot(direction_, product_);
      if (!(curvature > 0)) break;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        step_[k] += now / curvature * direction_[k];
        residual_[k] -= now / curvature * product_[k];
      }
    }
    clip();
    return step_;
  }

 private:
  /// The -rho for which the preconditioned residual sums to 0.
  double project() const {
    double total = 0;
    double weight = 0;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      total += residual_[k] / rows_[k].curvature;
      weight += 1 / rows_[k].curvature;
    }
    return total / weight;
  }

  double squared(double level) const {
    double total = 0;
    for (std::size_t k = 0; k < rows_.size(); ++k)
      total += (residual_[k] - level) * (residual_[k] - level) / rows_[k].curvature;
    return total;
  }

  double gap(double level) const {
    double total = 0;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const double h = residual_[k] - level;
      total += h > 0 ? rows_[k].room * h : -rows_[k].fall * h;
    }
    return total;
  }

  void multiply() {
    for (std::size_t k = 0; k < rows_.size(); ++k) x_.add(rows_[k].row, direction_[k], zeros_.data());
    for (std::size_t k = 0; k < rows_.size(); ++k) product_[k] = x_.dot(rows_[k].row, zeros_.data());
    std::fill(zeros_.begin(), zeros_.end(), 0.0);
  }

  /// Moves d to the nearest point of the box that sums to 0; to 0 where rounding finds none.
  void clip() {
    constexpr int most_rounds = 50;
    constexpr double rounding = 1e-14;
    double shift = 0;
    for (int round = 0; round < most_rounds; ++round) {
      double sum = 0;
      double size = 0;
      std::size_t free = 0;
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        const double change = clipped(k, shift);
        sum += change;
        size += std::abs(change);
        free += change == step_[k] - shift;
      }
      if (std::abs(sum) <= rounding * size) {
        for (std::size_t k = 0; k < rows_.size(); ++k) step_[k] = clipped(k, shift);
        return;
      }
      if (free == 0) break;
      shift += sum / static_cast<double>(free);
    }
    std::fill(step_.begin(), step_.end(), 0.0);
  }

  double clipped(std::size_t k, double shift) const {
    return std::clamp(step_[k] - shift, -rows_[k].fall, rows_[k].room);
  }

  const Rows& x_;
  std::vector<double>& zeros_;
  std::span<const FreeRow> rows_;
  std::vector<double> step_;
  std::vector<double> residual_;  // -z after the step
  std::vector<double> direction_;
  std::vector<double> product_;
};

}  // namespace hingeline::internal
