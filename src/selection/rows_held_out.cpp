// SPDX-License-Identifier: BSD-3-Clause
#include "selection/rows_held_out.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "models/class_pairs.hpp"
#include "models/rows_by_class.hpp"
#include "selection/held_out.hpp"

namespace hingeline::internal {

bool RowsHeldOut::is_interrupted_at_once() const {
  const auto was_not_trained = [](double score) { return std::isnan(score); };
  return status() == Status::interrupted && std::ranges::all_of(point().fold_scores, was_not_trained);
}

/// Leaves out pairs whose output means nothing: outputs of classes that the training did not know, all outputs of rows
/// of such classes, and all outputs of a training that knew a single class.
std::vector<ScoredPair> RowsHeldOut::pairs(std::span<const double> labels) const {
  const auto known_labels = known(labels);
  std::vector<ScoredPair> pairs;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] == 0) continue;
    const std::vector<bool>& is_known = known_labels[static_cast<std::size_t>(fold_[i])];
    if (std::ranges::count(is_known, true) < 2) continue;
    const auto own = static_cast<std::size_t>(std::ranges::find(labels, data_.y[i]) - labels.begin());
    for (std::size_t k = 0; k < (labels.size() == 2 ? 1 : labels.size()); ++k)
      if (is_known[own] && is_known[labels.size() == 2 ? 1 - own : k])
        pairs.push_back({value(i, k), own == k ? 1.0 : -1.0, weights_[i]});
  }
  return pairs;
}

std::vector<std::vector<ScoredPair>> RowsHeldOut::pairs_by_output(std::span<const double> labels,
                                                                  bool all_known) const {
  const auto known_labels = all_known ? std::vector<std::vector<bool>>() : known(labels);
  const RowsByClass by_class(data_.y, labels);
  const auto classes = class_pairs(labels.size());
  std::vector<std::vector<ScoredPair>> by_output(classes.size());
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const auto& [first, second] = classes[k];
    for (const std::int64_t row : by_class.of_pair(classes[k])) {
      const auto i = static_cast<std::size_t>(row);
      if (weights_[i] == 0) continue;
      const auto fold = static_cast<std::size_t>(fold_[i]);
      if (!all_known && !(known_labels[fold][first] && known_labels[fold][second])) continue;
      by_output[k].push_back({value(i, k), data_.y[i] == labels[first] ? 1.0 : -1.0, weights_[i]});
    }
  }
  return by_output;
}

std::vector<double> RowsHeldOut::residuals() const {
  std::vector<double> r(data_.y.begin(), data_.y.end());
  for (std::size_t i = 0; i < r.size(); ++i) r[i] -= answers_.predictions[i];
  return r;
}

/// The given weights, 0 for rows in no fold or in a fold for which there was no time.
std::vector<double> RowsHeldOut::judged_weights() const {
  std::vector<double> judged(given_weights_.begin(), given_weights_.end());
  judged.resize(fold_.size(), 1.0);
  for (std::size_t i = 0; i < fold_.size(); ++i)
    if (fold_[i] < 0 || std::isnan(point().fold_scores[static_cast<std::size_t>(fold_[i])])) judged[i] = 0;
  return judged;
}

/// For each fold and label, whether a training without the fold knows the label.
std::vector<std::vector<bool>> RowsHeldOut::known(std::span<const double> labels) const {
  const HeldOut held_out(data_.y, given_weights_, {}, cv_);
  std::vector<std::vector<bool>> known;
  for (std::size_t fold = 0; fold < held_out.folds(); ++fold) {
    const std::vector<double> seen = held_out.labels(fold, false).known;
    std::vector<bool>& of_fold = known.emplace_back();
    for (const double label : labels) of_fold.push_back(std::ranges::find(seen, label) != seen.end());
  }
  return known;
}

double RowsHeldOut::value(std::size_t i, std::size_t k) const {
  return answers_.decision_values[i * (answers_.decision_values.size() / data_.y.size()) + k];
}

}  // namespace hingeline::internal
