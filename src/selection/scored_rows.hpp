// SPDX-License-Identifier: BSD-3-Clause
//
// What probabilities are fitted to: outputs for rows held out, each beside what it should say.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "hingeline/selection.hpp"
#include "models/calibration.hpp"

namespace hingeline::internal {

/// Rows held out in folds, and what trainings without them say.
struct ScoredRows {
  const Dataset& data;
  std::span<const double> weights;  ///< 0 for rows that no training held out
  std::span<const double> labels;   ///< of the model
  const CvResult& held_out;
  std::span<const int> fold;
  std::vector<std::vector<bool>> known_labels;  ///< by fold and label, to its training

  double value(std::size_t i, std::size_t k) const {
    return held_out.decision_values[i * (held_out.decision_values.size() / data.y.size()) + k];
  }
  /// Whether a training knew these classes: else it has no outputs of them, and none that row i could be told by.
  bool knows(std::size_t i, std::initializer_list<std::size_t> classes) const {
    const std::vector<bool>& known = known_labels[static_cast<std::size_t>(fold[i])];
    return std::ranges::all_of(classes, [&](std::size_t k) { return known[k]; });
  }
};

/// Each row with each output; one pair per row where there are two classes.
std::vector<ScoredPair> scored_pairs(const ScoredRows& rows);

/// One-vs-one: of each output, each row of its two classes.
std::vector<std::vector<ScoredPair>> scored_pairs_by_output(const ScoredRows& rows);

}  // namespace hingeline::internal
