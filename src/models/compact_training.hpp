// SPDX-License-Identifier: BSD-3-Clause
//
// A training on those columns alone that have entries, where most have none: hashed features, or a few rows of a large
// text. Coefficients of the others are 0; whatever goes over all coefficients takes less.
//
// Cost     the column of each entry twice, and a copy of it
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "data/compact_columns.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/model.hpp"

namespace hingeline::internal {

/// Of sparse rows in memory that may have enough of such columns, which nothing but a penalty is about; `outputs` are
/// those of the model.
bool may_be_compact(const Dataset& data, const TrainOptions& options, int outputs);

class CompactTraining {
 public:
  /// Both must be valid and outlive this.
  CompactTraining(const Dataset& data, const TrainOptions& options, int outputs);
  CompactTraining(const CompactTraining&) = delete;
  CompactTraining& operator=(const CompactTraining&) = delete;

  /// Else columns are as they were.
  bool is_narrower() const { return columns_ && columns_->renumbered(); }

  // Of what is narrower.

  const Dataset& data() const { return data_; }
  const TrainOptions& options() const { return options_; }
  /// What was trained, of all columns.
  void widen(TrainResult& result) const;

 private:
  std::vector<double> narrowed(std::span<const double> numbers, std::size_t of_a_column) const;
  std::vector<double> widened(std::span<const double> numbers, std::size_t of_a_column, double others) const;

  const Dataset& given_;
  std::optional<CompactColumns> columns_;
  Dataset data_;
  TrainOptions options_;
  std::vector<double> l1_weights_;
  std::optional<LinearModel> start_;
};

}  // namespace hingeline::internal
