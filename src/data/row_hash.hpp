// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include "data/for_each_nonzero.hpp"

namespace hingeline::internal {

/// Words into one number: the finaliser of MurmurHash3 (Appleby) after each.
class Hash {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) + 0x9e3779b97f4a7c15;
    state_ = (state_ ^ (state_ >> 33)) * 0xff51afd7ed558ccd;
    state_ = (state_ ^ (state_ >> 33)) * 0xc4ceb9fe1a85ec53;
    state_ ^= state_ >> 33;
  }

  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

/// Of the numbers of row i that are not 0, whatever the layout and value type.
template <class View>
std::uint64_t row_hash(const View& x, std::int64_t i) {
  Hash hash;
  for_each_nonzero(x, i, [&](std::int32_t column, double value) {
    hash.add(static_cast<std::uint64_t>(column));
    hash.add(std::bit_cast<std::uint64_t>(value));
  });
  return hash.value();
}

}  // namespace hingeline::internal
