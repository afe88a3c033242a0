// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/block_loss.hpp"

#include <algorithm>
#include <functional>

#include "core/blocks.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {

void BlockLoss::differentiate(std::int64_t first, std::span<const double> z, BlockNumbers& slopes,
                              BlockNumbers& curvatures) const {
  const auto begin = static_cast<std::size_t>(first);
  if (!ramps_) return differentiate_logistic(begin, z, slopes, curvatures);
  differentiate_ramps(begin, z, slopes, [&](const RampRows& rows) {
    ramp_ops_.evaluate(*ramps_, 0, rows, slopes.data(), curvatures.data());
  });
}

void BlockLoss::differentiate_on_pieces(std::int64_t first, std::span<const double> z, const std::uint8_t* pieces,
                                        BlockNumbers& slopes) const {
  differentiate_ramps(static_cast<std::size_t>(first), z, slopes,
                      [&](const RampRows& rows) { ramp_ops_.on_pieces(*ramps_, rows, pieces, slopes.data()); });
}

/// A whole block's targets and predictions stay where they are.
void BlockLoss::differentiate_logistic(std::size_t first, std::span<const double> z, BlockNumbers& slopes,
                                       BlockNumbers& curvatures) const {
  alignas(64) BlockNumbers c;
  copy_costs(problem_, first, {c.data(), z.size()});
  const double* y = problem_.y.data() + first;
  if (z.size() == c.size())
    return logistic_ops_.differentiate({y, c.data(), z.data(), z.size()}, slopes.data(), curvatures.data());
  alignas(64) BlockNumbers targets;
  alignas(64) BlockNumbers predictions;
  std::copy_n(y, z.size(), targets.begin());
  std::copy(z.begin(), z.end(), predictions.begin());
  const std::size_t whole = whole_groups(z.size(), logistic_group);
  for (std::size_t k = z.size(); k < whole; ++k) targets[k] = c[k] = predictions[k] = 0;
  logistic_ops_.differentiate({targets.data(), c.data(), predictions.data(), whole}, slopes.data(), curvatures.data());
}

/// slopes_at(rows) sets slopes in t, times c.
template <class SlopesAt>
void BlockLoss::differentiate_ramps(std::size_t first, std::span<const double> z, BlockNumbers& slopes,
                                    const SlopesAt& slopes_at) const {
  alignas(64) BlockNumbers t;
  alignas(64) BlockNumbers c;
  const std::size_t count = z.size();
  const double* y = problem_.y.data() + first;
  copy_costs(problem_, first, {c.data(), count});
  if (ramps_->classes)
    std::transform(y, y + count, z.begin(), t.begin(), std::multiplies());
  else
    std::transform(z.begin(), z.end(), y, t.begin(), std::minus());
  const std::size_t whole = whole_groups(count, ramp_group);
  for (std::size_t k = count; k < whole; ++k) t[k] = c[k] = 0;
  slopes_at(RampRows{t.data(), c.data(), nullptr, static_cast<std::int64_t>(whole)});
  if (ramps_->classes)
    for (std::size_t k = 0; k < count; ++k) slopes[k] *= y[k];
}

}  // namespace hingeline::internal
