// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear_systems/product_descent.hpp"

namespace hingeline::internal {

double ProductDescent::minimise(std::span<const std::uint32_t> columns, const GramMatrix& products,
                                std::span<const double> slopes, double share) {
  constexpr int most = 1000;
  constexpr int now_and_then = 10;
  columns_ = columns;
  a_ = &products;
  g_.assign(slopes.begin(), slopes.end());
  cost_ = 0;
  double total = 0;
  for (int passes = 1; passes <= most && !is_due(stop_); ++passes) {
    const double decrease = pass();
    total += decrease;
    if (decrease <= share * total) break;
    if (passes % now_and_then == 0) total += minimise_on_support();
  }
  return cost_;
}

/// Returns a lower bound of the decrease of Q.
double ProductDescent::pass() {
  constexpr double entry = 0.2;  // the cost of an entry of A, which lie in order, in visits of one of X
  cost_ += entry * static_cast<double>(columns_.size() * columns_.size());
  double decrease = 0;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const std::uint32_t j = columns_[k];
    const double h = a_->at(k, k);
    const double to = point_.minimum_along(j, g_[k], h);
    const double step = to - v(j);
    if (step == 0) continue;
    decrease += 0.5 * (h + point_.l2(j)) * step * step;
    set(k, to);
  }
  return decrease;
}

/// Sets the coefficient of K's k-th column, and updates all slopes.
void ProductDescent::set(std::size_t k, double value) {
  const double step = value - v(columns_[k]);
  if (step != 0) ops_.add(step, a_->data() + k * a_->stride(), g_.data(), g_.size());
  point_.place(columns_[k], value);
}

/// Returns the decrease of Q.
double ProductDescent::minimise_on_support() {
  constexpr int rounds = 50;
  double total = 0;
  for (int round = 0; round < rounds && !is_due(stop_); ++round) {
    find_support();
    if (support_.size() == 0 || !find_step()) break;
    point_.find_meetings(support_.columns, step_, 1, meetings_);
    const double change = move(best_step());
    total -= change;
    if (!(change < 0) || meetings_.empty()) break;
  }
  return total;
}

void ProductDescent::find_support() {
  support_.places.clear();
  support_.columns.clear();
  support_.down.clear();
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const std::uint32_t j = columns_[k];
    if (!point_.is_free(j)) continue;
    support_.places.push_back(k);
    support_.columns.push_back(j);
    support_.down.push_back(point_.down(j, g_[k]));
  }
}

/// Finds d; false where arithmetic overflowed, or there is no time.
bool ProductDescent::find_step() {
  constexpr double damping = 1e-10;
  const auto size = static_cast<double>(support_.size());
  constexpr double flops_in_a_visit = 40;  // of a factor, which takes |S|^3 / 3
  cost_ += size * size * size / (3 * flops_in_a_visit);
  if (!cholesky_.factor(
          support_.size(), [this](std::size_t k, std::size_t m) { return b(k, m); }, damping, stop_))
    return false;
  step_ = support_.down;
  cholesky_.solve(step_);
  return true;
}

KinkStep ProductDescent::best_step() {
  constexpr double worth = 5;  // straight steps must gain so much more: with cuts, columns leave one at a time
  constexpr int halvings = 30;
  double along = 0;  // down'd
  for (std::size_t k = 0; k < step_.size(); ++k) along += support_.down[k] * step_[k];
  const KinkStep straight = straight_step(point_, support_.columns, step_, meetings_, {-along, along}, 1);
  KinkStep cut{.is_cut = true};
  const auto try_cut = [&](double t) {
    if (const double change = change_when_cut(t, along); change < cut.change) cut = {t, change, true};
  };
  const double first = meetings_.empty() ? 1 : meetings_.front().share;
  try_cut(first);
  double t = 1;
  for (int halving = 0; halving <= halvings && t > first; ++halving, t *= 0.5) try_cut(t);
  return straight.change < worth * cut.change ? straight : cut;
}

/// Q(v + t d + c) - Q(v), by the formula of product_descent.hpp.
double ProductDescent::change_when_cut(double t, double along) {
  cuts_.clear();
  double down_cut = 0;
  double curvature = 0;
  for (std::size_t n = 0; n < meetings_.size() && meetings_[n].share <= t; ++n) {
    const std::size_t k = meetings_[n].k;
    const double cut = point_.after_step(support_.columns[k], step_[k], t) - v(support_.columns[k]) - t * step_[k];
    down_cut += support_.down[k] * cut;
    curvature += b(k, k) * cut * cut;
    for (std::size_t m = 0; m < n; ++m) curvature += 2 * b(k, meetings_[m].k) * cut * cuts_[m];
    cuts_.push_back(cut);
  }
  return (0.5 * t - 1) * t * along + (t - 1) * down_cut + 0.5 * curvature;
}

/// The excess of R_j, after a move across 0, over its tangent at the old v_j.
double ProductDescent::above_tangent(std::size_t j, double moved) const {
  return v(j) * (v(j) - moved) < 0 ? 2 * point_.term(j).l1 * std::abs(v(j)) : 0;
}

/// Moves v by `step`, unless that does not lower Q; returns the change of Q.
double ProductDescent::move(const KinkStep& step) {
  before_ = g_;
  from_.clear();
  for (std::size_t k = 0; k < step_.size(); ++k) {
    from_.push_back(v(support_.columns[k]));
    set(support_.places[k], value_after(point_, support_.columns[k], step_[k], step));
  }
  double change = 0;
  for (std::size_t k = 0; k < from_.size(); ++k) {
    const std::size_t place = support_.places[k];
    const std::uint32_t j = support_.columns[k];
    const double moved = v(j) - from_[k];
    const double slopes = g_[place] - before_[place] + point_.l2(j) * moved;
    change += moved * (0.5 * slopes - support_.down[k]) + above_tangent(j, moved);
  }
  if (change < 0) return change;
  for (std::size_t k = 0; k < from_.size(); ++k) point_.place(support_.columns[k], from_[k]);
  g_.swap(before_);
  return 0;
}

}  // namespace hingeline::internal
