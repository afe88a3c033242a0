// SPDX-License-Identifier: BSD-3-Clause
#include "problem/exact_terms.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "core/infinity.hpp"
#include "core/twofold.hpp"
#include "data/for_each_entry.hpp"
#include "data/row_blocks.hpp"
#include "losses/is_of_residual.hpp"
#include "losses/visit_loss.hpp"
#include "parallel/sum_chunks.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

template <class View>
Twofold predict(const View& x, std::int64_t row, std::span<const double> coef, double b) {
  Twofold z{b, 0};
  for_each_entry(
      x, row, [&](std::int32_t column, double value) { z.add_product(value, coef[static_cast<std::size_t>(column)]); });
  return z;
}

RowTerms terms_of(double loss, double conjugate, double product) {
  return {loss, std::max(loss + conjugate + product, 0.0), loss + std::abs(conjugate) + std::abs(product)};
}

/// The terms at k + t, where k is a kink and no other is near.
template <LossSheet Loss>
RowTerms terms_beside_kink(const Loss& loss, double y, double c, double s, double k, double t) {
  const double beside = std::nextafter(k, std::copysign(infinity, t));
  const double slope = c * loss.derivative(y, beside);
  const double bend = 0.5 * c * loss.curvature(y, beside) * t * t;
  const RowTerms at_kink = terms_of(c * loss.value(y, k), loss.conjugate(y, c, s), s * k);
  return {std::max(at_kink.loss + slope * t + bend, 0.0), std::max(at_kink.gap + (slope + s) * t + bend, 0.0),
          at_kink.magnitude};
}

/// The kink that z is so near to that their distance has lost digits, and far nearer than to any other; else nothing.
template <LossSheet Loss>
std::optional<double> kink_beside(const Loss& loss, double y, const Twofold& z) {
  constexpr double near = 1e-6;
  constexpr double far_nearer = 1e-3;
  double nearest = infinity;
  double next = infinity;
  std::optional<double> found;
  for (const double k : loss.kinks(y)) {
    const double distance = std::abs((z.high - k) + z.low);
    if (distance < nearest) found = k;
    next = std::min(next, std::max(distance, nearest));
    nearest = std::min(nearest, distance);
  }
  const bool loses_digits = found && nearest <= near * (std::abs(*found) + std::abs(z.high));
  return loses_digits && nearest <= far_nearer * next ? found : std::nullopt;
}

template <LossSheet Loss>
RowTerms exact_row(const Loss& loss, double y, double c, double s, const Twofold& z) {
  if (const std::optional<double> k = kink_beside(loss, y, z))
    return terms_beside_kink(loss, y, c, s, *k, (z.high - *k) + z.low);
  return terms_of(c * loss.value(y, z.high), loss.conjugate(y, c, s), s * z.high);
}

}  // namespace

RowTerms exact_terms(const Problem& problem, std::span<const double> s, std::span<const double> coef, double b,
                     ThreadPool& pool) {
  const bool of_residual = is_of_residual(problem.loss);
  return std::visit(
      [&](const auto& x) {
        return visit_loss_of_rows(problem.loss, [&](const auto& loss) {
          const auto add_row = [&](std::int64_t row, RowTerms& total) {
            const auto i = static_cast<std::size_t>(row);
            const double c = row_cost(problem, i);
            if (c == 0) return;
            Twofold z = predict(x, row, coef, b);
            if (of_residual) z.add(-problem.y[i]);
            total += exact_row(loss, of_residual ? 0 : problem.y[i], c, s[i], z.normalised());
          };
          return sum_chunks(pool, x.rows, rows_per_task, RowTerms{},
                            [&](std::int64_t begin, std::int64_t end, RowTerms& total) {
                              for (std::int64_t row = begin; row < end; ++row) add_row(row, total);
                              if (problem.release_rows) problem.release_rows(begin, end);
                            });
        });
      },
      problem.x);
}

}  // namespace hingeline::internal
