// SPDX-License-Identifier: BSD-3-Clause
#include "data/class_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "hingeline/error.hpp"

namespace hingeline::internal {

bool is_class_name(std::string_view text) {
  if (text.empty()) return false;
  std::string word(text);
  std::ranges::transform(word, word.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
  if (word[0] == '+' || word[0] == '-') word.erase(0, 1);
  return word != "nan" && word != "inf" && word != "infinity";
}

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
  if (!are_class_numbers(data.y, classes))
    throw DataError(
        fmt::format("y: targets must be whole numbers from 0 to {}, as class_names are given", classes - 1));
}

void NamesInText::add(const Part& part) {
  const std::lock_guard lock(mutex_);
  if (are_too_many()) return;
  for (const auto& [name, place] : part) {
    const char*& first = first_.try_emplace(name, place).first->second;
    first = std::min(first, place);
  }
}

std::vector<std::string> NamesInText::in_order() const {
  std::vector<std::pair<const char*, std::string_view>> places;
  for (const auto& [name, place] : first_) places.emplace_back(place, name);
  std::ranges::sort(places);
  std::vector<std::string> names;
  for (const auto& [place, name] : places) names.emplace_back(name);
  return names;
}

ClassNumbers::ClassNumbers(std::span<const std::string> names) {
  for (const std::string& name : names) numbers_.emplace(name, static_cast<double>(numbers_.size()));
}

}  // namespace hingeline::internal
