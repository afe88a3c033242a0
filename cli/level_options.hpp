// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "hingeline/dataset.hpp"
#include "hingeline/levels.hpp"
#include "hingeline/problem.hpp"

namespace CLI {
class App;
}

namespace hingeline::cli {

/// A range for every feature.
struct Box {
  std::vector<double> lower;
  std::vector<double> upper;
  Bounds bounds() const { return {lower, upper}; }
};

/// --non-crossing, --non-crossing-box and --composite, which tie the outputs of several quantiles together.
struct LevelOptions {
  bool non_crossing = false;
  std::string box;  ///< as given, or empty
  bool composite = false;

  LevelTie tie() const;
  bool has_order() const { return non_crossing || !box.empty(); }
  /// Whether the box is in a file.
  bool names_file() const;
  /// The box; empty if none is asked for. Throws UsageError, or DataError for the file that it is in.
  Box box_of(const Dataset& data, std::span<const double> weights) const;
};

void add_level_options(CLI::App& app, LevelOptions& options);

}  // namespace hingeline::cli
