// SPDX-License-Identifier: BSD-3-Clause
#include "files/text_names.hpp"

#include <algorithm>
#include <utility>

#include "core/lower_case.hpp"

namespace hingeline::internal {

bool is_name(std::string_view text) {
  if (!text.empty() && (text[0] == '+' || text[0] == '-') && text.size() > 1) text.remove_prefix(1);
  constexpr std::size_t longest = std::string_view("infinity").size();
  if (text.empty() || text.size() > longest) return !text.empty();
  const std::string word = lower_case(text);
  return word != "nan" && word != "inf" && word != "infinity";
}

void NamesInText::add(const Part& part, std::size_t most) {
  const std::lock_guard lock(mutex_);
  if (too_many_) return;
  for (const auto& [name, place] : part) {
    const char*& first = first_.try_emplace(name, place).first->second;
    first = std::min(first, place);
  }
  too_many_ = first_.size() > most;
}

std::vector<std::string> NamesInText::in_order() const {
  std::vector<std::pair<const char*, std::string_view>> places;
  for (const auto& [name, place] : first_) places.emplace_back(place, name);
  std::ranges::sort(places);
  std::vector<std::string> names;
  for (const auto& [place, name] : places) names.emplace_back(name);
  return names;
}

NameNumbers::NameNumbers(const std::vector<std::string>& names, std::int32_t first) {
  for (const std::string& name : names) add(name, first++);
}

const std::int32_t* NameNumbers::find(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? nullptr : &found->second;
}

}  // namespace hingeline::internal
