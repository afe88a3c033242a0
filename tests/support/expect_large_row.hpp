// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "hingeline/solve.hpp"
#include "support/expect_certified.hpp"

namespace hingeline::support {

/// One row (size, 2 size) of the hinge loss beside C = 100: its s is next to 0, and next to nothing of what it may be.
inline void expect_large_row_certified(double size, const SolverOptions& options) {
  const std::vector<double> x = {size, 2 * size};
  const std::vector<double> y = {1};
  Problem given;
  given.x = DenseView<double>{x.data(), 1, 2, 2};
  given.y = y;
  given.loss = {.name = LossName::hinge};
  given.intercept = Intercept::none;
  given.C = 100;
  expect_certified(given, solve(given, options), options.tolerance);
}

}  // namespace hingeline::support
