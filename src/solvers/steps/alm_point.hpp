// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>

namespace hingeline::internal {

/// Where the augmented Lagrangian method stands: predictions of all rows, the centre s and t, the inverse of the
/// penalty parameter.
struct AlmPoint {
  std::span<const double> p;
  std::span<const double> s;
  double t;

  AlmPoint part(std::size_t first, std::size_t size) const {
    return {p.subspan(first, size), s.subspan(first, size), t};
  }
};

}  // namespace hingeline::internal
