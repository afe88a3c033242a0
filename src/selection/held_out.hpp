// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/selection.hpp"

namespace hingeline::internal {

/// What rows held out were predicted by the training that did not see them.
struct HeldOutAnswers {
  std::vector<double> decision_values;  ///< rows x outputs; 0 for rows never held out
  std::vector<double> predictions;      ///< a label or value per row

  HeldOutAnswers(std::size_t rows, std::size_t outputs) : decision_values(rows * outputs), predictions(rows) {}

  /// Of some rows, values row-major. Several threads may put different rows.
  void put(std::span<const std::int64_t> rows, std::span<const double> values, std::span<const double> answers);
};

/// Which rows every fold holds out, and how well they are predicted: by the share of right classes, or the mean squared
/// error of numbers.
class HeldOut {
 public:
  /// Refers to `y`. Throws InvalidParameter for folds that do not fit, and as stratified_folds does.
  HeldOut(std::span<const double> y, std::span<const double> weights, bool classes, const CvOptions& cv);

  std::size_t folds() const { return rows_.size(); }
  /// Those of weight 0 are in no fold.
  const std::vector<std::int64_t>& rows(std::size_t fold) const { return rows_[fold]; }
  /// The weights of a training without that fold.
  std::vector<double> weights_without(std::size_t fold, std::span<const double> weights) const;

  /// Sets the point's scores.
  void score(std::span<const double> predictions, CvPoint& point) const;
  /// Whether score a is better than score b.
  bool is_better(double a, double b) const { return classes_ ? a > b : a < b; }

 private:
  double score_of(std::span<const double> truth, std::span<const double> prediction) const;

  std::span<const double> y_;
  bool classes_;
  std::vector<std::vector<std::int64_t>> rows_;
};

/// Adds a point, and its answers where it is the best so far; returns whether there is time for another.
bool add_point(CvResult& result, CvPoint point, const HeldOut& held_out, const HeldOutAnswers& answers);

}  // namespace hingeline::internal
