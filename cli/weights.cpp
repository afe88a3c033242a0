// SPDX-License-Identifier: BSD-3-Clause
#include "weights.hpp"

#include <CLI/CLI.hpp>
#include <fstream>

#include "command.hpp"
#include "data/parse_number.hpp"
#include "hingeline/error.hpp"

namespace hingeline::cli {

std::optional<double> parse_number(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
  double value = 0;
  const char* end = text.data() + text.size();
  if (internal::parse_number(text.data(), end, value) != end) return std::nullopt;
  return value;
}

void add_weight_options(CLI::App& app, WeightOptions& options) {
  app.add_option("--class-weight", options.class_weights, "weights of rows by label; labels not named have 1")
      ->type_name("LABEL:W,...");
  app.add_option("--weights", options.file, "weights of rows, one number >= 0 per line; 0: as if it were not there")
      ->type_name("FILE");
}

std::map<double, double> WeightOptions::by_label() const {
  std::map<double, double> weights;
  if (class_weights.empty()) return weights;
  for (const std::string& item : CLI::detail::split(class_weights, ',')) {
    const std::size_t colon = item.find(':');
    const auto label = parse_number(item.substr(0, colon));
    const auto weight = colon == std::string::npos ? std::nullopt : parse_number(item.substr(colon + 1));
    if (!label || !weight) throw UsageError("--class-weight: expected LABEL:WEIGHT, found '" + item + "'");
    if (!weights.emplace(*label, *weight).second)
      throw UsageError("--class-weight: a label is given twice: '" + item + "'");
  }
  return weights;
}

std::vector<double> WeightOptions::by_row() const { return file.empty() ? std::vector<double>() : read_numbers(file); }

std::vector<double> read_numbers(const std::string& file) {
  std::vector<double> numbers;
  std::ifstream stream(file);
  if (!stream) throw IoError(file, "cannot open");
  for (std::string line; std::getline(stream, line);) {
    const auto number = parse_number(line);
    if (!number)
      throw DataError(file, static_cast<std::int64_t>(numbers.size()) + 1, 1,
                      "expected a number, found '" + line + "'");
    numbers.push_back(*number);
  }
  if (stream.bad()) throw IoError(file, "cannot read");
  return numbers;
}

}  // namespace hingeline::cli
