// SPDX-License-Identifier: BSD-3-Clause
//
// Lookup of enumerators by name.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "hingeline/error.hpp"

namespace hingeline::python {

template <std::size_t n, class E>
std::string_view name_of(const std::array<std::string_view, n>& names, E value) {
  return names[static_cast<std::size_t>(value)];
}

/// The enumerator at the place of `name` among `names`. Throws InvalidParameter.
template <class E, std::size_t n>
E choice(const std::string& parameter, const std::array<std::string_view, n>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<E>(found - names.begin());
  std::string known;
  for (const std::string_view each : names) known += (known.empty() ? "" : ", ") + std::string(each);
  throw InvalidParameter(parameter, std::string(name), "must be one of " + known);
}

}  // namespace hingeline::python
