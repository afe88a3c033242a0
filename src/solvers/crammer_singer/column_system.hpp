// SPDX-License-Identifier: BSD-3-Clause
//
// The Hessian of alm_newton.hpp here as a matrix of d K columns, by blocks of two classes:
//
//     H_kl = -G_kl  (k != l),    H_kk = I + sum_l G_kl,    G_kl = sum over i with k, l in A_i of x_i x_i' / (t |A_i|)
//
// as the rows of P_i sum to 0. Along common shifts, w_1 = .. = w_K, H has curvature 1 at any scale of the columns,
// which is lost in the rounding of large G_kl. Answers have no common shift: the w_k sum to 0, as the s_ik of a row do.
// So H is made stiff along it, and solves only for right sides that sum to 0 over the classes.
//
// Cost: d^2 |A_i| (|A_i| - 1) / 2 flops a split row, (d K)^3 / 3 for the factor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/selected_rows.hpp"
#include "solvers/crammer_singer/split_rows.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class ColumnSystem {
 public:
  /// `appended` is the constant of a penalized intercept's column, 0 for none.
  ColumnSystem(const Rows& x, std::size_t count, double appended)
      : x_(x),
        count_(count),
        selected_(x, rows_),
        gram_(selected_, appended),
        block_(gram_.size()),
        hessian_(gram_.size() * count) {}
  ColumnSystem(const ColumnSystem&) = delete;
  ColumnSystem& operator=(const ColumnSystem&) = delete;

  /// False where H has overflowed, or when told to stop.
  bool factor(const SplitRows& split, const Stop& stop = {}) {
    hessian_.clear();
    for (std::size_t j = 0; j < hessian_.size(); ++j) hessian_.at(j, j) = 1;
    for (std::size_t k = 0; k < count_; ++k)
      for (std::size_t l = 0; l < k; ++l)
        if (take_common(split, k, l) && !add_block(k, l, stop)) return false;
    stiffen_common_shift();
    return cholesky_.factor(hessian_, 0, stop);
  }

  void solve(std::span<double> r) const { cholesky_.solve(r); }

 private:
  /// Finds the rows with both classes in A_i, and their weights in G_kl. False where there are none.
  bool take_common(const SplitRows& split, std::size_t k, std::size_t l) {
    rows_.clear();
    weights_.clear();
    const auto others = split.members(l);
    auto other = others.begin();
    for (const SplitRows::Member& member : split.members(k)) {
      while (other != others.end() && other->split < member.split) ++other;
      if (other == others.end()) break;
      if (other->split != member.split) continue;
      const SplitRows::Row& row = split.rows()[member.split];
      rows_.push_back(static_cast<std::int64_t>(row.row));
      weights_.push_back(split.curvature() / static_cast<double>(row.size));
    }
    selected_ = SelectedRows<Rows>(x_, rows_);
    return !rows_.empty();
  }

  bool add_block(std::size_t k, std::size_t l, const Stop& stop) {
    block_.clear();
    if (!gram_.add(weights_, block_, stop)) return false;
    for (std::size_t a = 0; a < block_.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b) {
        const double g = block_.at(a, b);
        hessian_.at(a * count_ + k, b * count_ + k) += g;
        hessian_.at(a * count_ + l, b * count_ + l) += g;
        hessian_.at(a * count_ + k, b * count_ + l) -= g;
        if (a != b) hessian_.at(a * count_ + l, b * count_ + k) -= g;
      }
    return true;
  }

  /// Adds 1_K 1_K' / K, times the mean of H's diagonal there, to the block of every column j.
  void stiffen_common_shift() {
    for (std::size_t first = 0; first < hessian_.size(); first += count_) {
      double mean = 0;
      for (std::size_t k = 0; k < count_; ++k) mean += hessian_.at(first + k, first + k) / static_cast<double>(count_);
      for (std::size_t k = 0; k < count_; ++k)
        for (std::size_t l = 0; l <= k; ++l) hessian_.at(first + k, first + l) += mean / static_cast<double>(count_);
    }
  }

  const Rows& x_;
  std::size_t count_;
  std::vector<std::int64_t> rows_;
  std::vector<double> weights_;
  SelectedRows<Rows> selected_;
  WeightedGram<SelectedRows<Rows>> gram_;
  GramMatrix block_;
  GramMatrix hessian_;
  ScaledCholesky cholesky_;
};

}  // namespace hingeline::internal
