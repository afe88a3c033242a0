// SPDX-License-Identifier: BSD-3-Clause
#include "problem/level_crossing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dot.hpp"
#include "core/larger_or_unknown.hpp"
#include "data/rows.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

/// Two neighbouring levels.
class LevelPair {
 public:
  LevelPair(const LevelProblem& problem, const LevelOutputs& outputs, std::size_t k)
      : problem_(problem),
        lower_w_(coef(outputs, k)),
        upper_w_(coef(outputs, k + 1)),
        lower_b_(outputs.intercept[k]),
        upper_b_(outputs.intercept[k + 1]),
        lower_z_(predictions(outputs, k)),
        upper_z_(predictions(outputs, k + 1)) {}

  /// f(row, z_k, z_{k+1}) of every row that counts.
  template <class F>
  void for_each_row(const F& f) const {
    for (std::size_t i = 0; i < lower_z_.size(); ++i)
      if (row_cost(problem_.rows, i) > 0)
        f(static_cast<std::int64_t>(i), lower_z_[i] + lower_b_, upper_z_[i] + upper_b_);
  }

  /// The corner of the box where z_{k+1} - z_k is smallest.
  std::vector<double> worst_corner() const {
    std::vector<double> x(lower_w_.size());
    for (std::size_t j = 0; j < x.size(); ++j)
      x[j] = upper_w_[j] > lower_w_[j] ? problem_.box.lower[j] : problem_.box.upper[j];
    return x;
  }

  double lower_at(std::span<const double> x) const { return dot(lower_w_, x) + lower_b_; }
  double upper_at(std::span<const double> x) const { return dot(upper_w_, x) + upper_b_; }

  /// The rounding error of the difference of both predictions at a point of `magnitude` sum_j |x_j| (|w_kj| +
  /// |w_{k+1,j}|).
  double rounding(double magnitude) const {
    const double terms = 2 * static_cast<double>(lower_w_.size() + 2);
    return terms * std::numeric_limits<double>::epsilon() * (magnitude + std::abs(lower_b_) + std::abs(upper_b_));
  }

  /// f(z_k - z_{k+1}, its rounding) wherever the pair might cross: at all rows where it is close, or the worst corner.
  template <class F>
  void for_each_close(const F& f) const {
    if (problem_.tie == LevelTie::box) return f(lower_at(worst_corner()) - upper_at(worst_corner()), rounding_in_box());
    visit_rows(problem_.rows.x, [&](const auto& x) {
      for_each_row([&](std::int64_t i, double lower, double upper) {
        constexpr double close = 1e-9;
        if (upper - lower > close * (std::abs(lower) + std::abs(upper)) + close * std::abs(upper_b_ - lower_b_)) return;
        f(lower - upper, rounding(x.magnitude(i, lower_w_.data()) + x.magnitude(i, upper_w_.data())));
      });
    });
  }

 private:
  std::span<const double> coef(const LevelOutputs& outputs, std::size_t k) const {
    const std::size_t d = outputs.coef.size() / problem_.count();
    return outputs.coef.subspan(k * d, d);
  }
  std::span<const double> predictions(const LevelOutputs& outputs, std::size_t k) const {
    const std::size_t n = outputs.predictions.size() / problem_.count();
    return outputs.predictions.subspan(k * n, n);
  }

  double rounding_in_box() const {
    double magnitude = 0;
    for (std::size_t j = 0; j < lower_w_.size(); ++j)
      magnitude += std::max(std::abs(problem_.box.lower[j]), std::abs(problem_.box.upper[j])) *
                   (std::abs(lower_w_[j]) + std::abs(upper_w_[j]));
    return rounding(magnitude);
  }

  const LevelProblem& problem_;
  std::span<const double> lower_w_;
  std::span<const double> upper_w_;
  double lower_b_;
  double upper_b_;
  std::span<const double> lower_z_;
  std::span<const double> upper_z_;
};

/// f(row or -1, z_k, z_{k+1}) wherever the pair must be ordered: at all rows, or the worst corner.
template <class F>
void visit_ordered_points(const LevelProblem& problem, const LevelPair& pair, const F& f) {
  if (problem.tie == LevelTie::rows) {
    pair.for_each_row(f);
  } else if (problem.tie == LevelTie::box) {
    const std::vector<double> corner = pair.worst_corner();
    f(-1, pair.lower_at(corner), pair.upper_at(corner));
  }
}

}  // namespace

std::vector<Crossing> crossings(const LevelProblem& problem, const LevelOutputs& outputs) {
  std::vector<Crossing> found;
  for (std::size_t k = 0; k + 1 < problem.count(); ++k)
    visit_ordered_points(problem, LevelPair(problem, outputs, k), [&](std::int64_t row, double lower, double upper) {
      if (lower > upper) found.push_back({k, row, lower - upper});
    });
  return found;
}

std::vector<double> missing_distance(const LevelProblem& problem, const LevelOutputs& outputs) {
  std::vector<double> missing;
  for (std::size_t k = 0; k + 1 < problem.count(); ++k) {
    double distance = 0;
    LevelPair(problem, outputs, k).for_each_close([&](double depth, double rounding) {
      distance = std::max(distance, depth + rounding);
    });
    missing.push_back(distance);
  }
  return missing;
}

double order_rounding(const LevelProblem& problem, const LevelOutputs& outputs) {
  double total = 0;
  for (std::size_t k = 0; k + 1 < problem.count() && problem.has_order(); ++k) {
    double largest = 0;
    LevelPair(problem, outputs, k).for_each_close([&](double depth, double rounding) {
      if (depth + 2 * rounding > 0) largest = std::max(largest, rounding);
    });
    total += largest;
  }
  return total;
}

double largest_crossing(const LevelProblem& problem, const LevelOutputs& outputs, double reach) {
  double largest = 0;
  for (std::size_t k = 0; k + 1 < problem.count(); ++k)
    visit_ordered_points(problem, LevelPair(problem, outputs, k), [&](std::int64_t, double lower, double upper) {
      if (lower <= upper) return;
      const double size = std::abs(lower) + std::abs(upper) + reach;
      largest = larger_or_unknown(largest, (lower - upper) / size);
    });
  return largest;
}

std::vector<double> crossing_point(const LevelProblem& problem, std::span<const double> coef,
                                   const Crossing& crossing) {
  const auto d = static_cast<std::size_t>(cols(problem.rows.x));
  if (crossing.row >= 0) {
    std::vector<double> x(d);
    visit_rows(problem.rows.x, [&](const auto& rows) { rows.add(crossing.row, 1, x.data()); });
    return x;
  }
  const std::vector<double> nothing(problem.count());
  return LevelPair(problem, {coef, nothing, {}}, crossing.level).worst_corner();
}

}  // namespace hingeline::internal
