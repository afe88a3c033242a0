// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>

#include "hingeline/selection.hpp"

namespace hingeline::cli {

/// The score in words, such as "Mean squared error".
inline std::string spelt_out(Score score) {
  std::string words(to_string(score));
  std::ranges::replace(words, '_', ' ');
  words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace hingeline::cli
