// SPDX-License-Identifier: BSD-3-Clause
//
// A row of weight 0 is as if it were not there: what no other row is labelled makes no class.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// ordered_labels() of the rows of weight > 0, or of all where those are of one class; weights are one per row or none.
std::vector<double> present_labels(std::span<const double> y, std::span<const double> weights);

/// y, with the label of a row of weight > 0 in place of labels that no such row has; empty where there are none.
inline std::vector<double> known_targets(std::span<const double> y, std::span<const double> weights) {
  const std::vector<double> labels = present_labels(y, weights);
  const std::set<double> known(labels.begin(), labels.end());
  if (known.empty() || std::ranges::all_of(y, [&](double label) { return known.contains(label); })) return {};
  std::vector<double> targets(y.begin(), y.end());
  for (double& label : targets)
    if (!known.contains(label)) label = labels.front();
  return targets;
}

/// Data as trainings are to see it.
class PresentTargets {
 public:
  /// `data` must outlive this, `weights` are one per row or none. The data are left as they are where there is nothing
  /// to hide, where sizes are wrong, and where all rows that are there are of one class, which trainings have words
  /// for.
  PresentTargets(const Dataset& data, std::span<const double> weights, bool classes) : given_(data) {
    const auto is_present = [](double weight) { return weight > 0; };
    if (!classes || weights.size() != data.y.size() || std::ranges::all_of(weights, is_present)) return;
    std::vector<double> y = known_targets(data.y, weights);
    if (std::ranges::adjacent_find(y, std::ranges::not_equal_to()) == y.end()) return;
    y_ = std::move(y);
    changed_ = data;
    changed_.y = y_;
  }
  PresentTargets(const PresentTargets&) = delete;
  PresentTargets& operator=(const PresentTargets&) = delete;

  const Dataset& data() const { return y_.empty() ? given_ : changed_; }

 private:
  const Dataset& given_;
  std::vector<double> y_;
  Dataset changed_;
};

}  // namespace hingeline::internal
