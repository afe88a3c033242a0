// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>

#include "hingeline/loss.hpp"
#include "hingeline/plq.hpp"

namespace hingeline::internal {

/// Whether no piece is linear with a slope.
inline bool has_no_slopes(const Plq& plq) {
  return std::ranges::all_of(std::views::iota(std::size_t{0}, plq.functions().size()), [&](std::size_t function) {
    return std::ranges::all_of(plq.pieces(function),
                               [](const Plq::Piece& piece) { return piece.curvature > 0 || piece.slope == 0; });
  });
}

/// Whether the loss is curved wherever it is not at its minimum, so that its second-order model tells where it goes.
inline bool is_curved(const Loss& loss) {
  switch (loss.name) {
    case LossName::squared_hinge:
    case LossName::logistic:
    case LossName::squared_epsilon_insensitive:
    case LossName::squared:
    case LossName::expectile:
      return true;
    case LossName::plq:
      return is_differentiable(loss) && has_no_slopes(*loss.plq);
    default:
      return false;
  }
}

}  // namespace hingeline::internal
