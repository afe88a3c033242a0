// SPDX-License-Identifier: BSD-3-Clause
//
// A problem without its rows of weight 0, such as those that a fold holds out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/solve.hpp"
#include "solvers/common/chosen_rows.hpp"

namespace hingeline::internal {

class PresentRows {
 public:
  explicit PresentRows(const Problem& whole) : PresentRows(whole, present(whole)) {}

  const Problem& problem() const { return chosen_.problem(); }

  WarmStart start(const WarmStart& whole) {
    dual_coef_ = select_rows(whole.dual_coef, chosen_.rows());
    return {dual_coef_, whole.coef, whole.intercept};
  }

  /// By row of the whole; of none where there are none.
  std::vector<double> spread(std::span<const double> dual_coef, std::size_t rows) const {
    return dual_coef.empty() ? std::vector<double>{} : internal::spread(dual_coef, chosen_.rows(), rows);
  }

 private:
  PresentRows(const Problem& whole, const std::vector<std::int64_t>& rows)
      : chosen_(whole, rows, select_rows(whole.weights, rows)) {}

  static std::vector<std::int64_t> present(const Problem& whole) {
    std::vector<std::int64_t> rows;
    for (std::size_t i = 0; i < whole.weights.size(); ++i)
      if (whole.weights[i] > 0) rows.push_back(static_cast<std::int64_t>(i));
    return rows;
  }

  ChosenRows chosen_;
  std::vector<double> dual_coef_;
};

}  // namespace hingeline::internal
