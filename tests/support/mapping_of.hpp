// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string_view>

#include "files/mapping.hpp"

namespace hingeline::support {

/// Bytes as those of a file are.
inline internal::Mapping mapping_of(std::string_view bytes) {
  internal::Mapping mapping = internal::Mapping::of_zeros(bytes.size());
  std::ranges::copy(bytes, mapping.data());
  return mapping;
}

}  // namespace hingeline::support
