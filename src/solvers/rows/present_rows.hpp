// SPDX-License-Identifier: BSD-3-Clause
//
// A problem without its rows of weight 0, such as those that a fold holds out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/solve.hpp"
#include "solvers/rows/chosen_rows.hpp"

namespace hingeline::internal {

/// Whether at least this part of the rows, and not all, have weight 0.
inline bool are_absent(std::span<const double> weights, double part) {
  const auto rows = static_cast<double>(weights.size());
  const auto absent = static_cast<double>(std::ranges::count(weights, 0.0));
  return absent >= part * rows && absent < rows;
}

inline std::vector<std::int64_t> present_rows(std::span<const double> weights) {
  std::vector<std::int64_t> rows;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] > 0) rows.push_back(static_cast<std::int64_t>(i));
  return rows;
}

class PresentRows {
 public:
  explicit PresentRows(const Problem& whole) : PresentRows(whole, present_rows(whole.weights)) {}

  const Problem& problem() const { return chosen_.problem(); }

  WarmStart start(const WarmStart& whole) {
    dual_coef_ = select_rows(whole.dual_coef, chosen_.rows());
    return {dual_coef_, whole.coef, whole.intercept};
  }

  /// dual_coef by row of the whole problem; empty if it is empty.
  std::vector<double> spread(std::span<const double> dual_coef, std::size_t rows) const {
    return dual_coef.empty() ? std::vector<double>{} : internal::spread(dual_coef, chosen_.rows(), rows);
  }

 private:
  PresentRows(const Problem& whole, const std::vector<std::int64_t>& rows)
      : chosen_(whole, rows, select_rows(whole.weights, rows)) {}

  ChosenRows chosen_;
  std::vector<double> dual_coef_;
};

}  // namespace hingeline::internal
