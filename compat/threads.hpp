// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace hingeline::compat {

/// The number of threads for training, prediction and reading: OMP_NUM_THREADS if it is a whole number from 1 to 4096,
/// else 1.
inline int threads() {
  const char* const variable = std::getenv("OMP_NUM_THREADS");
  const std::string_view given = variable == nullptr ? "" : variable;
  int count = 0;
  const auto [last, error] = std::from_chars(given.data(), given.data() + given.size(), count);
  const bool is_whole = error == std::errc() && last == given.data() + given.size();
  return is_whole && count >= 1 && count <= 4096 ? count : 1;
}

}  // namespace hingeline::compat
