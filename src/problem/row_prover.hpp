// SPDX-License-Identifier: BSD-3-Clause
//
// The sums over rows that a certificate is made of, and the steps that make a point feasible for it.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/prediction_rounding.hpp"
#include "problem/row_terms.hpp"

namespace hingeline::internal {

/// Where the search for a minimiser begins, and with what step.
struct SearchStart {
  double at = 0;
  double step = 1;

  static SearchStart near(double b) { return {b, 1e-3 * (1 + std::abs(b))}; }
};

class RowProver {
 public:
  explicit RowProver(const Problem& problem) : problem_(problem) {}

  /// Shifts s, within its domain, until s and `rest` sum to 0 in double: first all free rows, by equal shares of their
  /// room, then the free row of largest |s|, then the first rows that have room, each by what is left. `s` may be that
  /// of the first rows only. Returns the sum that is left, which is not 0 where there is no room.
  double balance(std::span<double> s, double rest) const;

  /// sum_i c_i phi(y_i, b)
  double constant_loss(double b, ThreadPool& pool) const;

  /// argmin_b of sum_i c_i phi(y_i, z_i + b) to `accuracy`, sought in growing steps from `start`; an empty z is 0.
  double best_intercept(std::span<const double> z, const SearchStart& start, double accuracy, ThreadPool& pool) const;

  RowTerms terms(std::span<const double> s, std::span<const double> z, double b, ThreadPool& pool) const;

  /// The terms of at most rows_per_block rows from `first`, the intercept in their predictions.
  RowTerms block_terms(std::size_t first, std::span<const double> c, std::span<const double> s,
                       std::span<const double> predictions) const;

  /// The same at s_i = -c_i phi'(z_i), which it sets.
  RowTerms block_terms_at_slopes(std::size_t first, std::span<const double> c, std::span<const double> predictions,
                                 std::span<double> s) const;

  /// The sum of prediction_rounding() (prediction_rounding.hpp) over all rows, z = X coef.
  PredictionRounding prediction_rounding(std::span<const double> s, std::span<const double> z, const RoundingOf& asked,
                                         ThreadPool& pool) const;

  /// The same of at most rows_per_block rows from `first`, the intercept in their predictions.
  PredictionRounding block_prediction_rounding(std::size_t first, std::span<const double> c, std::span<const double> s,
                                               std::span<const double> predictions, const RoundingOf& asked) const;

  /// Clips the variables of at most rows_per_block rows from `first` to their domains.
  void clip_block(std::size_t first, std::span<const double> c, std::span<double> s) const;

  void clip(std::span<double> s) const;

 private:
  /// The sum of block(first, c, predictions) over all blocks of rows.
  template <class Sum, class Block>
  Sum sum_at(std::span<const double> z, double b, ThreadPool& pool, const Block& block) const;

  /// f(first, c, predictions) block by block of rows begin .. end - 1, at predictions z + b; an empty z is 0.
  template <class F>
  void for_each_predicted(std::int64_t begin, std::int64_t end, std::span<const double> z, double b, const F& f) const;

  const Problem& problem_;
  const RowTermOps ops_ = row_term_ops();
};

}  // namespace hingeline::internal
