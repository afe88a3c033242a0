// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/steps/row_losses.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "data/row_blocks.hpp"
#include "data/sum_row_blocks.hpp"
#include "losses/visit_loss.hpp"
#include "parallel/blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "problem/row_cost.hpp"
#include "problem/row_terms.hpp"

namespace hingeline::internal {

RowLosses::RowLosses(const Problem& problem, ThreadPool& pool)
    : problem_(problem),
      pool_(pool),
      costs_(row_costs(problem)),
      is_logistic_(problem.loss.name == LossName::logistic) {}

double RowLosses::sum(std::span<const double> z) const {
  return sum_chunks(pool_, std::ssize(costs_), rows_per_task, 0.0,
                    [&](std::int64_t begin, std::int64_t end, double& part) {
                      const auto first = static_cast<std::size_t>(begin);
                      part += sum_from(first, z.subspan(first, static_cast<std::size_t>(end - begin)));
                    });
}

/// L of as many rows from `first` on as z has.
double RowLosses::sum_from(std::size_t first, std::span<const double> z) const {
  const double* y = problem_.y.data() + first;
  const double* c = costs_.data() + first;
  if (is_logistic_) return logistic_ops_.sum({y, c, z.data(), z.size()});
  return visit_loss_of_rows(problem_.loss, [&](const auto& loss) {
    double total = 0;
    for (std::size_t i = 0; i < z.size(); ++i)
      if (c[i] > 0) total += c[i] * loss.value(y[i], z[i]);
    return total;
  });
}

void RowLosses::differentiate(std::span<const double> z, RowDerivatives& at) const {
  for_each_block(pool_, std::ssize(costs_), rows_per_task, [&](std::int64_t begin, std::int64_t count) {
    const auto first = static_cast<std::size_t>(begin);
    differentiate_from(first, z.subspan(first, static_cast<std::size_t>(count)), at);
  });
}

/// Sets the derivatives of as many rows from `first` on as z has.
void RowLosses::differentiate_from(std::size_t first, std::span<const double> z, RowDerivatives& at) const {
  const double* y = problem_.y.data() + first;
  const double* c = costs_.data() + first;
  double* slope = at.slope.data() + first;
  double* curvature = at.curvature.data() + first;
  if (is_logistic_) return logistic_ops_.differentiate({y, c, z.data(), z.size()}, slope, curvature);
  visit_loss_of_rows(problem_.loss, [&](const auto& loss) {
    for (std::size_t i = 0; i < z.size(); ++i) {
      slope[i] = c[i] * loss.derivative(y[i], z[i]);
      curvature[i] = c[i] * loss.curvature(y[i], z[i]);
    }
  });
}

LineSlopes RowLosses::differentiate(std::span<const double> z, std::span<const double> direction, double t,
                                    RowDerivatives& at) const {
  return sum_row_blocks<LineSlopes>(pool_, costs_.size(), [&](std::size_t first, std::size_t count) -> LineSlopes {
    BlockNumbers there;
    BlockNumbers slopes;
    BlockNumbers curvatures;
    const double* move = direction.data() + first;
    for (std::size_t i = 0; i < count; ++i) there[i] = z[first + i] + t * move[i];
    differentiate_from(first, {there.data(), count}, at);
    for (std::size_t i = 0; i < count; ++i) {
      slopes[i] = move[i] * at.slope[first + i];
      curvatures[i] = move[i] * move[i] * at.curvature[first + i];
    }
    return {sum_first(slopes, count), sum_first(curvatures, count)};
  });
}

void RowLosses::clip(std::span<double> s) const { clip_rows(problem_.loss, problem_.y, costs_, s); }

double RowLosses::dual_distance(std::span<const double> z, const RowDerivatives& at, std::span<double> s) const {
  clip(s);
  return sum_row_blocks<double>(pool_, costs_.size(), [&](std::size_t first, std::size_t count) {
    BlockNumbers distances;
    if (!expand(first, count, at, s, distances)) replace_far(first, z.subspan(first, count), at, s, distances);
    return sum_first(distances, count);
  });
}

/// Whether the second-order expansion of a row's distance suffices: it is small in units of z, so that log-odds have
/// moved little.
bool RowLosses::is_near(double off, double curvature) {
  constexpr double near = 0.3;
  return std::abs(off) <= near * curvature;
}

/// Sets the distances of a block's rows to their expansions. Returns whether all rows are near.
bool RowLosses::expand(std::size_t first, std::size_t count, const RowDerivatives& at, std::span<const double> s,
                       BlockNumbers& distances) const {
  bool all_near = true;
  for (std::size_t i = 0; i < count; ++i) {
    const double off = at.slope[first + i] + s[first + i];
    const double curvature = at.curvature[first + i];
    distances[i] = off == 0 ? 0 : off * off / (2 * curvature);
    all_near &= is_near(off, curvature);
  }
  return all_near;
}

/// Sets the distances of rows that are not near to the exact terms.
void RowLosses::replace_far(std::size_t first, std::span<const double> z, const RowDerivatives& at,
                            std::span<const double> s, BlockNumbers& distances) const {
  BlockNumbers values;
  BlockNumbers conjugates;
  const double* y = problem_.y.data() + first;
  const double* c = costs_.data() + first;
  if (is_logistic_)
    logistic_ops_.evaluate({y, c, z.data(), z.size()}, s.data() + first, values.data(), conjugates.data());
  visit_loss(problem_.loss, [&](const auto& loss) {
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double s_i = s[first + i];
      if (is_near(at.slope[first + i] + s_i, at.curvature[first + i])) continue;
      if (!is_logistic_) {
        values[i] = c[i] * loss.value(y[i], z[i]);
        conjugates[i] = loss.conjugate(y[i], c[i], s_i);
      }
      distances[i] = std::max(values[i] + conjugates[i] + s_i * z[i], 0.0);
    }
  });
}

}  // namespace hingeline::internal
