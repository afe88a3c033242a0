// SPDX-License-Identifier: BSD-3-Clause
//
// Names of labels, where targets are text: a dataset numbers its names in order of appearance, and a model keeps the
// numbers of its training data. So classes of data and model are matched by name, not by number.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace hingeline::internal {

/// The name of each label, an index into class_names; empty if class_names is.
std::vector<std::string> names_of(std::span<const double> labels, std::span<const std::string> class_names);

/// Whether all labels differ.
bool are_distinct(std::span<const double> labels);

/// What is wrong with a model's names, in words; empty if nothing is.
std::string label_names_error(std::span<const double> labels, std::span<const std::string> names);

/// A label of data as people know it, for messages.
std::string label_text(double label, std::span<const std::string> class_names);

/// Classes, by name where they have names.
struct Classes {
  std::span<const double> labels;
  std::span<const std::string> names;  ///< one per label, or none

  Classes() = default;
  template <class Model>
  explicit Classes(const Model& model) : labels(model.labels), names(model.label_names) {}
};

/// Index among `others` of each class in `some`. Throws InvalidParameter (for "warm start") unless both are the same
/// set of classes.
std::vector<std::size_t> places_among(const Classes& some, const Classes& others);

/// The model's label for each name in class_names; NaN for names that the model does not know.
std::vector<double> labels_of(std::span<const std::string> class_names, const Classes& known);

}  // namespace hingeline::internal
