// SPDX-License-Identifier: BSD-3-Clause
//
// Training on the columns that have entries, where most have none: hashed features, or a few rows of a large text.
// Coefficients of the others are 0; loops over coefficients become shorter.
//
// Cost     two passes over the column numbers of entries, and a copy
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "data/compact_columns.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/model.hpp"

namespace hingeline::internal {

/// Whether x is sparse, in memory and may have enough columns without entries, to which no bounds, constraints or level
/// tie refer; `outputs` of the model.
bool may_be_compact(const Dataset& data, const TrainOptions& options, int outputs);

class CompactTraining {
 public:
  /// Both must be valid and outlive this.
  CompactTraining(const Dataset& data, const TrainOptions& options, int outputs);
  CompactTraining(const CompactTraining&) = delete;
  CompactTraining& operator=(const CompactTraining&) = delete;

  /// Whether columns were left out; else data() and options() are empty.
  bool is_narrower() const { return columns_ && columns_->renumbered(); }

  // The problem on the remaining columns.

  const Dataset& data() const { return data_; }
  const TrainOptions& options() const { return options_; }
  /// Converts a result of training on data() to one for all columns.
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
