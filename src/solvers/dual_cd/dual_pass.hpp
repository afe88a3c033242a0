// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/infinity.hpp"
#include "data/rows.hpp"
#include "losses/loss_concept.hpp"
#include "solvers/dual_cd/coefficient_pull.hpp"
#include "solvers/dual_cd/dual_row.hpp"
#include "solvers/dual_cd/intercept_centre.hpp"

namespace hingeline::internal {

/// Whether s stays where it is even if the row's prediction p moves by `reach`: kappa times as far as any did in the last
/// pass.
template <LossSheet Loss>
bool is_settled(const Loss& loss, const DualRow& row, double p, double q, double reach) {
  if (reach == infinity) return false;
  const double v = p - q * row.s;
  return loss.step(row.y, row.c, v - reach, q) == row.s && loss.step(row.y, row.c, v + reach, q) == row.s;
}

/// One pass of dual coordinate descent over rows: what it reads and sums, held by value, so that it stays in registers.
template <RowMatrix Rows, LossSheet Loss>
struct DualPass {
  struct Sources {
    const Rows& x;
    const Loss& loss;
    DualRow* rows;
    double* state;  ///< of a StatefulLoss
    double* w;
    InterceptCentre& centre;
    CoefficientPull* pull;  ///< null for a plain ridge
  };

  /// `of_reach` as in is_settled(); `whole`: no row is set aside before the pass.
  DualPass(const Sources& from, double of_reach, bool whole, bool with_primal)
      : x(from.x),
        loss(from.loss),
        rows(from.rows),
        state(from.state),
        w(from.w),
        centre(from.centre),
        pull(from.pull),
        tau2(from.centre.tau2()),
        reach(of_reach),
        is_whole(whole),
        sums_primal(with_primal) {}

  /// Prefetches all that a visit needs but the row's features.
  [[gnu::always_inline]] void prefetch_row(std::uint32_t i) const {
    __builtin_prefetch(&rows[i]);
    if constexpr (StatefulLoss<Loss>) __builtin_prefetch(&state[i]);
    centre.prefetch(i);
  }

  /// Moves s_i and w; returns whether the row may be set aside.
  bool visit(std::uint32_t i) {
    const Move move = step_along(i, x.dot(i, w));
    if (move.change == 0) return move.settled;
    x.add(i, move.change, w);
    if (pull != nullptr) pull->follow(x, i, w, centre);
    return false;
  }

  /// What a step did to s_i; settled: it did not move, and would not within the reach either.
  struct Move {
    double change;
    bool settled;
  };

  /// Takes the exact step along s_i; `dot` is x_i'w.
  Move step_along(std::uint32_t i, double dot) {
    ++visits;
    DualRow& row = rows[i];
    const double q = row.q + tau2;
    const double p = dot + centre.offset(i);
    const double before = row.s;
    const double after = step(row, i, q, p);
    if (after == before) {
      if (!is_settled(loss, row, p, q, reach)) return {0, false};
      if (sums_primal) set_aside_primal += primal_term(row, p);
      return {0, true};
    }
    row.s = after;
    const double change = after - before;
    centre.add(i, change);
    largest_move = std::max(largest_move, q * std::abs(change));
    return {change, false};
  }

  /// The row's part of P, roughly: sum_i s_i p_i stands for |w|^2. Losses with logarithms use one visit in eight.
  double primal_term(const DualRow& row, double p) const {
    constexpr std::uint32_t every = StatefulLoss<Loss> ? 8 : 1;
    return visits % every == 0 ? every * (row.c * loss.value(row.y, p) + 0.5 * row.s * p) : 0;
  }

  double step(const DualRow& row, std::uint32_t i, double q, double p) {
    if (sums_primal) primal += primal_term(row, p);
    if constexpr (StatefulLoss<Loss>) {
      estimate += loss.gap_estimate(row.y, row.c, p, row.s, state[i]);
      return loss.advance(row.y, row.c, p, q, row.s, state[i]);
    } else {
      estimate += std::max(row.c * loss.value(row.y, p) + loss.conjugate(row.y, row.c, row.s) + row.s * p, 0.0);
      return loss.step(row.y, row.c, p - q * row.s, q);
    }
  }

  const Rows x;
  const Loss loss;
  DualRow* const rows;
  double* const state;
  double* const w;
  InterceptCentre& centre;
  CoefficientPull* const pull;
  const double tau2;
  const double reach;
  const bool is_whole;
  const bool sums_primal;
  std::uint32_t visits = 0;
  double primal = 0;
  double set_aside_primal = 0;  // of the rows that this pass sets aside
  double estimate = 0;
  double largest_move = 0;
};

}  // namespace hingeline::internal
