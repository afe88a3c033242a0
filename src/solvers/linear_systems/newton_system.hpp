// SPDX-License-Identifier: BSD-3-Clause
//
// H p = -g with H = R + sum_i h_i x~_i x~_i', R the ridge's diagonal: by conjugate gradients, preconditioned by H's
// diagonal, as long as their products cost less than forming H and its Cholesky factor would; once a system has used
// that up, by Cholesky from the next system on. So no data, however badly scaled, cost more than twice the better of
// the two.
//
// Far from the minimum a rough H does where Cholesky is due: off the diagonal it has the products of one row in four,
// times four, on the diagonal no less than those of all rows, lest a column that few rows have be taken for flat.
//
// Paper: Byrd, Chin, Neveitt and Nocedal, SIAM Journal on Optimization 2011 (Hessians of samples)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "core/stop.hpp"
#include "solvers/linear_systems/conjugate_gradients.hpp"
#include "solvers/linear_systems/gram_by_tasks.hpp"
#include "solvers/linear_systems/hessian_memo.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/rows/with_intercept.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class NewtonSystem {
 public:
  NewtonSystem(const WithIntercept<Rows>& x, Stop stop)
      : x_(x),
        stop_(std::move(stop)),
        gram_(x.rows(), x.appended(), x.passes().pool()),
        cg_(x.size()),
        diagonal_(x.size()),
        right_(x.size()),
        factor_cost_(factor_cost()),
        by_factor_(x.size() <= always_factored || factor_cost_ < few_products) {}

  /// Whether the next system is solved by Cholesky.
  bool factors() const { return by_factor_; }

  /// Sets p by Cholesky of the rough H, its rows drawn by `random`; p = 0 as below. Returns the number of passes over
  /// the matrix that it cost.
  double solve_roughly(std::span<const double> h, std::span<const double> g, Random& random, std::span<double> p) {
    take_active(h);
    curvature_ = 0;
    const bool added_up = add_up(sample(h, random));
    add_up_diagonal(h);
    for (std::size_t j = 0; j < x_.size(); ++j) hessian_.at(j, j) = std::max(hessian_.at(j, j), diagonal_[j]);
    if (added_up && cholesky_.factor(hessian_, 0, stop_))
      cholesky_.newton_step(g, p);
    else
      std::ranges::fill(p, 0.0);
    return (1 + 1.0 / sampled_of) * active_share_;
  }

  /// Sets p by Cholesky of the H that was kept, its curvature scaled to that of h; p = 0 as below.
  void solve_as_kept(const HessianMemo& kept, std::span<const double> h, std::span<const double> g,
                     std::span<double> p) {
    const double scale = std::accumulate(h.begin(), h.end(), 0.0) / kept.curvature;
    const auto lower = [&](std::size_t i, std::size_t j) {
      const double ridge = i == j ? x_.ridge(j) : 0;
      return ridge + scale * (kept.hessian.at(i, j) - ridge);
    };
    if (scale > 0 && cholesky_.factor(kept.hessian.size(), lower, 0, stop_))
      cholesky_.newton_step(g, p);
    else
      std::ranges::fill(p, 0.0);
  }

  /// Moves the last exact H, if there was any, into the memo.
  void keep(HessianMemo& memo) {
    constexpr double nearer = 0.5;  // a fresh H is nearer than the one before
    if (!(curvature_ > 0)) return;
    std::swap(memo.hessian, hessian_);
    memo.curvature = curvature_;
    memo.fall *= nearer;
  }

  /// Sets p and its residual -g - H p. By Cholesky the residual is 0, or p = 0 where H has overflowed or it was told to
  /// stop. Else stops as soon as enough(residual, that of p = 0), after `most` products or when told to. Returns the
  /// number of passes over the matrix that it cost.
  template <class Enough>
  double solve(std::span<const double> h, std::span<const double> g, const Enough& enough, double most,
               std::span<double> p, std::span<double> residual) {
    std::transform(g.begin(), g.end(), right_.begin(), [](double entry) { return -entry; });
    take_active(h);
    return by_factor_ ? factor(h, p, residual) : iterate(h, enough, most, p, residual);
  }

 private:
  /// The cost of H and its factor, in products with H; by nanoseconds per operation as measured on one core.
  double factor_cost() const {
    const auto size = static_cast<double>(x_.size());
    if (size > largest_factor) return infinity;
    double product = 1;
    double gram = 0;
    for (std::int64_t i = 0; i < x_.rows().rows(); ++i) {
      if constexpr (SparseRowMatrix<Rows>) {
        const auto entries = static_cast<double>(x_.rows().entries(i).size()) + 1;
        product += 2 * entries;
        gram += 4 * entries < size ? 0.5 * entries * entries : 0.1 * size * size;
      } else {
        product += 0.5 * size;
        gram += 0.1 * size * size;
      }
    }
    return (gram + size * size * size / 9) / product;
  }

  /// Lists the rows with h_i > 0.
  void take_active(std::span<const double> h) {
    active_.clear();
    for (std::size_t i = 0; i < h.size(); ++i)
      if (h[i] > 0) active_.push_back(i);
    active_share_ = static_cast<double>(active_.size()) / static_cast<double>(h.size());
  }

  /// False when told to stop.
  bool add_up(std::span<const double> h) {
    hessian_.clear(x_.size());
    for (std::size_t j = 0; j < x_.size(); ++j) hessian_.at(j, j) = x_.ridge(j);
    return gram_.add(h, hessian_, stop_);
  }

  void add_up_diagonal(std::span<const double> h) {
    for (std::size_t j = 0; j < x_.size(); ++j) diagonal_[j] = x_.ridge(j);
    add_active(diagonal_, [&](std::size_t i, double* part) { x_.add_squares(i, h[i], part); });
  }

  /// Weights of a sample: one of every `sampled_of` neighbours, with that many times its h.
  std::span<const double> sample(std::span<const double> h, Random& random) {
    sample_.assign(h.size(), 0.0);
    for (std::size_t first = 0; first + sampled_of <= h.size(); first += sampled_of) {
      const std::size_t drawn = first + random.below(sampled_of);
      sample_[drawn] = sampled_of * h[drawn];
    }
    return sample_;
  }

  double factor(std::span<const double> h, std::span<double> p, std::span<double> residual) {
    std::ranges::fill(p, 0.0);
    std::ranges::copy(right_, residual.begin());
    curvature_ = 0;
    if (add_up(h) && cholesky_.factor(hessian_, 0, stop_)) {
      curvature_ = std::accumulate(h.begin(), h.end(), 0.0);
      std::swap_ranges(p.begin(), p.end(), residual.begin());
      cholesky_.solve(p);
    }
    return active_share_;
  }

  /// Adds the product; dense rows by blocks, unless few of them have h_i > 0.
  void add_gram_product(std::span<const double> h, std::span<const double> v, std::span<double> out) const {
    constexpr double few = 0.3;
    if (!SparseRowMatrix<Rows> && active_share_ > few) return x_.add_gram_product(h, v, out);
    add_active(out, [&](std::size_t i, double* part) { x_.add(i, h[i] * x_.dot(i, v.data()), part); });
  }

  /// u += what add(i, part) adds for rows with h_i > 0.
  template <class Add>
  void add_active(std::span<double> u, const Add& add) const {
    const auto add_part = [&](std::int64_t first, std::int64_t end, std::span<double> part) {
      for (std::int64_t k = first; k < end; ++k) add(active_[static_cast<std::size_t>(k)], part.data());
    };
    x_.passes().add_some(u, std::ssize(active_), active_share_, add_part);
  }

  template <class Enough>
  double iterate(std::span<const double> h, const Enough& enough, double most, std::span<double> p,
                 std::span<double> residual) {
    add_up_diagonal(h);
    for (double& entry : diagonal_) entry = entry > 0 ? entry : 1;
    const auto multiply = [&](std::span<const double> v, std::span<double> out) {
      for (std::size_t j = 0; j < v.size(); ++j) out[j] = x_.ridge(j) * v[j];
      add_gram_product(h, v, out);
    };
    const auto enough_or_due = [&](const Residual& left, const Residual& first) {
      return enough(left, first) || is_due(stop_);
    };
    const auto allowed = static_cast<int>(std::clamp(std::min(most, factor_cost_), 1.0, 1e9));
    const auto precondition = [&](std::span<const double> v, std::span<double> out) {
      for (std::size_t j = 0; j < v.size(); ++j) out[j] = v[j] / diagonal_[j];
    };
    const int products = cg_.solve(multiply, precondition, right_, enough_or_due, allowed, p);
    std::copy(cg_.residual().begin(), cg_.residual().end(), residual.begin());
    by_factor_ = products >= std::floor(factor_cost_);
    return (1 + products) * active_share_;
  }

  static constexpr double largest_factor = 4000;
  static constexpr double few_products = 10;
  static constexpr std::size_t always_factored = 32;  // whose factor takes microseconds, and is exact
  static constexpr std::uint32_t sampled_of = 4;

  const WithIntercept<Rows>& x_;
  const Stop stop_;
  GramByTasks<Rows> gram_;
  GramMatrix hessian_{0};
  double curvature_ = 0;  // sum_i h_i of hessian_; 0 where that is not exact, or half made
  ScaledCholesky cholesky_;
  ConjugateGradients cg_;
  std::vector<double> diagonal_;
  std::vector<double> right_;
  std::vector<double> sample_;
  std::vector<std::size_t> active_;
  double active_share_ = 1;
  double factor_cost_;
  bool by_factor_;
};

}  // namespace hingeline::internal
