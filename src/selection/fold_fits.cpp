// SPDX-License-Identifier: BSD-3-Clause
#include "selection/fold_fits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "hingeline/error.hpp"
#include "losses/loss_parameters.hpp"
#include "models/decision_values.hpp"
#include "models/multi_class.hpp"
#include "models/train_valid.hpp"
#include "selection/trainings.hpp"
#include "solvers/common/monitor.hpp"

namespace hingeline::internal {
namespace {

/// A score is of one prediction per row, and compares it with the row's target.
const TrainOptions& checked(const Dataset& data, const TrainOptions& options) {
  if (!options.levels.empty())
    throw InvalidParameter("levels", fmt::format("{}", fmt::join(options.levels, ", ")),
                           "must be none, the loss's own tau, to be judged on rows held out");
  validate_training(data, options);
  if (has_function_numbers(options.loss))
    throw InvalidParameter("loss", "plq of the prediction",
                           "must be of the margin or the residual, to be judged on rows held out");
  return options;
}

std::size_t count_outputs(const Dataset& data, const TrainOptions& options) {
  if (!is_classification(options.loss)) return 1;
  return output_count(ordered_labels(data.y).size(), options.multi_class);
}

}  // namespace

FoldFits::FoldFits(const Dataset& data, const TrainOptions& options, const CvOptions& cv)
    : data_(data),
      options_(checked(data, options)),
      deadline_(options.solver.max_seconds),
      held_out_(data.y, options.weights, {score_of(options.loss), options.loss.tau}, cv),
      pool_(std::min(options.threads, cv.folds)),
      rows_(data, options.weights, held_out_),
      warm_(held_out_.folds(), WarmPath(options.loss)),
      memo_(held_out_.folds()),
      answers_(data.y.size(), count_outputs(data, options)) {}

CvPoint FoldFits::at(double C, const Loss& loss, Next next) {
  const Timer timer;
  const auto folds = static_cast<int>(held_out_.folds());
  const int threads_each = std::max(1, options_.threads / folds);
  std::vector<Fit> fits(held_out_.folds());
  pool_.run(folds, [&](std::int64_t fold) {
    const auto f = static_cast<std::size_t>(fold);
    fits[f] = train_fold(f, C, loss, next, threads_each);
  });
  CvPoint point;
  point.C = C;
  point.epsilon = loss.epsilon;
  std::vector<bool> trained;
  for (const Fit& fit : fits) {
    point.status = std::max(point.status, fit.status);
    point.largest_gap = larger_gap(point.largest_gap, fit.relative_gap);
    point.coef_norm += fit.coef_norm / static_cast<double>(held_out_.folds_with_rows());
    point.passes += fit.passes;
    trained.push_back(fit.trained);
  }
  if (point.status == Status::infeasible) {
    point.score = point.standard_error = point.squared_correlation = std::numeric_limits<double>::quiet_NaN();
    point.fold_scores.assign(held_out_.folds(), point.score);
  } else {
    held_out_.score(answers_.predictions, trained, point);
  }
  point.seconds = timer.seconds();
  return point;
}

FoldFits::Fit FoldFits::train_fold(std::size_t fold, double C, const Loss& loss, Next next, int threads) {
  const std::vector<std::int64_t>& rows = held_out_.rows(fold);
  if (rows.empty()) return {};
  const FoldRows::Training training = rows_.without(fold);
  TrainOptions options = options_;
  options.loss = loss;
  options.C = C;
  options.weights = training.weights;
  options.threads = threads;
  options.keep_dual = next == Next::comes;
  options.warm_start = nullptr;  // the caller's is of all classes, in the order of all rows
  options.warm_dual = {};
  const auto folds = static_cast<std::int64_t>(held_out_.folds());
  options.solver.max_seconds = deadline_.share(folds - static_cast<std::int64_t>(fold), pool_.threads());
  if (const auto status = Monitor(options.solver).out_of_time(); held_out_.is_left_out(fold, status))
    return {.status = *status, .trained = false};
  if (options_.solver.callback)
    options.solver.callback = [this, fold](const Progress& progress) { return report(fold, progress); };
  const WarmPath::Start start = warm_[fold].predict(C);
  start.set(options);
  const KnownLabels labels = held_out_.labels(fold, options.multi_class == MultiClass::one_vs_one);
  if (labels.is_one()) {
    answers_.put(rows, labels.spread({}, rows.size()), std::vector(rows.size(), labels.known[0]));
    return {};
  }
  options.class_weights = labels.weights(options.class_weights);
  TrainResult trained = train_valid(training.data, options, &memo_[fold], labels.known);
  if (next == Next::comes) warm_[fold].remember(C, trained);
  const std::vector<double> values = decision_values_of(trained.model, data_.x, rows);
  answers_.put(rows, labels.spread(values, rows.size()), predict(trained.model, values));
  return {trained.status, trained.certificate.relative_gap, coef_norm(trained.model), total_passes(trained)};
}

/// Hands on to the caller's callback, one fold at a time.
bool FoldFits::report(std::size_t fold, Progress progress) {
  progress.part += static_cast<int>(fold) * progress.parts;
  progress.parts *= static_cast<int>(held_out_.folds());
  const std::lock_guard lock(callback_mutex_);
  return options_.solver.callback(progress);
}

}  // namespace hingeline::internal
