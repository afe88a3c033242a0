// SPDX-License-Identifier: BSD-3-Clause
//
// Labels in input and output: names where targets are text, else numbers.
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

/// The target for `given`: the number of the class of this name if there are names, else the number itself.
std::optional<double> target_of(const std::string& given, std::span<const std::string> class_names);

/// The k-th label.
std::string label_text(const Classes& classes, std::size_t k);
Json label_json(const Classes& classes, std::size_t k);
/// All labels.
Json labels_json(const Classes& classes);

/// Texts of predicted labels.
class LabelTexts {
 public:
  explicit LabelTexts(const Classes& classes);

  /// Appends a label or, for a regression, the number itself.
  void append(fmt::memory_buffer& text, double label) const;
  /// Appends a label as one of several words: if it has blanks or quotes, in quotes, with quotes inside doubled.
  void append_word(fmt::memory_buffer& text, double label) const;

 private:
  std::map<double, std::string> names_;
};

/// Whether targets of the data can be compared with the labels: both are numbers, or both have names.
bool are_comparable(const Classes& classes, const Dataset& data);
/// Throws DataError where they are not comparable.
void require_comparable(const Classes& classes, const Dataset& data, const std::string& file);
/// The message of require_comparable().
std::string not_comparable(const Dataset& data, const std::string& file);

/// Converts targets of data to labels of a model, by name where they have names. The two must be comparable.
class Translation {
 public:
  Translation(const Classes& classes, const Dataset& data);

  /// The labels of targets; NaN for names that the model does not know.
  std::vector<double> of(std::span<const double> targets) const;
  /// The class weights by the model's labels, for the classes that it knows.
  std::map<double, double> of(const std::map<double, double>& class_weights) const;

 private:
  double label(double target) const { return labels_.empty() ? target : labels_[static_cast<std::size_t>(target)]; }

  std::vector<double> labels_;  // by the number of a name; empty: targets are the labels
};

}  // namespace hingeline::cli
