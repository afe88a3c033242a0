// SPDX-License-Identifier: BSD-3-Clause
#include "data/used_columns.hpp"

#include <algorithm>

namespace hingeline::internal {

UsedColumns::UsedColumns(std::span<const std::int32_t> columns, std::int32_t cols) {
  constexpr std::size_t columns_of_an_entry = 32;  // so many columns take as much memory in words_ as an entry itself
  static_cast<std::size_t>(cols) <= columns_of_an_entry* columns.size() ? mark(columns, cols) : list(columns);
}

void UsedColumns::mark(std::span<const std::int32_t> columns, std::int32_t cols) {
  words_.resize((static_cast<std::size_t>(cols) + 63) / 64);
  for (const std::int32_t column : columns) {
    const auto place = static_cast<std::size_t>(column);
    words_[place / 64].bits |= std::uint64_t{1} << place % 64;
  }
  for (Word& word : words_) {
    word.before = count_;
    count_ += std::popcount(word.bits);
  }
}

void UsedColumns::list(std::span<const std::int32_t> columns) {
  list_.assign(columns.begin(), columns.end());
  std::ranges::sort(list_);
  list_.erase(std::unique(list_.begin(), list_.end()), list_.end());
  count_ = static_cast<std::int32_t>(list_.size());
}

std::int32_t UsedColumns::searched(std::int32_t column) const {
  const auto place = std::ranges::lower_bound(list_, column);
  const bool found = place != list_.end() && *place == column;
  return found ? static_cast<std::int32_t>(place - list_.begin()) : count_;
}

}  // namespace hingeline::internal
