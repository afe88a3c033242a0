// SPDX-License-Identifier: BSD-3-Clause
//
// The quadratic model of P at w, and coordinate descent on it over some columns, the candidates (H is diagonal):
//
//     Q(v) = sum_j R_j(v_j) + slope'p + 1/2 p'H p,    p = X (v - w),    r = slope + H p,    G_j = x_j'r
//     v_j <- argmin_t  G_j (t - v_j) + H_j/2 (t - v_j)^2 + R_j(t),      H_j = x_j'H x_j
//
// A pass visits the candidates in a fresh random order and computes G_j from r. The first pass drops columns that are 0
// and would stay there even if their slope were a tenth steeper.
//
// Cost: a pass reads each candidate twice, once if v_j stays.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/stop.hpp"
#include "solvers/rows/columns_with_intercept.hpp"
#include "solvers/rows/penalized_point.hpp"
#include "solvers/steps/row_losses.hpp"

namespace hingeline::internal {

/// Sums of r x and of h x^2 over a column.
struct ColumnSlopes {
  double first = 0;
  double second = 0;
  ColumnSlopes& operator+=(const ColumnSlopes& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
  friend ColumnSlopes operator+(ColumnSlopes a, const ColumnSlopes& b) { return a += b; }
};

template <class T>
class ColumnModel : public PenalizedPoint {
 public:
  ColumnModel(ColumnsWithIntercept<T>& x, const Problem& problem, std::uint64_t seed, Stop stop)
      : PenalizedPoint(problem),
        x_(x),
        random_(seed),
        stop_(std::move(stop)),
        diagonal_(x.size()),
        is_candidate_(x.size()),
        h_(x.rows()),
        mean_(problem.C),
        least_(little_ * mean_),
        move_(x.rows()),
        r_(x.rows()) {}

  ColumnsWithIntercept<T>& columns() { return x_; }
  bool must_stop() const { return is_due(stop_); }

  /// Makes candidates of the columns with w_j != 0 and of those that a pull u = X's would move.
  void select(std::span<const double> w, std::span<const double> pull) {
    if (candidates_.empty()) take_all();
    for (const std::uint32_t j : candidates_) {
      place(j, w[j]);
      is_candidate_[j] = w[j] != 0;
    }
    std::erase_if(candidates_, [w](std::uint32_t j) { return w[j] == 0; });
    std::sort(candidates_.begin(), candidates_.end());
    join(pull);
  }

  /// Adds the columns that a pull would move.
  void join(std::span<const double> pull) {
    const auto add = [this](std::size_t j) {
      if (!is_candidate_[j]) add_candidate(j);
    };
    regularizer().for_each_beyond(pull.first(x_.variables().penalized()), add);
    if (x_.variables().has_free_intercept() && pull.back() != 0) add(size() - 1);
  }

  std::span<const std::uint32_t> candidates() const { return candidates_; }

  /// Sets up Q at w, which must be 0 outside the candidates.
  void begin(std::span<const double> w, const RowDerivatives& at) {
    curve(at.curvature);
    for (const std::uint32_t j : candidates_) place(j, w[j]);
    r_.assign(at.slope.begin(), at.slope.end());
    begun_ = true;
  }

  /// Makes passes until one lowers Q by no more than `share` of what all of them did.
  void descend(double share) {
    double total = 0;
    for (double last = infinity; last > share * total && !is_due(stop_); total += last) {
      shuffle(std::span(candidates_), random_);
      last = std::exchange(begun_, false) ? first_pass() : pass();
    }
  }

  /// Whether few columns have entered or left the support in the descents from w.
  bool support_is_settled(std::span<const double> w) const {
    constexpr double few = 0.05;
    std::size_t support = 0;
    std::size_t changed = 0;
    for (const std::uint32_t j : candidates_) {
      support += v()[j] != 0 ? 1 : 0;
      changed += (v()[j] != 0) != (w[j] != 0) ? 1 : 0;
    }
    return static_cast<double>(changed) <= few * static_cast<double>(support);
  }

  /// Sets p from r; not to the last digit, as a difference divided by H.
  void settle_by_rows(std::span<const double> slope) {
    for (std::size_t i = 0; i < r_.size(); ++i) move_[i] = (r_[i] - slope[i]) / h_[i];
  }

  /// Sets p by columns, and r anew from it.
  void settle_by_columns(std::span<const double> w, std::span<const double> slope) {
    std::fill(move_.begin(), move_.end(), 0.0);
    for (const std::uint32_t j : candidates_)
      if (v()[j] != w[j]) x_.add(j, v()[j] - w[j], move_);
    for (std::size_t i = 0; i < r_.size(); ++i) r_[i] = slope[i] + h_[i] * move_[i];
  }

  std::span<const double> move() const { return move_; }     ///< p
  std::span<const double> slopes() const { return r_; }      ///< r
  std::span<const double> curvatures() const { return h_; }  ///< H
  double least_curvature() const { return least_; }          ///< the least H of rows of data

  /// G_j and H_j.
  ColumnSlopes slopes_of(std::size_t j) {
    return x_.sum(j, [this](std::size_t i, double x) { return ColumnSlopes{x * r_[i], x * x * h_[i]}; });
  }

  /// Adds those of these columns whose v_j has become other than 0 to the candidates.
  void adopt(std::span<const std::uint32_t> columns) {
    for (const std::uint32_t j : columns)
      if (v()[j] != 0 && !is_candidate_[j]) add_candidate(j);
  }

  /// Adapts the least curvature after a step of length t: one cut short took rows to where the loss is curved, so that
  /// rows without curvature should have more in H.
  void learn_curvature(double t) {
    constexpr double short_step = 0.25;
    if (t < short_step)
      little_ = std::min(1.0, 10 * little_);
    else if (t == 1)
      little_ = std::max(least_share, 0.3 * little_);
  }

  /// r += H p.
  void add_move(std::span<const double> p) {
    for (std::size_t i = 0; i < r_.size(); ++i) r_[i] += h_[i] * p[i];
  }

 private:
  void take_all() {
    candidates_.resize(size());
    std::iota(candidates_.begin(), candidates_.end(), 0U);
  }

  void add_candidate(std::size_t j) {
    is_candidate_[j] = true;
    candidates_.push_back(static_cast<std::uint32_t>(j));
  }

  /// Sets H. Rows where the loss has no curvature get a little, for a step may take them to where it has some; the mean
  /// that this is a share of stays as it was where no row has any. Constraints that are not active get next to none,
  /// for far from their limits a multiplier adds much to the gap.
  void curve(std::span<const double> curvature) {
    constexpr double next_to_none = 1e-12;
    const std::span<const double> of_data = curvature.first(x_.data_rows());
    if (const double mean = robust_mean(of_data); mean > 0) mean_ = mean;
    least_ = little_ * mean_;
    for (std::size_t i = 0; i < of_data.size(); ++i) h_[i] = std::max(curvature[i], least_);
    for (std::size_t i = of_data.size(); i < h_.size(); ++i) h_[i] = std::max(curvature[i], next_to_none * mean_);
  }

  /// The mean if all positive numbers equalled their median: one row of large weight does not distort it.
  static double robust_mean(std::span<const double> numbers) {
    std::vector<double> positive;
    std::ranges::copy_if(numbers, std::back_inserter(positive), [](double number) { return number > 0; });
    if (positive.empty()) return 0;
    const auto median = positive.begin() + std::ssize(positive) / 2;
    std::ranges::nth_element(positive, median);
    return *median * static_cast<double>(positive.size()) / static_cast<double>(numbers.size());
  }

  bool stays_at_zero(std::size_t j, double g) const { return std::abs(g) <= term(j).l1; }

  /// Computes H_j, and drops columns that are 0 and surely stay there. Returns a lower bound of the decrease of Q.
  double first_pass() {
    constexpr double surely = 0.9;
    double decrease = 0;
    std::size_t kept = 0;
    for (const std::uint32_t j : candidates_) {
      const ColumnSlopes at = slopes_of(j);
      diagonal_[j] = at.second;
      is_candidate_[j] = v()[j] != 0 || !stays_at_zero(j, at.first / surely);
      if (!is_candidate_[j]) continue;
      candidates_[kept++] = j;
      decrease += descend_along(j, at.first);
    }
    candidates_.resize(kept);
    return decrease;
  }

  double pass() {
    double decrease = 0;
    for (const std::uint32_t j : candidates_) decrease += descend_along(j, x_.dot(j, r_));
    return decrease;
  }

  double descend_along(std::uint32_t j, double g) {
    const double to = minimum_along(j, g, diagonal_[j]);
    const double step = to - v()[j];
    if (step == 0) return 0;
    place(j, to);
    x_.visit(j, [&](std::size_t i, double x) { r_[i] += step * x * h_[i]; });
    return 0.5 * (diagonal_[j] + l2(j)) * step * step;
  }

  static constexpr double least_share = 1e-6;

  ColumnsWithIntercept<T>& x_;
  Random random_;
  const Stop stop_;

  std::vector<double> diagonal_;  // H_j
  std::vector<std::uint32_t> candidates_;
  std::vector<bool> is_candidate_;
  bool begun_ = false;  // no pass yet
  std::vector<double> h_;
  double mean_;                  // of the losses' curvatures
  double little_ = least_share;  // share of the mean that every row has at least
  double least_;                 // little_ * mean_
  std::vector<double> move_;     // p
  std::vector<double> r_;
};

}  // namespace hingeline::internal
