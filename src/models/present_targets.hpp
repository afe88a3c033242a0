// SPDX-License-Identifier: BSD-3-Clause
//
// A row of weight 0 is as if it were absent: a label that only such rows have makes no class.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// ordered_labels() of the rows of weight > 0, or of all rows where those have fewer than two labels. `weights` are one
/// per row or empty.
std::vector<double> present_labels(std::span<const double> y, std::span<const double> weights);

/// y with the labels that only rows of weight 0 have replaced by another row's; empty where there are no such labels.
inline std::vector<double> known_targets(std::span<const double> y, std::span<const double> weights) {
  const std::vector<double> labels = present_labels(y, weights);
  const std::set<double> known(labels.begin(), labels.end());
  if (known.empty() || std::ranges::all_of(y, [&](double label) { return known.contains(label); })) return {};
  std::vector<double> targets(y.begin(), y.end());
  for (double& label : targets)
    if (!known.contains(label)) label = labels.front();
  return targets;
}

/// The data for training, without labels that only rows of weight 0 have.
class PresentTargets {
 public:
  /// `data` must outlive this; `weights` are one per row or empty. The data stay unchanged where no label is to be
  /// hidden, where sizes are wrong, and where all rows of weight > 0 are of one class (both of which training refuses).
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
