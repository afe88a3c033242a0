// SPDX-License-Identifier: BSD-3-Clause
#include "problem/class_certificate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>

#include "core/centre.hpp"
#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "data/row_passes.hpp"
#include "losses/multinomial.hpp"
#include "parallel/blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "problem/regularization.hpp"
#include "problem/rounding.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

/// sum_i c_i of every class's rows.
std::vector<double> class_costs(const ClassProblem& problem) {
  std::vector<double> costs(problem.count);
  for (std::size_t i = 0; i < problem.classes.size(); ++i)
    costs[static_cast<std::size_t>(problem.classes[i])] += row_cost(problem.rows, i);
  return costs;
}

/// Sums over rows of what a proof is made of.
struct ClassTerms {
  double loss = 0;
  double gap = 0;
  double magnitude = 0;       // of the terms of P and the gap that rounding of outputs moves
  double dual_magnitude = 0;  // of those of D

  ClassTerms& operator+=(const ClassTerms& other) {
    loss += other.loss;
    gap += other.gap;
    magnitude += other.magnitude;
    dual_magnitude += other.dual_magnitude;
    return *this;
  }
};

class ClassProof {
 public:
  ClassProof(const ClassProblem& problem, const ClassPoint& point, ThreadPool& pool)
      : problem_(problem),
        point_(point),
        pool_(pool),
        n_(problem.classes.size()),
        count_(problem.count),
        features_(point.coef.size() / problem.count),
        outputs_(n_ * count_),
        costs_(class_costs(problem)) {}

  Certificate prove(const ClassBaseline& baseline) {
    predict();
    take_shares();
    if (problem_.rows.intercept != Intercept::free) return certificate(0, baseline);
    balance();
    return certificate(is_balanced() ? 0 : infinity, baseline);
  }

 private:
  std::span<const double> coef(std::size_t k) const { return point_.coef.subspan(k * features_, features_); }
  std::span<double> shares(std::size_t i) const { return point_.dual_coef.subspan(i * count_, count_); }
  double cost(std::size_t i) const { return row_cost(problem_.rows, i); }

  /// outputs_ = X W.
  void predict() {
    std::visit([&](const auto& x) { RowPasses(x, pool_).predict_each(point_.coef, count_, outputs_); },
               problem_.rows.x);
  }

  /// z_i at the intercept b.
  void outputs_at(std::size_t i, std::span<const double> b, std::span<double> z) const {
    for (std::size_t k = 0; k < count_; ++k) z[k] = outputs_[i * count_ + k] + b[k];
  }

  /// sum_i c_i p_ik - the class's costs: the gradient of P in b.
  std::vector<double> imbalance() const {
    std::vector<double> total(count_);
    std::vector<double> parts;
    add_chunks(pool_, static_cast<std::int64_t>(n_), rows_a_task(problem_), total, parts,
               [&](std::int64_t first, std::int64_t end, std::span<double> part) {
                 for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i)
                   for (std::size_t k = 0; k < count_; ++k) part[k] += cost(i) * shares(i)[k];
               });
    for (std::size_t k = 0; k < count_; ++k) total[k] -= costs_[k];
    return total;
  }

  /// q_i = softmax(z_i), kept where s_i will be.
  void take_shares() {
    for_each_block(pool_, static_cast<std::int64_t>(n_), rows_a_task(problem_),
                   [&](std::int64_t first, std::int64_t size) {
                     const auto end = static_cast<std::size_t>(first + size);
                     for (auto i = static_cast<std::size_t>(first); i < end; ++i) {
                       outputs_at(i, point_.intercept, shares(i));
                       softmax(shares(i), shares(i));
                     }
                   });
  }

  /// Moves the excess of a class to one with a deficit, until all are balanced.
  void balance() {
    std::vector<double> excess = imbalance();
    for (std::size_t moves = 0; moves < count_; ++moves) {
      const auto [least, most] = std::minmax_element(excess.begin(), excess.end());
      const double amount = std::min(*most, -*least);
      if (!(amount > 0)) return;
      transfer(static_cast<std::size_t>(most - excess.begin()), static_cast<std::size_t>(least - excess.begin()),
               amount);
      *most -= amount;
      *least += amount;
    }
  }

  /// Whether imbalances are rounding; not where shares that should have moved are 0 but for rounding.
  bool is_balanced() const {
    constexpr double rounding = 1e-12;
    const double allowed = rounding * std::accumulate(costs_.begin(), costs_.end(), 0.0);
    return std::ranges::all_of(imbalance(), [&](double excess) { return std::abs(excess) <= allowed; });
  }

  /// Lowers sum_i c_i q_ik and raises sum_i c_i q_il by `amount`: in every row by the same share of the smaller of
  /// both, at most half of it at a time; the rest in the one row where that is largest.
  void transfer(std::size_t k, std::size_t l, double amount) {
    constexpr int most_rounds = 100;
    const auto smaller = [&](std::size_t i) { return std::min(shares(i)[k], shares(i)[l]); };
    const auto move = [&](std::size_t i, double part) {
      shares(i)[k] -= part;
      shares(i)[l] += part;
      amount -= cost(i) * part;
    };
    for (int round = 0; round < most_rounds && amount > 0; ++round) {
      double room = 0;
      std::size_t best = 0;
      for (std::size_t i = 0; i < n_; ++i) {
        room += cost(i) * smaller(i);
        if (cost(i) * smaller(i) > cost(best) * smaller(best)) best = i;
      }
      if (!(room > 0)) return;
      if (amount <= 0.5 * cost(best) * smaller(best)) return move(best, amount / cost(best));
      const double share = std::min(0.5, amount / room);
      for (std::size_t i = 0; i < n_; ++i) move(i, share * smaller(i));
    }
  }

  /// Turns q into s on the way. `gap` is added to the gap.
  Certificate certificate(double gap, const ClassBaseline& baseline) {
    const ClassTerms terms =
        sum_chunks(pool_, static_cast<std::int64_t>(n_), rows_a_task(problem_), ClassTerms{},
                   [&](std::int64_t first, std::int64_t end, ClassTerms& part) {
                     add_terms(static_cast<std::size_t>(first), static_cast<std::size_t>(end), part);
                   });
    const double ridge = 0.5 * dot(point_.coef, point_.coef) + appended_ridge();
    Certificate proof;
    proof.primal = terms.loss + ridge;
    proof.gap = gap + terms.gap + 0.5 * squared_distance();
    proof.rounding_floor = term_rounding * (terms.magnitude + ridge);
    proof.dual_rounding = term_rounding * (terms.dual_magnitude + ridge);
    complete(proof, 1, baseline.primal);
    return proof;
  }

  void add_terms(std::size_t first, std::size_t end, ClassTerms& sums) {
    std::vector<double> z(count_), p(count_);
    for (std::size_t i = first; i < end; ++i) {
      const auto y = static_cast<std::size_t>(problem_.classes[i]);
      outputs_at(i, point_.intercept, z);
      const double log_sum = softmax(z, p);
      const double loss = multinomial_loss(p, y, log_sum, z[y]);
      const double dual_slope = slope_size(shares(i), z, y);
      sums.loss += cost(i) * loss;
      sums.gap += cost(i) * divergence(shares(i), p, z, log_sum);
      sums.magnitude += cost(i) * (loss + slope_size(p, z, y) + dual_slope);
      sums.dual_magnitude += cost(i) * (loss + dual_slope);
      for (std::size_t k = 0; k < count_; ++k) shares(i)[k] = cost(i) * ((k == y ? 1 : 0) - shares(i)[k]);
    }
  }

  /// (q - e_y)'z with all terms >= 0: the change of a loss of slope q - e_y per relative change of the outputs.
  static double slope_size(std::span<const double> q, std::span<const double> z, std::size_t y) {
    double size = 0;
    for (std::size_t k = 0; k < q.size(); ++k)
      if (k != y) size += q[k] * (std::abs(z[k]) + std::abs(z[y]));
    return size;
  }

  /// 1/2 |v|^2 of a penalized intercept b = bias v.
  double appended_ridge() const {
    if (problem_.rows.intercept != Intercept::penalized) return 0;
    double total = 0;
    for (const double b : point_.intercept) total += b * b / (problem_.rows.bias * problem_.rows.bias);
    return 0.5 * total;
  }

  /// sum_k |w_k - u_k|^2, the appended column of a penalized intercept included.
  double squared_distance() const {
    std::vector<double> u(point_.coef.size());
    std::visit([&](const auto& x) { RowPasses(x, pool_).combine_each(point_.dual_coef, count_, u); }, problem_.rows.x);
    double total = 2 * half_squared_distance(point_.coef, u);
    for (std::size_t k = 0; k < count_ && problem_.rows.intercept == Intercept::penalized; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < n_; ++i) sum += shares(i)[k];
      const double distance = point_.intercept[k] / problem_.rows.bias - problem_.rows.bias * sum;
      total += distance * distance;
    }
    return total;
  }

  const ClassProblem& problem_;
  const ClassPoint& point_;
  ThreadPool& pool_;
  std::size_t n_;
  std::size_t count_;
  std::size_t features_;
  std::vector<double> outputs_;  // X W
  std::vector<double> costs_;
};

}  // namespace

ClassBaseline baseline(const ClassProblem& problem) {
  const std::vector<double> costs = class_costs(problem);
  const double total = std::accumulate(costs.begin(), costs.end(), 0.0);
  ClassBaseline result;
  result.intercept.resize(problem.count);
  if (problem.rows.intercept != Intercept::free) {
    result.primal = total * std::log(static_cast<double>(problem.count));
    return result;
  }
  // The best b of a class without rows is -infinity: its share is set to rounding.
  constexpr double nothing = std::numeric_limits<double>::epsilon();
  for (std::size_t k = 0; k < problem.count; ++k) {
    result.intercept[k] = std::log(std::max(costs[k], nothing * total));
    if (costs[k] > 0) result.primal += costs[k] * std::log(total / costs[k]);
  }
  centre(result.intercept);
  return result;
}

Certificate certify(const ClassProblem& problem, const ClassBaseline& baseline, const ClassPoint& point,
                    ThreadPool& pool) {
  return ClassProof(problem, point, pool).prove(baseline);
}

}  // namespace hingeline::internal
