// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <optional>

namespace hingeline::compat {

/// The number as an int, if it is one; labels of the C interfaces are ints.
inline std::optional<int> whole_number(double number) {
  constexpr std::numeric_limits<int> limits;
  if (number != std::rint(number) || number < limits.min() || number > limits.max()) return std::nullopt;
  return static_cast<int>(number);
}

}  // namespace hingeline::compat
