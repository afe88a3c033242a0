// SPDX-License-Identifier: BSD-3-Clause
//
// Rows held out in folds, with the outputs of trainings without them: the data that probabilities are fitted to.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/deadline.hpp"
#include "hingeline/selection.hpp"
#include "models/calibration.hpp"
#include "selection/trainings.hpp"

namespace hingeline::internal {

class RowsHeldOut {
 public:
  /// Trains in the time that is left, without a callback. Keeps references to data and weights. `fold` has the fold of
  /// each row, -1 for none.
  template <class Options>
  RowsHeldOut(const Dataset& data, const Options& options, std::vector<int> fold, int folds, const Deadline& deadline)
      : data_(data),
        given_weights_(options.weights),
        fold_(std::move(fold)),
        cv_{.folds = folds, .fold = fold_},
        answers_(cross_validate(data, quiet(options, deadline), cv_)),
        weights_(judged_weights()) {}
  RowsHeldOut(const RowsHeldOut&) = delete;
  RowsHeldOut& operator=(const RowsHeldOut&) = delete;

  Status status() const { return point().status; }
  bool is_interrupted_at_once() const;

  /// One pair for each row and each output (one output for two classes) of a one-vs-rest model with these labels.
  std::vector<ScoredPair> pairs(std::span<const double> labels) const;

  /// One-vs-one: for each output, one pair for each row of its two classes; only from trainings that knew both classes,
  /// unless `all_known`.
  std::vector<std::vector<ScoredPair>> pairs_by_output(std::span<const double> labels, bool all_known = false) const;

  /// Residuals of a regression, one per row.
  std::vector<double> residuals() const;
  /// The weight of each row, 0 where no completed training held it out.
  std::span<const double> weights() const { return weights_; }

 private:
  template <class Options>
  static Options quiet(Options options, const Deadline& deadline) {
    solver_of(options).callback = nullptr;
    solver_of(options).max_seconds = deadline.seconds_left();
    return options;
  }

  const CvPoint& point() const { return answers_.points.front(); }
  std::vector<double> judged_weights() const;
  std::vector<std::vector<bool>> known(std::span<const double> labels) const;
  double value(std::size_t i, std::size_t k) const;

  const Dataset& data_;
  const std::span<const double> given_weights_;
  const std::vector<int> fold_;
  const CvOptions cv_;
  const CvResult answers_;
  const std::vector<double> weights_;
};

}  // namespace hingeline::internal
