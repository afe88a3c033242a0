// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <span>

#include "hingeline/solve.hpp"
#include "solvers/progress/is_cold.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

/// Sets v = (w, b) (rows/variables.hpp) to that of a start, or to the best constant where the start is cold. If the
/// start has s alone, set_primal(s) then sets the w of v, which is 0.
template <class SetPrimal>
void take_start(const WarmStart& start, const Variables& variables, double constant, std::span<double> v,
                const SetPrimal& set_primal) {
  std::ranges::fill(v, 0.0);
  if (start.coef.empty() && !start.dual_coef.empty()) set_primal(start.dual_coef);
  std::ranges::copy(start.coef, v.begin());
  variables.set_intercept(is_cold(start) ? constant : start.intercept, v);
}

}  // namespace hingeline::internal
