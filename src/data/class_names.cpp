// SPDX-License-Identifier: BSD-3-Clause
#include "data/class_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "hingeline/error.hpp"

namespace hingeline::internal {

std::string_view class_names_error(std::span<const std::string> names) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty()) return "must not be empty";
    if (!seen.insert(name).second) return "must all be different";
  }
  return {};
}

bool are_class_numbers(std::span<const double> y, std::size_t classes) {
  return std::ranges::all_of(y, [most = static_cast<double>(classes)](double number) {
    return number >= 0 && number < most && number == std::floor(number);
  });
}

void validate_class_names(const Dataset& data) {
  const std::size_t classes = data.class_names.size();
  if (classes == 0) return;
  if (const std::string_view wrong = class_names_error(data.class_names); !wrong.empty())
    throw DataError(fmt::format("class_names: they {}", wrong));
  if (data.y.empty()) throw DataError("class_names: given without targets");
  if (!are_class_numbers(data.y, classes))
    throw DataError(fmt::format("y: targets must index class_names: whole numbers from 0 to {}", classes - 1));
}

}  // namespace hingeline::internal
