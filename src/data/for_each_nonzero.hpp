// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "data/for_each_entry.hpp"

namespace hingeline::internal {

/// Calls f(column, value as double) for every number of row i that is not 0, columns ascending.
template <class View, class F>
void for_each_nonzero(const View& x, std::int64_t i, const F& f) {
  for_each_entry(x, i, [&](std::int32_t column, double value) {
    if (value != 0) f(column, value);
  });
}

}  // namespace hingeline::internal
