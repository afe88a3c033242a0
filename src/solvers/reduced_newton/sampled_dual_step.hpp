// SPDX-License-Identifier: BSD-3-Clause
//
// A dual point that proves a smaller gap at v than the slopes do, at the cost of a pass over a sample. Ridge: l2 = 1.
//
// Slopes   s_i = -c_i phi'(z_i) leave P - D = 1/2 |g|^2, g = grad P(v), while P - P* is only about 1/2 g'H^-1 g: for a
//          large C the dual point is what is not good enough, not v
// Step     on a share q of the rows, each of which stands for 1 / q of them,
//              s_i := -c_i phi'(z_i) + 1/q c_i phi''(z_i) x_i'p,    p = H^-1 g
//          so that u = sum_i s_i x_i is about l2 w - g_w + ((H - l2 L) p)_w = l2 (w - p_w), as if all rows had
//          taken the step, and with a free intercept sum_i s_i about 0
// Gap      l2/2 |p_w|^2 + 1/(2q) p'(H - l2 L) p: the ridge's part, and the rows' to second order
// Cost     q passes; q is the least that the gap wanted allows
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/random.hpp"
#include "data/block_numbers.hpp"
#include "data/row_blocks.hpp"
#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/streamed_certificate.hpp"
#include "solvers/reduced_newton/best_streamed_pair.hpp"
#include "solvers/reduced_newton/block_loss.hpp"
#include "solvers/rows/row_sample.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

/// The smallest share of `rows` at which a gap of `wanted` is expected, the Hessian of m sampled rows having a relative
/// error of some sqrt(3 d / m); nothing where another pass over all rows would not cost much more.
inline std::optional<double> share_for_dual_step(std::span<const double> gradient, std::span<const double> p,
                                                 const Variables& variables, double rows, double wanted) {
  constexpr double most = 0.3;
  constexpr double of_sampling = 0.1;  // part of `wanted` that this error may add to the gap
  const double variance = 3 * static_cast<double>(variables.size());
  double squared_gradient = 0;
  double squared_step = 0;
  double curved = 0;  // p'(H - l2 L) p
  for (std::size_t j = 0; j < variables.size(); ++j) {
    const double ridge = variables.l2(j);
    curved += p[j] * (gradient[j] - ridge * p[j]);
    squared_gradient += gradient[j] * gradient[j];
    squared_step += ridge * p[j] * p[j];
  }
  const double left = 2 * wanted - squared_step;
  const double least_rows = variance * squared_gradient / (2 * of_sampling * wanted);
  const double share = std::max(curved / left, least_rows / rows);
  if (!(left > 0 && curved > 0 && share <= most)) return std::nullopt;
  return share;
}

template <class View>
class SampledDualStep {
 public:
  SampledDualStep(const View& x, const Problem& problem)
      : x_(x), problem_(problem), variables_(problem), loss_(problem) {}

  /// Proves the best point, whose gradient and sums of slopes are given, by a step along p if that is expected to
  /// suffice. Returns the share of a pass that it took.
  double take(std::span<const double> gradient, std::span<const double> p, StreamedSums& sums, Random& random,
              ThreadPool& pool, BestStreamedPair& best) const {
    constexpr double margin = 0.8;
    constexpr std::int64_t fewest_runs = 500;
    const auto rows = static_cast<double>(problem_.y.size());
    const auto share = share_for_dual_step(gradient, p, variables_, rows, margin * best.allowed_gap());
    if (!share) return 0;
    const auto wanted = static_cast<std::int64_t>(*share * rows);
    const std::int64_t length = std::clamp<std::int64_t>(wanted / fewest_runs, 1, rows_per_block);
    const RowSample sample = draw_runs(problem_, wanted, length, random);
    const DualBlock changed = [&](std::int64_t first, std::span<const double> predictions, BlockNumbers& s) {
      set_duals(first, predictions, p, sample, s);
    };
    best.prove_changed({sample.runs, changed}, pool, sums);
    return static_cast<double>(sample.rows) / rows;
  }

 private:
  void set_duals(std::int64_t first, std::span<const double> predictions, std::span<const double> p,
                 const RowSample& sample, BlockNumbers& s) const {
    alignas(64) BlockNumbers slopes;
    alignas(64) BlockNumbers curvatures;
    alignas(64) BlockNumbers along;  // X p
    loss_.differentiate(first, predictions, slopes, curvatures);
    x_.predict(first, std::ssize(predictions), p.data(), along.data());
    const double intercept = variables_.intercept(p);
    for (std::size_t k = 0; k < predictions.size(); ++k) {
      const double factor = sample.factor_of(problem_.y[static_cast<std::size_t>(first) + k]);
      s[k] = factor * curvatures[k] * (along[k] + intercept) - slopes[k];
    }
  }

  const RowBlocks<View> x_;
  const Problem& problem_;
  const Variables variables_;
  const BlockLoss loss_;
};

}  // namespace hingeline::internal
