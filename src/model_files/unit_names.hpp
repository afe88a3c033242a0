// SPDX-License-Identifier: BSD-3-Clause
//
// Names of users and items in files of factor models and of ratings. Each name is one word.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hingeline::internal {

/// Characters that separate words.
inline constexpr std::string_view word_separators = " \t\r\v\f,";

inline bool is_word(std::string_view name) {
  return !name.empty() && name.find_first_of(word_separators) == name.npos && name.find('\n') == name.npos;
}

/// Numbers words in the order of first appearance.
class Numbering {
 public:
  explicit Numbering(std::vector<std::string>& names) : names_(names) {
    for (std::size_t i = 0; i < names.size(); ++i) numbers_.emplace(names[i], static_cast<std::int32_t>(i));
  }

  std::int32_t add(std::string_view name) {
    const auto [place, is_new] = numbers_.try_emplace(std::string(name), static_cast<std::int32_t>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return place->second;
  }
  /// The number of a word, or -1.
  std::int32_t find(std::string_view name) const {
    const auto found = numbers_.find(std::string(name));
    return found == numbers_.end() ? -1 : found->second;
  }

 private:
  std::vector<std::string>& names_;
  std::unordered_map<std::string, std::int32_t> numbers_;
};

/// The names of a model's users or items; the numbers from 0 where it has no names.
inline std::vector<std::string> names_or_numbers(const std::vector<std::string>& names, std::size_t count) {
  if (!names.empty()) return names;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(fmt::format("{}", i));
  return numbers;
}

}  // namespace hingeline::internal
