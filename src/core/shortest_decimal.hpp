// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace hingeline::internal {

/// Characters that write_shortest may touch.
inline constexpr std::size_t shortest_decimal_room = 40;

/// Writes what std::to_chars does: of the decimals that read back as the same number the shortest, of these the nearest,
/// with an exponent where that takes fewer characters. Returns the end.
char* write_shortest(double number, char* to);

}  // namespace hingeline::internal
