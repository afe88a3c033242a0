// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <set>

#include "hingeline/model.hpp"

namespace hingeline {

std::vector<double> ordered_labels(std::span<const double> y) {
  std::vector<double> labels;
  std::set<double> seen;
  for (const double label : y)
    if ((labels.empty() || label != labels.back()) && seen.insert(label).second) labels.push_back(label);
  if (labels.size() == 2 && labels[0] == -1 && labels[1] == 1) std::swap(labels[0], labels[1]);
  return labels;
}

}  // namespace hingeline
