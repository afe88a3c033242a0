// SPDX-License-Identifier: BSD-3-Clause
//
// The features that a reader has to find in a file by their names, each in one of the file's columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hingeline::internal {

class WantedFeatures {
 public:
  /// `file` is what errors call the file. Both must outlive this.
  WantedFeatures(std::span<const std::string> names, const std::string& file);

  /// Whether the column is a wanted feature, or a category with wanted features COLUMN=NAME.
  bool know(const std::string& column) const;

  // The following throw DataError for a feature that is taken already.

  /// Takes the feature that has the name of a column; if several have it, the first that is left.
  std::optional<std::int32_t> take(const std::string& column);
  /// Takes the features COLUMN=NAME of a category; returns names and features.
  std::vector<std::pair<std::string_view, std::int32_t>> take_category(const std::string& column);

  /// Throws DataError if a feature is left.
  void require_all_taken() const;

 private:
  std::string_view name(std::int32_t feature) const { return names_[static_cast<std::size_t>(feature)]; }
  std::span<const std::int32_t> beginning_with(const std::string& text) const;
  std::span<const std::int32_t> named(const std::string& column) const;
  std::int32_t take(std::int32_t feature);

  const std::span<const std::string> names_;
  const std::string& file_;
  std::vector<std::int32_t> by_name_;
  std::vector<bool> taken_;
};

}  // namespace hingeline::internal
