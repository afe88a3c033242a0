// SPDX-License-Identifier: BSD-3-Clause
#include "classes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hingeline/error.hpp"
#include "messages.hpp"

namespace hingeline::compat {

std::vector<double> whole_labels(std::span<const double> y) {
  constexpr std::numeric_limits<int> limits;
  std::vector<double> labels(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    labels[i] = std::trunc(y[i]) + 0.0;  // never -0
    if (!(labels[i] >= limits.min() && labels[i] <= limits.max()))
      throw DataError(fmt::format("label {} of row {}: must fit an int", y[i], i + 1));
  }
  return labels;
}

std::map<double, double> class_weights(std::span<const double> labels, int count, const int* label,
                                       const double* weight) {
  std::map<double, double> weights;
  for (int k = 0; k < count; ++k) {
    if (std::find(labels.begin(), labels.end(), label[k]) == labels.end())
      warn("WARNING: class label {} specified in weight is not found\n", label[k]);
    else
      weights.emplace(label[k], 1.0).first->second *= weight[k];
  }
  return weights;
}

int possible_folds(int folds, std::size_t rows, bool says_numbers) {
  if (static_cast<std::size_t>(std::max(0, folds)) <= rows) return folds;
  const auto number = [&](auto given) { return says_numbers ? fmt::format(" ({})", given) : ""; };
  warn("WARNING: # folds{} > # data{}. Will use # folds = # data instead (i.e., leave-one-out cross validation)\n",
       number(folds), number(rows));
  return static_cast<int>(rows);
}

}  // namespace hingeline::compat
