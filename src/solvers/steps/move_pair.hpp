// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

namespace hingeline::internal {

/// A variable 0 <= a <= upper, of which s has the part y a, y = 1 or -1.
struct PairMember {
  double& a;
  double y;
  double upper;
};

/// Raises s of `up` and lowers s of `low` by `best`, or by less where one of them comes to a bound, where it then is to
/// the last digit. Returns the change.
inline double move_pair(const PairMember& up, const PairMember& low, double best) {
  const double up_room = up.y > 0 ? up.upper - up.a : up.a;
  const double low_room = low.y > 0 ? low.a : low.upper - low.a;
  const double delta = std::min({best, up_room, low_room});
  up.a = delta == up_room ? (up.y > 0 ? up.upper : 0) : up.a + up.y * delta;
  low.a = delta == low_room ? (low.y > 0 ? 0 : low.upper) : low.a - low.y * delta;
  return delta;
}

}  // namespace hingeline::internal
