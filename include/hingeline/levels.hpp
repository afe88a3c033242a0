// SPDX-License-Identifier: BSD-3-Clause
//
// Several quantiles (or expectiles) of one target at once: an output for each level tau_k, and what ties them together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hingeline {

/// What ties the levels together. The order it asks for holds exactly, rounding included; without an intercept only to
/// the tolerance.
enum class LevelTie {
  separate,  ///< nothing: each level is a problem of its own, and their predictions may cross
  rows,      ///< no output is below that of a lower level on any row trained on of weight > 0
  box,       ///< likewise on all points of a box
  slope,     ///< one w for all levels, an intercept each (composite quantile regression): they cross nowhere
};

inline constexpr std::array<std::string_view, 4> level_tie_names = {"separate", "rows", "box", "slope"};
inline std::string_view to_string(LevelTie tie) { return level_tie_names[static_cast<std::size_t>(tie)]; }

/// A point x at which the order constraint z_k(x) <= z_{k+1}(x) is active, and its multiplier mu > 0.
struct LevelContact {
  std::size_t level = 0;  ///< k, from 0
  std::int64_t row = -1;  ///< x is this row; -1: a corner of the box
  std::vector<double> x;  ///< one number per feature
  double multiplier = 0;  ///< mu
};

}  // namespace hingeline
