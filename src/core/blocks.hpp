// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace hingeline::internal {

/// The least multiple of `group` that is not below `count`.
template <std::integral I>
constexpr I whole_groups(I count, std::type_identity_t<I> group) {
  return (count + group - 1) / group * group;
}

/// f(first, size) for blocks of 0 .. count - 1, one after another.
template <class F>
void for_each_block(std::size_t count, std::size_t block, const F& f) {
  for (std::size_t first = 0; first < count; first += block) f(first, std::min(block, count - first));
}

}  // namespace hingeline::internal
