// SPDX-License-Identifier: BSD-3-Clause
//
// The sums over rows that a certificate is made of, and what moves a point so that it has one, for one loss.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "data/row_blocks.hpp"
#include "losses/loss_concept.hpp"
#include "problem/best_constant.hpp"
#include "problem/row_cost.hpp"
#include "problem/row_terms.hpp"

namespace hingeline::internal {

inline double sum(std::span<const double> numbers) {
  long double total = 0;
  for (const double number : numbers) total += number;
  return static_cast<double>(total);
}

/// The formulas of one problem with its loss known.
template <LossSheet Loss>
class RowProver {
 public:
  RowProver(const Problem& problem, const Loss& loss) : problem_(problem), loss_(loss) {}

  /// Shifts s, within its domain, until s and `rest` sum to 0 as far as double can say: free rows by equal shares, and
  /// what is left of that the first rows that have room.
  void balance(std::span<double> s, double rest) const {
    constexpr int rounds = 50;
    constexpr double nearly = 1e-13;
    std::int64_t movable = 0;
    double size = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      movable += is_free(s[i], domain_of(i)) ? 1 : 0;
      size += std::abs(s[i]);
    }
    double excess = sum(s) + rest;
    for (int round = 0; round < rounds && movable > 0 && std::abs(excess) > nearly * size; ++round) {
      movable = shift_free(s, excess / static_cast<double>(movable));
      const double before = std::abs(excess);
      excess = sum(s) + rest;
      if (std::abs(excess) > 0.5 * before) break;
    }
    for (std::size_t i = 0; i < s.size() && excess != 0; ++i) {
      const Interval domain = domain_of(i);
      const double moved = std::clamp(s[i] - excess, domain.lower, domain.upper);
      excess += moved - s[i];
      s[i] = moved;
    }
  }

  /// sum_i c_i phi(y_i, b)
  double constant_loss(double b) const {
    double total = 0;
    Numbers c;
    Numbers prediction;
    prediction.fill(b);
    const Numbers s{};
    for_each_block(problem_.y.size(), [&](std::size_t first, std::size_t count) {
      copy_costs(problem_, first, {c.data(), count});
      total += block_terms(first, {c.data(), count}, {s.data(), count}, {prediction.data(), count}).loss;
    });
    return total;
  }

  /// argmin_b of sum_i c_i phi(y_i, z_i + b) to `accuracy`; an empty z is 0.
  double best_intercept(std::span<const double> z, double start, double accuracy) const {
    const auto derivative = [&](double b) {
      double total = 0;
      Numbers c;
      Numbers prediction;
      prediction.fill(b);
      for_each_block(problem_.y.size(), [&](std::size_t first, std::size_t count) {
        copy_costs(problem_, first, {c.data(), count});
        if (!z.empty())
          for (std::size_t i = 0; i < count; ++i) prediction[i] = z[first + i] + b;
        total += ops_.slope(problem_.loss, count, problem_.y.data() + first, c.data(), prediction.data());
      });
      return total;
    };
    return best_constant(derivative, start, 1e-3 * (1 + std::abs(start)), accuracy);
  }

  RowTerms terms(std::span<const double> s, std::span<const double> z, double b) const {
    RowTerms total;
    Numbers c;
    Numbers prediction;
    for_each_block(s.size(), [&](std::size_t first, std::size_t count) {
      copy_costs(problem_, first, {c.data(), count});
      for (std::size_t i = 0; i < count; ++i) prediction[i] = z[first + i] + b;
      total += block_terms(first, {c.data(), count}, s.subspan(first, count), {prediction.data(), count});
    });
    return total;
  }

  /// Those of at most rows_per_block rows from `first`, the intercept in their predictions.
  RowTerms block_terms(std::size_t first, std::span<const double> c, std::span<const double> s,
                       std::span<const double> predictions) const {
    return ops_.sum(problem_.loss, s.size(), problem_.y.data() + first, c.data(), predictions.data(), s.data());
  }

  /// The variables of at most rows_per_block rows from `first`.
  void clip_block(std::size_t first, std::span<const double> c, std::span<double> s) const {
    ops_.clip(problem_.loss, s.size(), problem_.y.data() + first, c.data(), s.data());
  }

  void clip(std::span<double> s) const {
    Numbers c;
    for_each_block(s.size(), [&](std::size_t first, std::size_t count) {
      copy_costs(problem_, first, {c.data(), count});
      clip_block(first, {c.data(), count}, s.subspan(first, count));
    });
  }

  Interval domain(std::size_t i) const { return domain_of(i); }

 private:
  using Numbers = std::array<double, rows_per_block>;

  template <class F>
  static void for_each_block(std::size_t rows, const F& f) {
    for (std::size_t first = 0; first < rows; first += rows_per_block)
      f(first, std::min<std::size_t>(rows_per_block, rows - first));
  }

  static bool is_free(double s, const Interval& domain) { return s > domain.lower && s < domain.upper && s != 0; }

  /// Returns how many rows are free afterwards.
  std::int64_t shift_free(std::span<double> s, double share) const {
    std::int64_t free = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      const Interval domain = domain_of(i);
      if (!is_free(s[i], domain)) continue;
      s[i] = std::clamp(s[i] - share, domain.lower, domain.upper);
      free += is_free(s[i], domain) ? 1 : 0;
    }
    return free;
  }

  double cost(std::size_t i) const { return row_cost(problem_, static_cast<std::int64_t>(i)); }
  Interval domain_of(std::size_t i) const {
    const double c = cost(i);
    return c > 0 ? loss_.domain(problem_.y[i], c) : Interval{0, 0};
  }

  const Problem& problem_;
  const Loss& loss_;
  const RowTermOps ops_ = row_term_ops();
};

}  // namespace hingeline::internal
