// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hingeline/constraint_set.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/model.hpp"

namespace CLI {
class App;
}

namespace hingeline::cli {

/// What --constraint asks for, and who asked: its words, or FILE:LINE, of every row.
struct NamedConstraints {
  ConstraintSet set;
  std::vector<std::string> names;

  /// Those that have a part in the proof that there is no answer, by the multipliers of its solution.
  std::vector<std::string> conflict(std::span<const double> multipliers) const;
};

/// What is said where they cannot hold together.
std::string infeasible_text(std::span<const std::string> conflict);

/// What is asked of a training's coefficients, on some data.
struct CoefficientDemands {
  NamedConstraints constraints{ConstraintSet(0), {}};
  std::vector<double> l1_weights = {};

  /// The options refer to them.
  void set(TrainOptions& options) const;
};

/// --penalty, --l1-ratio, --l1-weights and --constraint.
struct ConstraintOptions {
  std::string penalty = "l2";
  std::optional<double> l1_ratio;
  std::string l1_weight_file;
  std::vector<std::string> constraints;

  /// By --penalty and --l1-ratio; l1_weights are for the caller to set, and must outlive the result.
  Penalty unweighted_penalty() const;
  /// The weights of --l1-weights, one per feature, or empty. Throws IoError, or DataError with the line or their
  /// number.
  std::vector<double> l1_weights(std::int32_t features) const;
  /// Throws UsageError for a constraint that no data have.
  void check() const;
  /// The files that constraints are read from.
  std::vector<std::string> files() const;
  /// Whether on() asks for more of the rows than their number of features.
  bool depend_on_rows() const;
  /// The constraints on these data; rows count by their weights, one per row or none. Throws UsageError naming the
  /// specification, or IoError and DataError of the files they name.
  NamedConstraints on(const Dataset& data, std::span<const double> weights) const;
  /// on() and l1_weights(). Throws as both do.
  CoefficientDemands demands(const Dataset& data, std::span<const double> weights) const;
};

void add_constraint_options(CLI::App& app, ConstraintOptions& options);

}  // namespace hingeline::cli
