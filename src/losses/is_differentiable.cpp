// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstddef>

#include "hingeline/loss.hpp"
#include "hingeline/plq.hpp"
#include "losses/is_corner.hpp"

namespace hingeline {
namespace {

/// At a breakpoint.
bool has_corner(const PlqFunction& f) {
  for (std::size_t j = 0; j < f.breakpoints.size(); ++j) {
    const double width = j == 0 ? 0 : f.breakpoints[j] - f.breakpoints[j - 1];
    const double before = f.slopes[j] + f.curvatures[j] * width;
    const double after = f.slopes[j + 1];
    if (internal::is_corner(before, after)) return true;
  }
  return false;
}

}  // namespace

bool is_differentiable(const Loss& loss) {
  switch (loss.name) {
    case LossName::hinge:
    case LossName::epsilon_insensitive:
    case LossName::quantile:
    case LossName::absolute:
      return false;
    case LossName::plq:
      return std::ranges::none_of(loss.plq->functions(), has_corner);
    default:
      return true;
  }
}

}  // namespace hingeline
