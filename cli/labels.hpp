// SPDX-License-Identifier: BSD-3-Clause
//
// Labels as people write and read them: names where targets are text, else numbers.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hingeline/dataset.hpp"
#include "models/label_names.hpp"
#include "output.hpp"

namespace hingeline::cli {

using internal::Classes;

/// The target that somebody means: the number of a class of that name, where classes have names.
std::optional<double> target_of(const std::string& given, std::span<const std::string> class_names);

/// The k-th label.
std::string label_text(const Classes& classes, std::size_t k);
Json label_json(const Classes& classes, std::size_t k);
/// All.
Json labels_json(const Classes& classes);

/// Texts of predicted labels.
class LabelTexts {
 public:
  explicit LabelTexts(const Classes& classes);

  /// Of regression the numbers themselves.
  void append(fmt::memory_buffer& text, double label) const;
  /// As one word of several: in quotes, which are doubled inside, where it has blanks or quotes.
  void append_word(fmt::memory_buffer& text, double label) const;

 private:
  std::map<double, std::string> names_;
};

/// Whether targets of the data can be compared with labels: both are numbers, or both have names.
bool are_comparable(const Classes& classes, const Dataset& data);
/// Throws DataError where they are not.
void require_comparable(const Classes& classes, const Dataset& data, const std::string& file);
/// What it says.
std::string not_comparable(const Dataset& data, const std::string& file);

/// From the targets of data to the labels of a model, by name where they have names. For those that are comparable.
class Translation {
 public:
  Translation(const Classes& classes, const Dataset& data);

  /// NaN for names that the model does not know.
  std::vector<double> of(std::span<const double> targets) const;
  /// Of the classes that it knows.
  std::map<double, double> of(const std::map<double, double>& class_weights) const;

 private:
  double label(double target) const { return labels_.empty() ? target : labels_[static_cast<std::size_t>(target)]; }

  std::vector<double> labels_;  // by the number of a name; empty: targets are the labels
};

}  // namespace hingeline::cli
