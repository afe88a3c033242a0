// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <set>

#include "data/is_present.hpp"
#include "hingeline/model.hpp"
#include "models/present_targets.hpp"

namespace hingeline {
namespace {

/// Whether all labels are one of two, the usual case: a loop without branches.
bool are_of(std::span<const double> y, double first, double second) {
  bool others = false;
  for (const double label : y) others |= (label != first) & (label != second);
  return !others;
}

}  // namespace

std::vector<double> internal::present_labels(std::span<const double> y, std::span<const double> weights) {
  constexpr std::size_t block = 4096;
  std::vector<double> labels;
  std::set<double> seen;
  for (std::size_t begin = 0; begin < y.size(); begin += block) {
    const auto some = y.subspan(begin, std::min(block, y.size() - begin));
    if (labels.size() == 2 && are_of(some, labels[0], labels[1])) continue;
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (!internal::is_present(weights, begin + i)) continue;
      if ((labels.empty() || some[i] != labels.back()) && seen.insert(some[i]).second)
        labels.push_back(some[i] + 0.0);  // never -0
    }
  }
  if (labels.size() < 2 && !weights.empty()) return ordered_labels(y);
  if (labels.size() == 2 && labels[0] == -1 && labels[1] == 1) std::swap(labels[0], labels[1]);
  return labels;
}

std::vector<double> ordered_labels(std::span<const double> y) { return internal::present_labels(y, {}); }

}  // namespace hingeline
