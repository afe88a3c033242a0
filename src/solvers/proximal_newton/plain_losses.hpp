// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "solvers/steps/row_losses.hpp"

namespace hingeline::internal {

/// The losses where proximal_newton minimises R + L itself.
class PlainLosses : public RowLosses {
 public:
  static constexpr bool has_centre = false;

  using RowLosses::RowLosses;

  /// Empty: there are no constraints.
  static std::vector<double> multipliers(std::span<const double>) { return {}; }
};

}  // namespace hingeline::internal
