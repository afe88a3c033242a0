// SPDX-License-Identifier: BSD-3-Clause
//
// What the folds of linear machines and of machines with a kernel have in common: when one is trained at all, its share
// of the time, classes of which it sees no row, and what is said of a point by all of them together.
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
#include "solvers/common/monitor.hpp"

namespace hingeline::internal {

/// How the training without a fold ended.
struct FoldFit {
  Status status = Status::converged;
  double relative_gap = 0;
  double coef_norm = 0;              ///< of linear machines
  std::int64_t support_vectors = 0;  ///< of machines with a kernel
  std::int64_t passes = 0;
  bool trained = true;  ///< false: there was no time
};

class FoldTrainings {
 public:
  /// Of the limit on seconds, which holds for all points together.
  double seconds_left() const { return deadline_.seconds_left(); }
  const HeldOut& held_out() const { return held_out_; }
  /// Of the last point.
  HeldOutAnswers& answers() { return answers_; }

 protected:
  /// `outputs` are those whose decision values are kept.
  FoldTrainings(const Deadline& deadline, HeldOut held_out, std::size_t rows, std::size_t outputs)
      : deadline_(deadline), held_out_(std::move(held_out)), rows_(rows), outputs_(outputs) {}

  /// For the folds of another point.
  void forget_answers() { answers_ = HeldOutAnswers(rows_, outputs_); }

  /// How train() ends, which trains with these options without the fold and answers its rows, unless there is nothing
  /// to train. `labels` are those that such a training knows; `at_once` folds are trained side by side.
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

  /// The answers of a model trained without the fold: values_of(rows) are its decision values of some of them.
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

  /// Sets all but where the point is and its time.
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
