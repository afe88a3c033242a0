// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>

namespace hingeline::compat {

/// The entries of a row of the C interfaces, which ends at index -1.
template <class Node>
std::span<const Node> entries_of(const Node* row) {
  std::size_t count = 0;
  while (row[count].index != -1) ++count;
  return {row, count};
}

}  // namespace hingeline::compat
