// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace hingeline::cli {

/// --class-weight and --weights.
struct WeightOptions {
  std::string class_weights;
  std::string file;

  /// Of data whose classes have these names, or none. Throws UsageError.
  std::map<double, double> by_label(std::span<const std::string> class_names) const;
  /// Empty where no file is given. Throws IoError, or DataError with the line or the wrong number of them.
  std::vector<double> by_row(std::int64_t rows) const;
};

/// Numbers >= 0, as many as there are `things`. Throws as WeightOptions::by_row does.
std::vector<double> read_weights(const std::string& file, std::int64_t count, const char* things);

void add_weight_options(CLI::App& app, WeightOptions& options);

}  // namespace hingeline::cli
