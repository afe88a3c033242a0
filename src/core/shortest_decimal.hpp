// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a double as std::to_chars does, in half the time for those from 1e-4 to 1, which most coefficients are.
//
// Let m 2^e be the magnitude of such a number, 2^52 <= m < 2^53, and z the zeros behind its point. With k = 17 + z
//
//     x = 10^k m 2^e = m 5^k 2^(e + k)        10^16 <= x < 10^17
//
// has the 17 digits that always suffice before its point, and m 5^k is exact in 100 bits. A decimal reads back as the
// number if 10^k times it is nearer to x than half a unit of m, r = 5^k 2^(e + k - 1), between 0.55 and 11.1. No
// integer is exactly that far: x +- r are odd multiples of 2^(e + k - 1), and e + k < 0. So the integer nearest to x
// reads back, and at most one multiple of 100. The shortest text is that multiple's, without its zeros, or that of the
// multiple of 10 nearest to x, or that integer's. (Below a power of two numbers are twice as dense; those have 13
// digits at most.)
#pragma once

namespace hingeline::internal {

/// The characters that writing may touch.
inline constexpr int shortest_decimal_room = 32;

/// Writes the shortest text that reads back as the same number; returns its end.
char* write_shortest(char* text, double number);

}  // namespace hingeline::internal
