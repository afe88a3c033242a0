// SPDX-License-Identifier: BSD-3-Clause
//
// The columns that have entries, renumbered in their order: by a bit per column and a count per word of bits or, for
// few entries in very many columns, by binary search in a list. Memory is proportional to the entries.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hingeline::internal {

class UsedColumns {
 public:
  /// `columns` are the columns of all entries, in any order, each in 0 .. cols - 1.
  UsedColumns(std::span<const std::int32_t> columns, std::int32_t cols);

  std::int32_t count() const { return count_; }

  /// The new number of a column; count() for a column without entries.
  std::int32_t number_of(std::int32_t column) const { return words_.empty() ? searched(column) : counted(column); }

  /// Calls f(column) for the columns that have entries, ascending.
  template <class F>
  void for_each(const F& f) const {
    for (const std::int32_t column : list_) f(column);
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t bits = words_[w].bits; bits != 0; bits &= bits - 1)
        f(static_cast<std::int32_t>(64 * w) + std::countr_zero(bits));
  }

 private:
  struct Word {
    std::uint64_t bits = 0;
    std::int32_t before = 0;  // used columns before those of this word
  };

  void mark(std::span<const std::int32_t> columns, std::int32_t cols);
  void list(std::span<const std::int32_t> columns);
  std::int32_t searched(std::int32_t column) const;

  std::int32_t counted(std::int32_t column) const {
    const auto place = static_cast<std::size_t>(column);
    if (place / 64 >= words_.size()) return count_;
    const Word& word = words_[place / 64];
    const std::uint64_t bit = std::uint64_t{1} << place % 64;
    return (word.bits & bit) == 0 ? count_ : word.before + std::popcount(word.bits & (bit - 1));
  }

  std::vector<Word> words_;  // this or list_ is empty
  std::vector<std::int32_t> list_;
  std::int32_t count_ = 0;
};

}  // namespace hingeline::internal
