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

/// What rows held out were predicted by the training that did not see them.
struct HeldOutAnswers {
  std::vector<double> decision_values;  ///< rows x outputs, which are none where nobody wants them; 0 likewise
  std::vector<double> predictions;      ///< a label or value per row
  std::vector<std::uint8_t> is_predicted;

  HeldOutAnswers(std::size_t rows, std::size_t outputs)
      : decision_values(rows * outputs), predictions(rows), is_predicted(rows) {}

  bool has_decision_values() const { return !decision_values.empty(); }
  /// Of some rows, values row-major. Several threads may put different rows.
  void put(std::span<const std::int64_t> rows, std::span<const double> values, std::span<const double> answers);
};

/// Labels of which a training may know some only: those whose rows are not all held out. Both are in the order of the
/// whole data, which says what constraints are of and who wins a tie, whatever rows the training sees; empty where
/// targets are no classes.
struct KnownLabels {
  std::vector<double> all;
  std::vector<double> known;
  bool pairs = false;  ///< outputs are of every two classes

  bool is_one() const { return known.size() == 1; }
  /// Outputs of rows, row-major, of a training of those known as of one of all: an unknown label is never the answer.
  /// Of one known label there are no outputs.
  std::vector<double> spread(std::vector<double> values, std::size_t rows) const;
  /// Weights of those known alone.
  std::map<double, double> weights(std::map<double, double> of_all) const;
};

/// How well rows are predicted.
struct Scorer {
  Score score = Score::accuracy;
  double tau = 0.5;  ///< of quantiles and expectiles

  bool classes() const { return score == Score::accuracy; }
  double of(std::span<const double> truth, std::span<const double> prediction) const;
};

/// Which rows every fold holds out, and how well they are predicted.
class HeldOut {
 public:
  /// Refers to `y`. Throws InvalidParameter for folds that do not fit, and as stratified_folds does.
  HeldOut(std::span<const double> y, std::span<const double> weights, const Scorer& scorer, const CvOptions& cv);

  std::size_t folds() const { return rows_.size(); }
  /// Whether targets are classes.
  bool classes() const { return scorer_.classes(); }
  std::size_t folds_with_rows() const {
    return static_cast<std::size_t>(std::ranges::count_if(rows_, [](const auto& rows) { return !rows.empty(); }));
  }
  /// Whether that fold gets no training where something stops it, as `stop_status` says: out of time, the first fold
  /// with rows is trained all the same.
  bool is_left_out(std::size_t fold, std::optional<Status> stop_status) const {
    return stop_status && (*stop_status == Status::interrupted || !is_first(fold));
  }
  /// Those of weight 0 are in no fold.
  const std::vector<std::int64_t>& rows(std::size_t fold) const { return rows_[fold]; }
  /// The weights of a training without that fold.
  std::vector<double> weights_without(std::size_t fold, std::span<const double> weights) const;
  /// Its rows, without names. A class all of whose rows are held out is none to it: they have the label of others.
  Dataset dataset(std::size_t fold, const Dataset& data) const;
  /// Which labels those are, and which others there are.
  KnownLabels labels(std::size_t fold, bool pairs) const;

  /// Sets the point's scores, from the folds that were trained.
  void score(std::span<const double> predictions, const std::vector<bool>& trained, CvPoint& point) const;
  /// Whether score a is better than score b; what is no number is the worst.
  bool is_better(double a, double b) const {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
    return classes() ? a > b : a < b;
  }

 private:
  bool is_first(std::size_t fold) const;
  double score_of(std::span<const double> truth, std::span<const double> prediction) const;

  std::span<const double> y_;
  Scorer scorer_;
  std::vector<std::vector<std::int64_t>> rows_;
  std::vector<double> labels_;
  std::vector<std::set<double>> hidden_;      // labels, of each fold
  std::vector<std::vector<double>> targets_;  // likewise, where there are any
};

/// Appends the point; moves its answers into `result` if it is the first, or scores best so far and does not end the
/// run (ends_all). Returns whether there may be another point.
bool add_point(CvResult& result, CvPoint point, const HeldOut& held_out, HeldOutAnswers& answers);

}  // namespace hingeline::internal
