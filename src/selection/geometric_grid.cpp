// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"

namespace hingeline {
namespace {

/// first (last / first)^share, also where last / first overflows.
double grid_point(double first, double last, double share) {
  return std::pow(first, 1 - share) * std::pow(last, share);
}

}  // namespace

std::vector<double> geometric_grid(double first, double last, int count) {
  if (!(first > 0) || !std::isfinite(first))
    throw InvalidParameter("grid", fmt::format("{}", first), "must begin with a finite number > 0");
  if (!(last >= first) || !std::isfinite(last))
    throw InvalidParameter("grid", fmt::format("{}", last),
                           fmt::format("must end with a finite number >= {}, where it begins", first));
  if (count < (last > first ? 2 : 1))
    throw InvalidParameter("grid", fmt::format("{} points", count),
                           fmt::format("are too few to lead from {} to {}", first, last));
  std::vector<double> grid(static_cast<std::size_t>(count), first);
  for (int k = 1; k < count; ++k)
    grid[static_cast<std::size_t>(k)] = grid_point(first, last, k / static_cast<double>(count - 1));
  if (count > 1) grid.back() = last;
  return grid;
}

}  // namespace hingeline
