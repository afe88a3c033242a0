// SPDX-License-Identifier: BSD-3-Clause
//
// Names that a text has where numbers might be, of classes and categories: in the order in which they come, whatever
// the parts that threads search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hingeline::internal {

/// More are usually no classes or categories, but free text, or a key of the rows.
inline constexpr std::size_t most_usual_names = 10'000;

/// Not nothing, nor a word for what is no finite number, as programs write it for a value that is missing.
bool is_name(std::string_view text);

/// Finds views too.
struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
};

template <class Value>
using ByName = std::unordered_map<std::string, Value, NameHash, std::equal_to<>>;

/// The different names in a text, whose parts may be searched in any order.
class NamesInText {
 public:
  /// Of a part, each with a place of its own there, the first.
  using Part = ByName<const char*>;

  /// Several threads may add.
  void add(const Part& part, std::size_t most = std::numeric_limits<std::size_t>::max());
  /// More than `most` were given. The others are then no longer all.
  bool are_too_many() const { return too_many_; }
  /// By their first places.
  std::vector<std::string> in_order() const;

 private:
  std::mutex mutex_;
  Part first_;
  bool too_many_ = false;
};

/// What each name stands for.
class NameNumbers {
 public:
  NameNumbers() = default;
  /// As many as there are, from `first`.
  explicit NameNumbers(const std::vector<std::string>& names, std::int32_t first = 0);

  void add(std::string_view name, std::int32_t number) { numbers_.emplace(name, number); }
  /// nullptr: there is no such name.
  const std::int32_t* find(std::string_view name) const;

 private:
  ByName<std::int32_t> numbers_;
};

}  // namespace hingeline::internal
