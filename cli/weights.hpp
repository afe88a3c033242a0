// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "data_options.hpp"
#include "hingeline/dataset.hpp"

namespace CLI {
class App;
}

namespace hingeline::cli {

/// --class-weight and --weights.
struct WeightOptions {
  std::string class_weights;  ///< LABEL:W,... or balanced
  std::string file;

  /// Weights of the data's classes; options name classes by name where these have names. balanced: n / (K n_k) for n
  /// rows in K classes, n_k in the k-th, where rows of weight > 0 are counted (not weighted). `row_weights`: by_row().
  /// Throws UsageError.
  std::map<double, double> by_label(const Dataset& data, std::span<const double> row_weights) const;
  /// Weights of rows, empty if no file is given. Throws IoError, or DataError with the line or the number of lines.
  std::vector<double> by_row(std::int64_t rows) const;
  /// Those of the data's rows; adds the time to that of reading the data.
  std::vector<double> by_row(ReadData& data) const;
};

/// Reads `count` numbers >= 0, one for each of the `things`. Throws as WeightOptions::by_row does.
std::vector<double> read_weights(const std::string& file, std::int64_t count, const char* things);

void add_weight_options(CLI::App& app, WeightOptions& options);

}  // namespace hingeline::cli
