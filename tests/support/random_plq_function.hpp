// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>

#include "core/random.hpp"
#include "hingeline/plq.hpp"

namespace hingeline::support {

/// Ascending breakpoints, convex, with a minimum; jumps and parabolas are often absent.
inline PlqFunction random_plq_function(internal::Random& random) {
  const auto positive = [&] { return random.uniform() < 0.4 ? 0.0 : 2 * random.uniform(); };
  PlqFunction function;
  const auto count = static_cast<std::size_t>(5 * random.uniform());
  double at = 3 * random.normal();
  for (std::size_t j = 0; j < count; ++j) function.breakpoints.push_back(at += 0.01 + random.uniform());
  double slope = -3 * random.uniform();
  for (std::size_t j = 0; j <= count; ++j) {
    function.slopes.push_back(j == 0 ? slope : slope += positive());
    function.curvatures.push_back(positive());
    if (j > 0 && j < count) slope += function.curvatures[j] * (function.breakpoints[j] - function.breakpoints[j - 1]);
  }
  if (slope < 0 && function.curvatures.back() == 0) function.curvatures.back() = 1;
  function.minimum = positive();
  return function;
}

}  // namespace hingeline::support
