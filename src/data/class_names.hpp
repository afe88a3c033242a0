// SPDX-License-Identifier: BSD-3-Clause
//
// Targets that are text are names of classes, which are numbered from 0 in the order in which a text has them.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// More are no classes but free text, or a key of the rows.
inline constexpr std::size_t most_class_names = 10'000;

/// Not nothing, nor a word for what is no finite number, as programs write it for a value that is missing.
bool is_class_name(std::string_view text);

/// What is wrong with the names of classes, in words; empty if nothing is.
std::string_view class_names_error(std::span<const std::string> names);

/// Whether each target is the number of one of so many classes.
bool are_class_numbers(std::span<const double> y, std::size_t classes);

/// Throws DataError where names, if there are any, are wrong or targets are not their numbers.
void validate_class_names(const Dataset& data);

/// The different names in a text, whose parts may be searched in any order.
class NamesInText {
 public:
  /// Of a part, each with a place of its own there, the first.
  using Part = std::unordered_map<std::string, const char*>;

  /// Several threads may add.
  void add(const Part& part);
  /// More than most_class_names. The others are then no longer all.
  bool are_too_many() const { return first_.size() > most_class_names; }
  /// By their first places.
  std::vector<std::string> in_order() const;

 private:
  std::mutex mutex_;
  Part first_;
};

/// The number of each name.
class ClassNumbers {
 public:
  explicit ClassNumbers(std::span<const std::string> names);

  bool is_empty() const { return numbers_.empty(); }
  /// Of a name that there is.
  double of(const std::string& name) const { return numbers_.at(name); }

 private:
  std::unordered_map<std::string, double> numbers_;
};

}  // namespace hingeline::internal
