// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "hingeline/result.hpp"
#include "hingeline/selection.hpp"

namespace hingeline::internal {

/// Predictions for rows held out, by the training that did not see them.
struct HeldOutAnswers {
  std::vector<double> decision_values;  ///< rows x outputs, 0 where not predicted; empty if they are not wanted
  std::vector<double> predictions;      ///< a label or value per row, 0 where not predicted
  std::vector<std::uint8_t> is_predicted;

  HeldOutAnswers(std::size_t rows, std::size_t outputs)
      : decision_values(rows * outputs), predictions(rows), is_predicted(rows) {}

  bool has_decision_values() const { return !decision_values.empty(); }
  /// Stores values (row-major) and answers for some rows. Several threads may put different rows.
  void put(std::span<const std::int64_t> rows, std::span<const double> values, std::span<const double> answers);
};

/// All labels, and those that a training knows: a label is unknown if all its rows are held out. Both are in the order
/// of the whole data, whatever rows the training sees, as that order assigns constraints and decides ties; empty where
/// targets are no classes.
struct KnownLabels {
  std::vector<double> all;
  std::vector<double> known;
  bool pairs = false;  ///< one output for every two classes

  bool is_one() const { return known.size() == 1; }
  /// Converts outputs (row-major) of a training on the known labels to those of a training on all; an unknown label is
  /// never the answer. With one known label `values` is empty.
  std::vector<double> spread(std::vector<double> values, std::size_t rows) const;
  /// The class weights without those of unknown labels.
  std::map<double, double> weights(std::map<double, double> of_all) const;
};

/// Computes the score of predictions.
struct Scorer {
  Score score = Score::accuracy;
  double tau = 0.5;  ///< for pinball_loss and expectile_loss

  bool classes() const { return score == Score::accuracy; }
  double of(std::span<const double> truth, std::span<const double> prediction, std::span<const double> weights) const;
};

/// The rows that each fold holds out, and the scores of their predictions.
class HeldOut {
 public:
  /// Keeps references to `y` and `weights`. Throws InvalidParameter for folds that do not fit, and as stratified_folds
  /// does.
  HeldOut(std::span<const double> y, std::span<const double> weights, const Scorer& scorer, const CvOptions& cv);

  std::size_t folds() const { return rows_.size(); }
  /// Whether targets are classes.
  bool classes() const { return scorer_.classes(); }
  std::size_t folds_with_rows() const {
    return static_cast<std::size_t>(std::ranges::count_if(rows_, [](const auto& rows) { return !rows.empty(); }));
  }
  /// Whether the training without this fold is skipped, by the status of time and interrupt. The first fold that has
  /// rows is trained even when time is over, but not after an interrupt.
  bool is_left_out(std::size_t fold, std::optional<Status> stop_status) const {
    return stop_status && (*stop_status == Status::interrupted || !is_first(fold));
  }
  /// The rows that the fold holds out, ascending; rows of weight 0 are in no fold.
  const std::vector<std::int64_t>& rows(std::size_t fold) const { return rows_[fold]; }
  /// The weights for a training without the fold, whose rows get 0.
  std::vector<double> weights_without(std::size_t fold, std::span<const double> weights) const;
  /// The data for a training without the fold, without names. Where all rows of a class are held out, they get another
  /// label, so that the training does not know the class.
  Dataset dataset(std::size_t fold, const Dataset& data) const;
  /// All labels, and those known to a training without the fold.
  KnownLabels labels(std::size_t fold, bool pairs) const;

  /// Sets the point's scores, from the folds that were trained.
  void score(std::span<const double> predictions, const std::vector<bool>& trained, CvPoint& point) const;
  /// Whether score a is better than score b; NaN is the worst.
  bool is_better(double a, double b) const {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
    return classes() ? a > b : a < b;
  }

 private:
  bool is_first(std::size_t fold) const;
  /// The score of the rows' predictions, by their weights; NaN of no rows.
  double score_of(std::span<const double> predictions, std::span<const std::int64_t> rows) const;

  std::span<const double> y_;
  std::span<const double> weights_;
  Scorer scorer_;
  std::vector<std::vector<std::int64_t>> rows_;
  std::vector<double> labels_;
  std::vector<std::set<double>> hidden_;      // for each fold, the labels all of whose rows it holds out
  std::vector<std::vector<double>> targets_;  // for each fold with such labels, y without them
};

/// Appends the point; moves its answers into `result` if it is the first, or scores best so far and does not end the
/// run (ends_all). Returns whether there may be another point.
bool add_point(CvResult& result, CvPoint point, const HeldOut& held_out, HeldOutAnswers& answers);

}  // namespace hingeline::internal
