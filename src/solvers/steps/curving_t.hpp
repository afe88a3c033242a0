// SPDX-License-Identifier: BSD-3-Clause
//
// Where t of an augmented Lagrangian, the inverse of its penalty parameter, may begin: from 1 / mean c_i tenfold up
// until a good part of the rows that the loss pulls at has h > 0, so that directions are nearly those of least squares.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace hingeline::internal {

/// `take(t)` sets s+ and h of the data's rows, at the centre 0.
template <class TakeSteps>
double curving_t(double mean_cost, std::span<const double> next_s, std::span<const double> h, const TakeSteps& take) {
  constexpr double share = 0.3;
  constexpr int most_tries = 40;
  double t = 1 / mean_cost;
  for (int tries = 0; tries < most_tries; ++tries, t *= 10) {
    take(t);
    const auto curved = std::count_if(h.begin(), h.end(), [](double number) { return number > 0; });
    const auto idle = std::count(next_s.begin(), next_s.end(), 0.0);
    const auto pulled = static_cast<std::ptrdiff_t>(next_s.size()) - idle;
    if (static_cast<double>(curved) >= share * static_cast<double>(pulled)) break;
  }
  return t;
}

}  // namespace hingeline::internal
