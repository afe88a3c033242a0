// SPDX-License-Identifier: BSD-3-Clause
#include "core/require.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hingeline/error.hpp"

namespace hingeline::internal {

void require(bool holds, const char* name, double value, const char* requirement) {
  if (!holds) throw InvalidParameter(name, fmt::format("{}", value), requirement);
}

void require(bool holds, const char* name, const std::string& value, const char* requirement) {
  if (!holds) throw InvalidParameter(name, value, requirement);
}

void require_size(const char* name, std::size_t size, std::size_t wanted) {
  if (size != wanted) throw InvalidParameter(name, fmt::format("{} values", size), fmt::format("must be {}", wanted));
}

void require_finite(const char* name, double value) { require(std::isfinite(value), name, value, "must be finite"); }

void require_finite(const char* name, std::span<const double> values) {
  for (const double value : values) require_finite(name, value);
}

}  // namespace hingeline::internal
