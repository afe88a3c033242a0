// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/factorization.hpp"

namespace hingeline::internal {

/// One side, users or items ("units"): factors, biases, and the ratings of each unit.
class FactorSide {
 public:
  FactorSide(std::span<const std::int32_t> of_rating, std::int32_t count, int rank, double l2,
             const FactorBounds& limits)
      : index(of_rating),
        ridge(l2),
        bounds(limits),
        factors(static_cast<std::size_t>(count) * static_cast<std::size_t>(rank)),
        bias(static_cast<std::size_t>(count)),
        rank_(static_cast<std::size_t>(rank)),
        first_(static_cast<std::size_t>(count) + 1),
        ratings_(of_rating.size()),
        dual_(of_rating.size()) {
    for (const std::int32_t unit : of_rating) ++first_[static_cast<std::size_t>(unit) + 1];
    for (std::size_t unit = 1; unit < first_.size(); ++unit) first_[unit] += first_[unit - 1];
    std::vector<std::size_t> place(first_.begin(), first_.end() - 1);
    for (std::size_t k = 0; k < of_rating.size(); ++k) ratings_[place[static_cast<std::size_t>(of_rating[k])]++] = k;
  }

  std::size_t size() const { return bias.size(); }
  bool is_bounded() const { return std::isfinite(bounds.lower) || std::isfinite(bounds.upper); }

  /// Indices of a unit's ratings.
  std::span<const std::size_t> ratings_of(std::size_t unit) const { return own(std::span(ratings_), unit); }
  /// Dual variables s of the unit's last turn, in the order of ratings_of().
  std::span<double> dual_of(std::size_t unit) { return own(std::span(dual_), unit); }
  std::span<double> factors_of(std::size_t unit) { return std::span(factors).subspan(unit * rank_, rank_); }
  std::span<const double> factors_of(std::size_t unit) const { return std::span(factors).subspan(unit * rank_, rank_); }

  double half_squares() const {
    double total = 0;
    for (const double entry : factors) total += entry * entry;
    for (const double entry : bias) total += entry * entry;
    return 0.5 * total;
  }

  std::span<const std::int32_t> index;  // the unit of every rating
  double ridge;
  FactorBounds bounds;
  std::vector<double> factors;
  std::vector<double> bias;

 private:
  template <class T>
  std::span<T> own(std::span<T> of_ratings, std::size_t unit) const {
    return of_ratings.subspan(first_[unit], first_[unit + 1] - first_[unit]);
  }

  std::size_t rank_;
  std::vector<std::size_t> first_;    // unit's first place in ratings_
  std::vector<std::size_t> ratings_;  // indices of ratings, sorted by unit
  std::vector<double> dual_;          // s, in the order of ratings_
};

}  // namespace hingeline::internal
