// SPDX-License-Identifier: BSD-3-Clause
#include "labels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "hingeline/error.hpp"
#include "number.hpp"

namespace hingeline::cli {
namespace {

std::string as_word(const std::string& name) {
  if (name.find_first_of(" \t\"") == std::string::npos) return name;
  std::string word = "\"";
  for (const char letter : name) word += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return word + "\"";
}

}  // namespace

std::optional<double> target_of(const std::string& given, std::span<const std::string> class_names) {
  if (class_names.empty()) return parse_number(given);
  const auto name = std::ranges::find(class_names, given);
  if (name == class_names.end()) return std::nullopt;
  return static_cast<double>(name - class_names.begin());
}

std::string label_text(const Classes& classes, std::size_t k) {
  return classes.names.empty() ? fmt::format("{}", classes.labels[k]) : classes.names[k];
}

Json label_json(const Classes& classes, std::size_t k) {
  return classes.names.empty() ? Json(classes.labels[k]) : Json(classes.names[k]);
}

Json labels_json(const Classes& classes) {
  Json labels = Json::array();
  for (std::size_t k = 0; k < classes.labels.size(); ++k) labels.push_back(label_json(classes, k));
  return labels;
}

LabelTexts::LabelTexts(const Classes& classes) {
  for (std::size_t k = 0; k < classes.names.size(); ++k) names_.emplace(classes.labels[k], classes.names[k]);
}

void LabelTexts::append(fmt::memory_buffer& text, double label) const {
  if (names_.empty())
    fmt::format_to(std::back_inserter(text), "{}", label);
  else
    text.append(names_.at(label));
}

void LabelTexts::append_word(fmt::memory_buffer& text, double label) const {
  if (names_.empty())
    append(text, label);
  else
    text.append(as_word(names_.at(label)));
}

bool are_comparable(const Classes& classes, const Dataset& data) {
  return classes.names.empty() == data.class_names.empty();
}

std::string not_comparable(const Dataset& data, const std::string& file) {
  const bool text = !data.class_names.empty();
  return fmt::format("{}: its targets are {}, which cannot be compared with the model's {}", file,
                     text ? "text" : "numbers", text ? "numbers" : "names of classes");
}

void require_comparable(const Classes& classes, const Dataset& data, const std::string& file) {
  if (!are_comparable(classes, data)) throw DataError(not_comparable(data, file));
}

Translation::Translation(const Classes& classes, const Dataset& data)
    : labels_(internal::labels_of(data.class_names, classes)) {}

std::vector<double> Translation::of(std::span<const double> targets) const {
  std::vector<double> labels;
  labels.reserve(targets.size());
  for (const double target : targets) labels.push_back(label(target));
  return labels;
}

std::map<double, double> Translation::of(const std::map<double, double>& class_weights) const {
  std::map<double, double> weights;
  for (const auto& [target, weight] : class_weights)
    if (!std::isnan(label(target))) weights.emplace(label(target), weight);
  return weights;
}

}  // namespace hingeline::cli
