// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numeric>
#include <span>

namespace hingeline::internal {

/// a'b, term by term.
inline double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace hingeline::internal
