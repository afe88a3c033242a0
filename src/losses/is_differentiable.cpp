// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>

#include "hingeline/loss.hpp"
#include "hingeline/plq.hpp"
#include "losses/is_corner.hpp"
#include "losses/plq.hpp"

namespace hingeline {
namespace {

/// Whether a function has a corner between two pieces.
bool has_corner(const Plq& plq) {
  for (std::size_t k = 0; k < plq.functions().size(); ++k) {
    const internal::PlqView f(plq.pieces(k));
    for (std::size_t j = 1; j < plq.pieces(k).size(); ++j)
      if (internal::is_corner(f.at_end(j - 1), f.at_begin(j))) return true;
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
      return loss.plq && !has_corner(*loss.plq);
    default:
      return true;
  }
}

}  // namespace hingeline
