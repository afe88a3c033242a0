// SPDX-License-Identifier: BSD-3-Clause
//
// A problem without its rows of weight 0, such as those that a fold holds out, in memory of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/select_rows.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::internal {

class PresentRows {
 public:
  explicit PresentRows(const Problem& whole)
      : rows_(present(whole)),
        data_(select_rows(whole.x, rows_)),
        y_(select_rows(whole.y, rows_)),
        weights_(select_rows(whole.weights, rows_)),
        part_(whole) {
    part_.x = data_.x;
    part_.y = y_;
    part_.weights = weights_;
  }
  PresentRows(const PresentRows&) = delete;
  PresentRows& operator=(const PresentRows&) = delete;

  const Problem& problem() const { return part_; }

  WarmStart start(const WarmStart& whole) {
    dual_coef_ = select_rows(whole.dual_coef, rows_);
    return {dual_coef_, whole.coef, whole.intercept};
  }

  /// By row of the whole; of none where there are none.
  std::vector<double> spread(std::span<const double> dual_coef, std::size_t rows) const {
    return dual_coef.empty() ? std::vector<double>{} : internal::spread(dual_coef, rows_, rows);
  }

 private:
  static std::vector<std::int64_t> present(const Problem& whole) {
    std::vector<std::int64_t> rows;
    for (std::size_t i = 0; i < whole.weights.size(); ++i)
      if (whole.weights[i] > 0) rows.push_back(static_cast<std::int64_t>(i));
    return rows;
  }

  std::vector<std::int64_t> rows_;
  Dataset data_;
  std::vector<double> y_;
  std::vector<double> weights_;
  std::vector<double> dual_coef_;
  Problem part_;
};

}  // namespace hingeline::internal
