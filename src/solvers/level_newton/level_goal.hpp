// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/infinity.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "problem/baseline.hpp"
#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/level_newton/level_rows.hpp"

namespace hingeline::internal {

/// The proof interface of augmented_lagrangian.hpp for a part of the problem: the method ends on its own estimate of
/// the gap; level_newton certifies the whole.
template <RowMatrix Rows>
class LevelGoal {
 public:
  static constexpr bool certifies = false;

  /// `loss_rows` are the rows of bands and sides.
  LevelGoal(const LevelRows<Rows>& rows, const Problem& problem, double baseline_primal, std::size_t loss_rows)
      : rows_(rows), problem_(problem), baseline_{baseline_primal, 0}, loss_rows_(loss_rows) {}

  double mean_cost() const { return internal::mean_cost(problem_); }
  double l2() const { return problem_.penalty.l2; }
  bool is_smooth() const { return is_differentiable(problem_.loss); }
  std::size_t data_rows() const { return loss_rows_; }
  const Baseline& baseline() const { return baseline_; }
  double scale(double primal, double dual) const { return gap_scale(primal, dual, baseline_.primal); }
  bool prove(std::span<const double> s, std::span<const double> w, double tolerance) {
    point_.dual_coef.assign(s.begin(), s.end());
    point_.coef.assign(w.begin(), w.end());
    return is_feasible(s, tolerance);
  }
  const Certificate& certificate() const { return point_.certificate; }
  const Solution& proven() const { return point_; }
  Solution take() { return std::move(point_); }

 private:
  /// Whether sum_i s_i x_ij, which the estimate of the gap ignores in columns without a ridge, is near 0. An error that
  /// is a share of l1 costs that share of the dual objective; one that is a share of the terms in the intercept's
  /// column costs at most about that share of P; rounding costs nothing.
  bool is_feasible(std::span<const double> s, double tolerance) const {
    constexpr double share = 0.1;
    constexpr double ulps = 8 * std::numeric_limits<double>::epsilon();
    const double l1 = problem_.penalty.l2 > 0 ? infinity : problem_.penalty.l1;
    std::vector<double> sums(rows_.cols());
    std::vector<double> squares(rows_.cols());
    for (std::size_t i = 0; i < s.size(); ++i) {
      rows_.add(i, s[i], sums.data());
      rows_.add_squares(i, s[i] * s[i], squares.data());
    }
    for (std::size_t j = 0; j < sums.size(); ++j) {
      const double terms = std::sqrt(static_cast<double>(s.size()) * squares[j]);  // the most that |s_i x_ij| sum up to
      const double little = share * tolerance * (rows_.ridge(j) > 0 ? l1 : terms);
      if (std::abs(sums[j]) > little + ulps * terms) return false;
    }
    return true;
  }

  const LevelRows<Rows>& rows_;
  const Problem& problem_;
  Baseline baseline_;
  std::size_t loss_rows_;
  Solution point_;
};

}  // namespace hingeline::internal
