// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/block_loss.hpp"

#include <array>

#include "problem/row_cost.hpp"
#include "solvers/reduced_newton/predicted_rows.hpp"

namespace hingeline::internal {
namespace {

constexpr std::array<double, 2> negated = {-1, -1};  // costs

}  // namespace

void BlockLoss::differentiate(std::int64_t first, std::span<const double> z, BlockNumbers& slopes,
                              BlockNumbers& curvatures) const {
  if (!ramps_) return differentiate_logistic(static_cast<std::size_t>(first), z, slopes, curvatures);
  ramp_ops_.differentiate(*ramps_, predicted_rows(problem_, first, z, 0, {1, 1}), slopes.data(), curvatures.data());
}

void BlockLoss::set_duals_on_pieces(std::int64_t first, std::span<const double> z, const std::uint8_t* pieces,
                                    BlockNumbers& s) const {
  ramp_ops_.on_pieces(*ramps_, predicted_rows(problem_, first, z, 0, negated), pieces, s.data());
}

void BlockLoss::differentiate_logistic(std::size_t first, std::span<const double> z, BlockNumbers& slopes,
                                       BlockNumbers& curvatures) const {
  alignas(64) BlockNumbers c;
  copy_costs(problem_, first, {c.data(), z.size()});
  logistic_ops_.differentiate({problem_.y.data() + first, c.data(), z.data(), z.size()}, slopes.data(),
                              curvatures.data());
}

}  // namespace hingeline::internal
