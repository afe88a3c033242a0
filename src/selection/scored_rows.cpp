// SPDX-License-Identifier: BSD-3-Clause
#include "selection/scored_rows.hpp"

#include "models/class_pairs.hpp"
#include "models/rows_by_class.hpp"

namespace hingeline::internal {

std::vector<ScoredPair> scored_pairs(const ScoredRows& rows) {
  const std::span<const double> labels = rows.labels;
  std::vector<ScoredPair> pairs;
  for (std::size_t i = 0; i < rows.weights.size(); ++i) {
    if (rows.weights[i] == 0) continue;
    const auto own = static_cast<std::size_t>(std::ranges::find(labels, rows.data.y[i]) - labels.begin());
    for (std::size_t k = 0; k < (labels.size() == 2 ? 1 : labels.size()); ++k)
      if (rows.knows(i, {own, labels.size() == 2 ? 1 - own : k}))
        pairs.push_back({rows.value(i, k), own == k ? 1.0 : -1.0, rows.weights[i]});
  }
  return pairs;
}

std::vector<std::vector<ScoredPair>> scored_pairs_by_output(const ScoredRows& rows) {
  const RowsByClass by_class(rows.data.y, rows.labels);
  const auto classes = class_pairs(rows.labels.size());
  std::vector<std::vector<ScoredPair>> by_output(classes.size());
  for (std::size_t k = 0; k < classes.size(); ++k)
    for (const std::int64_t row : by_class.of_pair(classes[k])) {
      const auto i = static_cast<std::size_t>(row);
      const auto& [first, second] = classes[k];
      if (rows.weights[i] == 0 || !rows.knows(i, {first, second})) continue;
      const bool is_first = rows.data.y[i] == rows.labels[first];
      by_output[k].push_back({rows.value(i, k), is_first ? 1.0 : -1.0, rows.weights[i]});
    }
  return by_output;
}

}  // namespace hingeline::internal
