// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include "data/for_each_nonzero.hpp"

namespace hingeline::internal {

/// The finaliser of MurmurHash3 (Appleby).
inline std::uint64_t scattered(std::uint64_t word) {
  word = (word ^ (word >> 33)) * 0xff51afd7ed558ccd;
  word = (word ^ (word >> 33)) * 0xc4ceb9fe1a85ec53;
  return word ^ (word >> 33);
}

/// Hash of a number that depends on its place.
inline std::uint64_t hash_at(std::uint64_t place, std::uint64_t word) {
  return scattered(word ^ ((place + 1) * 0x9e3779b97f4a7c15));
}

/// Hash of the numbers of row i that are not 0, the same for any layout and value type. It is a sum, so that terms do
/// not wait for each other.
template <class View>
std::uint64_t row_hash(const View& x, std::int64_t i) {
  std::uint64_t sum = 0;
  for_each_nonzero(x, i, [&](std::int32_t column, double value) {
    sum += hash_at(static_cast<std::uint64_t>(column), std::bit_cast<std::uint64_t>(value));
  });
  return scattered(sum);
}

}  // namespace hingeline::internal
