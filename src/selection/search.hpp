// SPDX-License-Identifier: BSD-3-Clause
//
// What searches have in common: their time, the points tried, and the options for training on all rows at the best.
#pragma once

#include "core/deadline.hpp"
#include "hingeline/selection.hpp"
#include "selection/trainings.hpp"

namespace hingeline::internal {

/// `Folds` trains and scores a point, with `Options`; the search fills in a `Result`.
template <class Folds, class Options, class Result>
class Search {
 protected:
  /// Keeps references to data and options.
  Search(const Dataset& data, const Options& options, const CvOptions& cv)
      : data_(data),
        options_(options),
        deadline_(solver_of(options).max_seconds),
        searching_(searching(options)),
        folds_(data, searching_, for_scores(cv)) {}

  /// Whether point a is better: by its score or, if scores are equal, by the smaller C.
  bool is_better(const CvPoint& a, const CvPoint& b) const {
    return folds_.held_out().is_better(a.score, b.score) || (a.score == b.score && a.C < b.C);
  }

  void keep(const CvPoint& point) {
    stopped_ = ends_all(point.status);
    if (result_.points.empty() || (!stopped_ && is_better(point, result_.best))) result_.best = point;
    result_.points.push_back(point);
  }

  /// Options for the training on all rows.
  Options at_best() const {
    Options options = at_point(result_.best, options_);
    solver_of(options).max_seconds = deadline_.seconds_left();
    return options;
  }

  /// Options for the folds, which get 0.8 of the time: a training on all rows without any time would be worth nothing.
  static Options searching(Options options) {
    constexpr double share = 0.8;
    solver_of(options).max_seconds *= share;
    return options;
  }

  static CvOptions for_scores(CvOptions cv) {
    cv.keep_decision_values = false;
    return cv;
  }

  const Dataset& data_;
  const Options& options_;
  Deadline deadline_;
  const Options searching_;
  Folds folds_;
  Result result_;
  bool stopped_ = false;
};

}  // namespace hingeline::internal
