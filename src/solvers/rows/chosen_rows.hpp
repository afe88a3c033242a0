// SPDX-License-Identifier: BSD-3-Clause
//
// Some of a problem's rows as a problem, in memory of its own.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "data/select_rows.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

class ChosenRows {
 public:
  /// `weights` are the weights of these rows; empty where all are 1.
  ChosenRows(const Problem& whole, std::vector<std::int64_t> rows, std::vector<double> weights)
      : rows_(std::move(rows)),
        data_(select_rows(whole.x, rows_)),
        y_(select_rows(whole.y, rows_)),
        weights_(std::move(weights)),
        part_(whole) {
    part_.x = data_.x;
    part_.y = y_;
    part_.weights = weights_;
    part_.release_rows = {};
  }
  ChosenRows(const ChosenRows&) = delete;
  ChosenRows& operator=(const ChosenRows&) = delete;

  const Problem& problem() const { return part_; }
  /// The rows' numbers in the whole problem.
  std::span<const std::int64_t> rows() const { return rows_; }

 private:
  std::vector<std::int64_t> rows_;
  Dataset data_;
  std::vector<double> y_;
  std::vector<double> weights_;
  Problem part_;
};

}  // namespace hingeline::internal
