// SPDX-License-Identifier: BSD-3-Clause
//
// Names of labels, where targets are text: data numbers its names as they come, and so does every model those of its
// training. What is the same class to both is a matter of names.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace hingeline::internal {

/// Those of labels that number the names of data; none where data has none.
std::vector<std::string> names_of(std::span<const double> labels, std::span<const std::string> class_names);

/// Whether no label is another's.
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

/// Where each of `some` is among `others`. Throws InvalidParameter, of a warm start, unless both are the same classes.
std::vector<std::size_t> places_among(const Classes& some, const Classes& others);

/// The label that a model has for each name of data; NaN for a name that it does not know.
std::vector<double> labels_of(std::span<const std::string> class_names, const Classes& known);

}  // namespace hingeline::internal
