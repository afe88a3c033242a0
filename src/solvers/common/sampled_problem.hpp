// SPDX-License-Identifier: BSD-3-Clause
//
// A sample of a problem's rows, each with the weight of those that it stands for, in memory of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "data/select_rows.hpp"
#include "hingeline/problem.hpp"
#include "solvers/common/row_sample.hpp"

namespace hingeline::internal {

class SampledProblem {
 public:
  SampledProblem(const Problem& whole, const RowSample& sample)
      : rows_(listed(sample)),
        data_(select_rows(whole.x, rows_)),
        y_(select_rows(whole.y, rows_)),
        weights_(select_rows(whole.weights, rows_)),
        part_(whole) {
    weights_.resize(rows_.size(), 1.0);
    for (std::size_t k = 0; k < rows_.size(); ++k) weights_[k] *= sample.factor_of(y_[k]);
    part_.x = data_.x;
    part_.y = y_;
    part_.weights = weights_;
  }
  SampledProblem(const SampledProblem&) = delete;
  SampledProblem& operator=(const SampledProblem&) = delete;

  const Problem& problem() const { return part_; }

 private:
  static std::vector<std::int64_t> listed(const RowSample& sample) {
    std::vector<std::int64_t> rows;
    for (const RowRun& run : sample.runs)
      for (std::int64_t i = run.first; i < run.first + run.count; ++i) rows.push_back(i);
    return rows;
  }

  std::vector<std::int64_t> rows_;
  Dataset data_;
  std::vector<double> y_;
  std::vector<double> weights_;
  Problem part_;
};

}  // namespace hingeline::internal
