// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace hingeline::cli {

/// Nothing where the text, blanks around it aside, is not one number.
std::optional<double> parse_number(std::string_view text);

/// A number per line. Throws IoError, or DataError with the line.
std::vector<double> read_numbers(const std::string& file);

/// --class-weight and --weights.
struct WeightOptions {
  std::string class_weights;
  std::string file;

  std::map<double, double> by_label() const;  ///< Throws UsageError.
  std::vector<double> by_row() const;         ///< Throws IoError, or DataError with the line.
};

void add_weight_options(CLI::App& app, WeightOptions& options);

}  // namespace hingeline::cli
