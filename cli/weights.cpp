// SPDX-License-Identifier: BSD-3-Clause
#include "weights.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <optional>
#include <string_view>

#include "command.hpp"
#include "core/timer.hpp"
#include "data/is_present.hpp"
#include "hingeline/error.hpp"
#include "labels.hpp"
#include "number.hpp"

namespace hingeline::cli {
namespace {

constexpr std::string_view balanced = "balanced";

struct LabelWeight {
  std::string label;
  double weight;
};

/// Parses LABEL:WEIGHT; the label may contain colons.
std::optional<LabelWeight> label_weight(const std::string& item) {
  const std::size_t colon = item.rfind(':');
  const auto weight = colon == std::string::npos ? std::nullopt : parse_number(item.substr(colon + 1));
  if (!weight) return std::nullopt;
  return LabelWeight{item.substr(0, colon), *weight};
}

/// What is wrong with --class-weight, as far as it is known before data are read; empty if nothing is.
std::string check_class_weights(const std::string& given) {
  if (given == balanced) return {};
  for (const std::string& item : split(given, ','))
    if (!label_weight(item)) return "expected LABEL:WEIGHT or balanced, found '" + item + "'";
  return {};
}

std::map<double, double> balanced_weights(std::span<const double> y, std::span<const double> row_weights) {
  std::map<double, double> counts;
  double total = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!internal::is_present(row_weights, i)) continue;
    ++counts[y[i]];
    ++total;
  }
  const auto classes = static_cast<double>(counts.size());
  std::map<double, double> weights;
  for (const auto& [label, count] : counts) weights.emplace(label, total / (classes * count));
  return weights;
}

}  // namespace

void add_weight_options(CLI::App& app, WeightOptions& options) {
  app.add_option("--class-weight", options.class_weights,
                 "weights of the rows of each class; LABEL is a number or the name of a class, and classes that are "
                 "not listed have weight 1. balanced: n / (K n_k) for n rows in K classes, n_k of them in class k; "
                 "rows with --weights 0 do not count")
      ->check(CLI::Validator(check_class_weights, ""))
      ->type_name("LABEL:W,...");
  app.add_option("--weights", options.file, "weights of rows, one number >= 0 per line; a row of weight 0 is ignored")
      ->type_name("FILE");
}

std::map<double, double> WeightOptions::by_label(const Dataset& data, std::span<const double> row_weights) const {
  if (class_weights == balanced) return balanced_weights(data.y, row_weights);
  std::map<double, double> weights;
  if (class_weights.empty()) return weights;
  for (const std::string& item : split(class_weights, ',')) {
    const auto [label, weight] = label_weight(item).value();
    const auto target = target_of(label, data.class_names);
    if (!target)
      throw UsageError(
          fmt::format("--class-weight: expected {}, found '{}'",
                      data.class_names.empty() ? "a number, as labels of the data are" : "a class of the data", label));
    if (!weights.emplace(*target, weight).second)
      throw UsageError("--class-weight: a label is given twice: '" + item + "'");
  }
  return weights;
}

std::vector<double> WeightOptions::by_row(std::int64_t rows) const {
  return file.empty() ? std::vector<double>() : read_weights(file, rows, "rows");
}

std::vector<double> WeightOptions::by_row(ReadData& data) const {
  const internal::Timer timer;
  std::vector<double> weights = by_row(rows(data.dataset.x));
  data.report.seconds += timer.seconds();
  return weights;
}

std::vector<double> read_weights(const std::string& file, std::int64_t count, const char* things) {
  std::vector<double> weights = read_numbers(file, count, things);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] < 0)
      throw DataError(file, static_cast<std::int64_t>(i) + 1, 1,
                      fmt::format("expected a finite number >= 0, found {}", weights[i]));
  return weights;
}

}  // namespace hingeline::cli
