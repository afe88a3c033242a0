// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/farkas_vector.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/dot.hpp"
#include "core/stop.hpp"
#include "data/rows.hpp"
#include "penalties/interval_term.hpp"
#include "problem/infeasibility.hpp"
#include "solvers/rescue/independent_columns.hpp"

namespace hingeline::internal {
namespace {

/// One finite limit as a column of E: sign (a, limit) / norm.
struct Limit {
  bool of_constraint = false;
  std::size_t index = 0;  // of the constraint or the coefficient a = e_j
  double sign = 1;        // 1: a lower limit
  double norm = 1;
  double h = 0;  // sign limit / norm
};

class LeastDistance {
 public:
  /// For all bounds and the constraints k with used[k].
  LeastDistance(const Problem& problem, const std::vector<bool>& used, const Stop& stop)
      : problem_(problem), stop_(stop), features_(static_cast<std::size_t>(cols(problem.x))), columns_(features_ + 1) {
    collect_limits(used);
    residual_.assign(features_ + 1, 0.0);
    residual_.back() = 1;
  }

  /// The multipliers of the constraints where the residual has vanished, or nearly so.
  std::vector<double> multipliers() {
    constexpr int most = 1000;  // limits added: with 2,000 features they take as long as some dozen Newton steps
    for (int i = 0; i < most && !is_due(stop_) && add_steepest(); ++i) {
    }
    refine();
    std::vector<double> mu(static_cast<std::size_t>(rows(problem_.constraints.rows)));
    for (std::size_t k = 0; k < passive_.size(); ++k) {
      const Limit& limit = limits_[passive_[k]];
      if (limit.of_constraint) mu[limit.index] += limit.sign * u_[k] / limit.norm;
    }
    return mu;
  }

 private:
  void collect_limits(const std::vector<bool>& used) {
    const Constraints& constraints = problem_.constraints;
    visit_rows(constraints.rows, [&](const auto& a) {
      for (std::int64_t k = 0; k < a.rows(); ++k) {
        const auto index = static_cast<std::size_t>(k);
        if (!used[index]) continue;
        const double norm = std::sqrt(a.squared_norm(k));
        collect(true, index, norm > 0 ? norm : 1, interval(constraints.lower, constraints.upper, index));
      }
    });
    for (std::size_t j = 0; j < features_; ++j)
      collect(false, j, 1, interval(problem_.bounds.lower, problem_.bounds.upper, j));
    double largest = 0;
    for (const Limit& limit : limits_) largest = std::max(largest, std::abs(limit.h));
    if (largest > 0)
      for (Limit& limit : limits_) limit.h /= largest;
  }

  void collect(bool of_constraint, std::size_t index, double norm, const IntervalTerm& limits) {
    if (!std::isinf(limits.lower)) limits_.push_back({of_constraint, index, 1, norm, limits.lower / norm});
    if (!std::isinf(limits.upper)) limits_.push_back({of_constraint, index, -1, norm, -limits.upper / norm});
  }

  std::vector<double> column(const Limit& limit) const {
    std::vector<double> e(features_ + 1);
    const double factor = limit.sign / limit.norm;
    if (limit.of_constraint)
      visit_rows(problem_.constraints.rows,
                 [&](const auto& a) { a.add(static_cast<std::int64_t>(limit.index), factor, e.data()); });
    else
      e[limit.index] = factor;
    e.back() = limit.h;
    return e;
  }

  /// E_k'r of every limit: the rate at which |E u - f|^2 / 2 falls with u_k.
  std::vector<double> descents() const {
    std::vector<double> products(static_cast<std::size_t>(rows(problem_.constraints.rows)));
    visit_rows(problem_.constraints.rows, [&](const auto& a) {
      for (std::size_t k = 0; k < products.size(); ++k)
        products[k] = a.dot(static_cast<std::int64_t>(k), residual_.data());
    });
    std::vector<double> result(limits_.size());
    for (std::size_t k = 0; k < limits_.size(); ++k) {
      const Limit& limit = limits_[k];
      const double product = limit.of_constraint ? products[limit.index] : residual_[limit.index];
      result[k] = limit.sign * product / limit.norm + limit.h * residual_.back();
    }
    return result;
  }

  /// Adds the limit along which the distance falls fastest; false where there is none, or the distance has vanished.
  bool add_steepest() {
    constexpr double negligible = 1e-13;
    const double norm = std::sqrt(dot(residual_, residual_));
    if (norm <= negligible) return false;
    std::vector<double> descent = descents();
    for (const std::size_t k : passive_) descent[k] = 0;
    while (!is_due(stop_)) {
      const auto steepest = std::max_element(descent.begin(), descent.end());
      if (steepest == descent.end() || *steepest <= negligible * norm) return false;
      const auto k = static_cast<std::size_t>(steepest - descent.begin());
      if (columns_.append(column(limits_[k]))) {
        passive_.push_back(k);
        u_.push_back(0);
        if (move_to_minimum()) return true;
      }
      *steepest = 0;
    }
    return false;
  }

  /// Moves u to the least squares solution over the limits added, removing those whose u_k would be negative; false
  /// where that would be first of all the one added last.
  bool move_to_minimum() {
    std::vector<double> f(features_ + 1);
    f.back() = 1;
    for (bool first = true; !is_due(stop_); first = false) {
      const std::vector<double> best = columns_.least_squares(f);
      if (first && best.back() <= 0) {
        leave(u_.size() - 1);
        return false;
      }
      double share = 1;
      std::size_t leaving = u_.size();
      for (std::size_t k = 0; k < u_.size(); ++k)
        if (best[k] <= 0 && u_[k] <= share * (u_[k] - best[k])) {
          share = u_[k] == 0 ? 0 : u_[k] / (u_[k] - best[k]);
          leaving = k;
        }
      for (std::size_t k = 0; k < u_.size(); ++k) u_[k] += share * (best[k] - u_[k]);
      if (leaving == u_.size()) break;
      leave(leaving);
    }
    take_residual();
    return true;
  }

  void leave(std::size_t k) {
    columns_.remove(k);
    passive_.erase(passive_.begin() + static_cast<std::ptrdiff_t>(k));
    u_.erase(u_.begin() + static_cast<std::ptrdiff_t>(k));
  }

  /// f - E u, summed in long double.
  void take_residual() {
    std::vector<long double> sums(features_ + 1);
    sums.back() = 1;
    for (std::size_t k = 0; k < passive_.size(); ++k) {
      const std::vector<double> e = column(limits_[passive_[k]]);
      for (std::size_t j = 0; j < e.size(); ++j) sums[j] -= static_cast<long double>(u_[k]) * e[j];
    }
    std::copy(sums.begin(), sums.end(), residual_.begin());
  }

  /// Removes limits that only rounding keeps, then refines u to the last digits by least squares for the residual.
  void refine() {
    constexpr int rounds = 3;
    constexpr double rounding = 1e-12;
    const double largest = u_.empty() ? 0 : *std::max_element(u_.begin(), u_.end());
    for (std::size_t k = u_.size(); k-- > 0;)
      if (u_[k] <= rounding * largest) leave(k);
    take_residual();
    for (int i = 0; i < rounds && !u_.empty(); ++i) {
      const std::vector<double> change = columns_.least_squares(residual_);
      for (std::size_t k = 0; k < u_.size(); ++k) u_[k] = std::max(0.0, u_[k] + change[k]);
      take_residual();
    }
  }

  const Problem& problem_;
  const Stop& stop_;
  const std::size_t features_;
  std::vector<Limit> limits_;
  IndependentColumns columns_;        // the columns of E that were added
  std::vector<std::size_t> passive_;  // their limits
  std::vector<double> u_;             // their u, > 0
  std::vector<double> residual_;      // f - E u
};

/// Limits that were added are independent, but bounds that were not may stand in for a constraint that was: each
/// constraint is left out in turn, and stays out where the others with all bounds are infeasible as well.
std::vector<double> without_needless(const Problem& problem, std::vector<double> multipliers, const Stop& stop) {
  if (std::ranges::count_if(multipliers, [](double mu) { return mu != 0; }) > most_left_out_in_turn) return multipliers;
  for (std::size_t k = 0; k < multipliers.size(); ++k) {
    if (multipliers[k] == 0) continue;
    std::vector<bool> others;
    for (const double mu : multipliers) others.push_back(mu != 0);
    others[k] = false;
    std::vector<double> without = LeastDistance(problem, others, stop).multipliers();
    if (proves_infeasible(problem, without)) multipliers = std::move(without);
  }
  return multipliers;
}

}  // namespace

std::vector<double> farkas_vector(const Problem& problem, const Stop& stop) {
  const auto constraints = static_cast<std::size_t>(rows(problem.constraints.rows));
  if (constraints == 0 || allows_zero(problem)) return {};
  std::vector<double> multipliers = LeastDistance(problem, std::vector<bool>(constraints, true), stop).multipliers();
  if (!proves_infeasible(problem, multipliers)) return {};
  return without_needless(problem, std::move(multipliers), stop);
}

}  // namespace hingeline::internal
