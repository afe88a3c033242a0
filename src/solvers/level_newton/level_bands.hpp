// SPDX-License-Identifier: BSD-3-Clause
//
// The rows that level_newton keeps one by one: for a quantile those near its kink. All others of a level are summed up
// to one linear function, a lower bound of their loss, so that bands need only grow: by rows that left their side.
//
// Paper    Portnoy & Koenker, Statistical Science 1997 (rows summed up by side)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/infinity.hpp"
#include "data/rows.hpp"
#include "losses/loss_concept.hpp"
#include "losses/quantile.hpp"
#include "problem/level_crossing.hpp"
#include "problem/row_cost.hpp"
#include "solvers/level_newton/level_band.hpp"
#include "solvers/level_newton/level_variables.hpp"

namespace hingeline::internal {

template <RowMatrix Rows, LossSheet Loss>
class LevelBands {
 public:
  LevelBands(const Rows& x, const LevelProblem& problem, std::span<const Loss> losses, const LevelVariables& variables)
      : x_(x),
        problem_(problem),
        losses_(losses),
        variables_(variables),
        n_(problem.rows.y.size()),
        bands_(problem.count()),
        inside_(problem.count() * n_) {}

  std::span<const LevelBand> bands() const { return bands_; }
  std::int64_t size() const {
    std::int64_t rows = 0;
    for (const LevelBand& band : bands_) rows += std::ssize(band.rows);
    return rows;
  }

  /// Adds rows near a kink, and those that left their side, to the bands; no row ever leaves one. The first call sets
  /// `s` (K x n) of rows outside to side_of(). Returns whether rows had left their side.
  bool widen(const LevelOutputs& at, std::span<double> s) {
    bool any_left = false;
    for (std::size_t k = 0; k < bands_.size(); ++k) {
      const double width = band_width(k, at);
      bands_[k].rows.clear();
      for (std::size_t i = 0; i < n_; ++i) {
        char& in = inside_[k * n_ + i];
        if (in == 0 && cost(i) > 0) {
          double& dual = s[k * n_ + i];
          const double side = side_of(k, i, at);
          const bool left = began_ && side != dual;
          any_left |= left;
          in = left || kink_distance(k, i, at) <= width ? 1 : 0;
          if (!began_ && in == 0) dual = side;
        }
        if (in != 0) bands_[k].rows.push_back(static_cast<std::int64_t>(i));
      }
    }
    began_ = true;
    return any_left;
  }

  /// Sums up the rows outside of the bands.
  void sum_sides(std::span<const double> s) {
    for (std::size_t k = 0; k < bands_.size(); ++k) {
      LevelBand& band = bands_[k];
      band.slope.assign(variables_.features() + (variables_.appended() != 0 ? 1 : 0), 0.0);
      band.value = 0;
      for (std::size_t i = 0; i < n_; ++i) {
        if (inside_[k * n_ + i] != 0) continue;
        const double side = s[k * n_ + i];
        if (cost(i) > 0) band.value -= losses_[k].conjugate(problem_.rows.y[i], cost(i), side);
        x_.add(static_cast<std::int64_t>(i), -side, band.slope.data());
        if (variables_.appended() != 0) band.slope.back() -= side * variables_.appended();
      }
    }
  }

  /// -c_i phi', the dual variable of a row far from a kink.
  double side_of(std::size_t k, std::size_t i, const LevelOutputs& at) const {
    return -cost(i) * losses_[k].derivative(problem_.rows.y[i], output(k, i, at));
  }

 private:
  double cost(std::size_t i) const { return row_cost(problem_.rows, i); }
  double output(std::size_t k, std::size_t i, const LevelOutputs& at) const {
    return at.predictions[k * n_ + i] + at.intercept[k];
  }

  /// The distance from a row's output to the nearest kink.
  double kink_distance(std::size_t k, std::size_t i, const LevelOutputs& at) const {
    double distance = infinity;
    for (const double kink : losses_[k].kinks(problem_.rows.y[i]))
      distance = std::min(distance, std::abs(output(k, i, at) - kink));
    return distance;
  }

  /// The width of a band with about as many rows as may change sides: with residuals of standard deviation 1,
  /// predictions are known to about sqrt((d + 1) / n). Infinite where the loss is curved or rows are few.
  double band_width(std::size_t k, const LevelOutputs& at) const {
    constexpr double share = 3;
    constexpr double least = 100;
    const double wanted =
        share * std::sqrt(static_cast<double>(n_) * static_cast<double>(variables_.features() + 1)) + least;
    if (!std::is_same_v<Loss, QuantileLoss> || 2 * wanted > static_cast<double>(n_)) return infinity;
    std::vector<double> distances(n_);
    for (std::size_t i = 0; i < n_; ++i) distances[i] = kink_distance(k, i, at);
    const auto nth = distances.begin() + static_cast<std::ptrdiff_t>(wanted);
    std::nth_element(distances.begin(), nth, distances.end());
    return *nth;
  }

  const Rows& x_;
  const LevelProblem& problem_;
  std::span<const Loss> losses_;
  const LevelVariables& variables_;
  std::size_t n_;
  std::vector<LevelBand> bands_;
  std::vector<char> inside_;  // K x n
  bool began_ = false;
};

}  // namespace hingeline::internal
