// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hingeline/constraint_set.hpp"
#include "hingeline/dataset.hpp"

namespace CLI {
class App;
}

namespace hingeline::cli {

/// What --constraint asks for, and who asked: its words, or FILE:LINE, of every row.
struct NamedConstraints {
  ConstraintSet set;
  std::vector<std::string> names;
};

/// --penalty, --l1-ratio and --constraint.
struct ConstraintOptions {
  std::string penalty = "l2";
  std::optional<double> l1_ratio;
  std::vector<std::string> constraints;

  /// Throws UsageError.
  Penalty full_penalty() const;
  /// Throws UsageError naming the specification, or IoError and DataError of the files they name.
  NamedConstraints on(const Dataset& data) const;
};

void add_constraint_options(CLI::App& app, ConstraintOptions& options);

}  // namespace hingeline::cli
