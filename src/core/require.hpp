// SPDX-License-Identifier: BSD-3-Clause
//
// Checks of parameters and of the fields of models; all throw InvalidParameter.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace hingeline::internal {

void require(bool holds, const char* name, double value, const char* requirement);
void require(bool holds, const char* name, const std::string& value, const char* requirement);

/// Requires a value of an enumeration without gaps, which ends at `last`.
template <class Enum>
void require_known(const char* name, Enum value, Enum last, const char* requirement) {
  require(value >= Enum{} && value <= last, name, static_cast<double>(value), requirement);
}

void require_size(const char* name, std::size_t size, std::size_t wanted);
void require_finite(const char* name, double value);
void require_finite(const char* name, std::span<const double> values);

}  // namespace hingeline::internal
