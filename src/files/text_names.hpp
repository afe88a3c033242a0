// SPDX-License-Identifier: BSD-3-Clause
//
// Names of classes and categories in a text, in the order of first appearance, whatever parts of it threads search.
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

/// A column of more names is usually not classes or a category, but free text or a key of the rows.
inline constexpr std::size_t most_usual_names = 10'000;

/// Whether `text` may be a name: not empty, and not a word like "nan", as programs write it for a missing value.
bool is_name(std::string_view text);

/// Hash that allows look-up by std::string_view.
struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
};

template <class Value>
using ByName = std::unordered_map<std::string, Value, NameHash, std::equal_to<>>;

/// The different names in a text, whose parts may be searched in any order.
class NamesInText {
 public:
  /// The names in a part of the text, each with its first place there.
  using Part = ByName<const char*>;

  /// Adds the names of a part; several threads may do so at once.
  void add(const Part& part, std::size_t most = std::numeric_limits<std::size_t>::max());
  /// Whether there were more than `most` names; in_order() is then incomplete.
  bool are_too_many() const { return too_many_; }
  /// All names, ordered by first place.
  std::vector<std::string> in_order() const;

 private:
  std::mutex mutex_;
  Part first_;
  bool too_many_ = false;
};

/// The number of each name.
class NameNumbers {
 public:
  NameNumbers() = default;
  /// Numbers the names from `first` on.
  explicit NameNumbers(const std::vector<std::string>& names, std::int32_t first = 0);

  void add(std::string_view name, std::int32_t number) { numbers_.emplace(name, number); }
  /// The number of a name, or nullptr if there is no such name.
  const std::int32_t* find(std::string_view name) const;

 private:
  ByName<std::int32_t> numbers_;
};

}  // namespace hingeline::internal
