// SPDX-License-Identifier: BSD-3-Clause
//
// What cross-validation of linear and kernel machines has in common: whether a fold is trained at all, its share of the
// time, classes without rows in its training, and the results of a point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "core/deadline.hpp"
#include "hingeline/selection.hpp"
#include "models/prediction_parts.hpp"
#include "selection/held_out.hpp"
#include "selection/trainings.hpp"
#include "solvers/progress/monitor.hpp"

namespace hingeline::internal {

/// How the training without a fold ended.
struct FoldFit {
  Status status = Status::converged;
  double relative_gap = 0;
  double coef_norm = 0;              ///< linear machines only
  std::int64_t support_vectors = 0;  ///< kernel machines only
  std::int64_t passes = 0;
  bool trained = true;  ///< false: there was no time
};

class FoldTrainings {
 public:
  /// What is left of max_seconds, which is for all points together.
  double seconds_left() const { return deadline_.seconds_left(); }
  const HeldOut& held_out() const { return held_out_; }
  /// The answers of the last point's trainings.
  HeldOutAnswers& answers() { return answers_; }

 protected:
  /// `outputs` is the number of outputs whose decision values are kept, 0 for none.
  FoldTrainings(const Deadline& deadline, HeldOut held_out, std::size_t rows, std::size_t outputs)
      : deadline_(deadline), held_out_(std::move(held_out)), rows_(rows), outputs_(outputs) {}

  /// Clears the answers for another point.
  void forget_answers() { answers_ = HeldOutAnswers(rows_, outputs_); }

  /// Returns train(), which trains without the fold, with these options and their share of the time, and answers the
  /// fold's rows; unless the fold is empty, time is over, or one label alone is known: then that is the answer.
  /// `labels` are those known without the fold; `at_once` folds are trained side by side.
  template <class Options, class Train>
  FoldFit fit(std::size_t fold, std::int64_t at_once, const KnownLabels& labels, Options& options, const Train& train) {
    const std::vector<std::int64_t>& rows = held_out_.rows(fold);
    if (rows.empty()) return {};
    SolverOptions& solver = solver_of(options);
    solver.max_seconds = deadline_.share(static_cast<std::int64_t>(held_out_.folds() - fold), at_once);
    if (const auto status = Monitor(solver).stop_status(); held_out_.is_left_out(fold, status))
      return {.status = *status, .trained = false};
    if (labels.is_one()) {
      put(rows, labels, {}, std::vector(rows.size(), labels.known[0]));
      return {};
    }
    options.class_weights = labels.weights(options.class_weights);
    return train();
  }

  /// Stores the answers of a model trained without the fold; values_of(rows) are its decision values for some rows.
  template <class Model, class Values>
  void answer(std::size_t fold, const KnownLabels& labels, const Model& model, std::size_t outputs, int threads,
              const Values& values_of) {
    const std::span<const std::int64_t> all = held_out_.rows(fold);
    for_each_prediction_part(std::ssize(all), outputs, threads, [&](std::int64_t first, std::int64_t count) {
      const auto rows = all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
      std::vector<double> values = values_of(rows);
      const std::vector<double> answers = predict(model, values);
      put(rows, labels, std::move(values), answers);
    });
  }

  /// Sets the point's results from those of its folds: everything but C, gamma, epsilon and seconds.
  void judge(std::span<const FoldFit> fits, CvPoint& point) const;

 private:
  void put(std::span<const std::int64_t> rows, const KnownLabels& labels, std::vector<double> values,
           const std::vector<double>& answers) {
    if (answers_.has_decision_values()) values = labels.spread(std::move(values), rows.size());
    answers_.put(rows, values, answers);
  }

  Deadline deadline_;
  HeldOut held_out_;
  std::size_t rows_;
  std::size_t outputs_;
  HeldOutAnswers answers_{0, 0};
};

}  // namespace hingeline::internal
