// SPDX-License-Identifier: BSD-3-Clause
//
// Conversions of coefficients: class by class, as in ClassSolution and ClassStart, and feature by feature with the
// appended column last, as solvers store them (data/class_rows.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/centre.hpp"
#include "problem/class_solution.hpp"

namespace hingeline::internal {

/// The sizes of W, and the constant of its appended column, 0 for none.
struct ClassLayout {
  std::size_t features;
  std::size_t count;
  double appended;
};

/// Subtracts from each feature's coefficients their mean over the classes, on which no margin depends.
inline void remove_common_shift(std::span<double> w, std::size_t count) {
  for (std::size_t first = 0; first < w.size(); first += count) centre(w.subspan(first, count));
}

/// W feature by feature, empty where `start` has no coefficients.
inline std::vector<double> by_features(const ClassStart& start, const ClassLayout& layout) {
  std::vector<double> w;
  if (start.coef.empty()) return w;
  for (std::size_t j = 0; j < layout.features; ++j)
    for (std::size_t k = 0; k < layout.count; ++k) w.push_back(start.coef[k * layout.features + j]);
  if (layout.appended != 0)
    for (const double b : start.intercept) w.push_back(b / layout.appended);
  return w;
}

/// Sets coefficients and intercepts from W feature by feature.
inline void take_coef(std::span<const double> w, const ClassLayout& layout, ClassSolution& result) {
  result.solution.coef.resize(layout.features * layout.count);
  result.intercept.resize(layout.count);
  for (std::size_t k = 0; k < layout.count; ++k) {
    for (std::size_t j = 0; j < layout.features; ++j)
      result.solution.coef[k * layout.features + j] = w[j * layout.count + k];
    if (layout.appended != 0) result.intercept[k] = layout.appended * w[layout.features * layout.count + k];
  }
}

}  // namespace hingeline::internal
