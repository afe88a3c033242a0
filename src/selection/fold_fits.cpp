// SPDX-License-Identifier: BSD-3-Clause
#include "selection/fold_fits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hingeline/error.hpp"
#include "losses/loss_parameters.hpp"
#include "models/decision_values.hpp"
#include "models/multi_class.hpp"
#include "models/train_valid.hpp"
#include "selection/trainings.hpp"

namespace hingeline::internal {
namespace {

/// Validates options; a prediction per row must be comparable with its target.
const TrainOptions& checked(const Dataset& data, const TrainOptions& options) {
  if (!options.levels.empty())
    throw InvalidParameter("levels", fmt::format("{}", fmt::join(options.levels, ", ")),
                           "must be a single level, the loss's tau, as cross-validation scores one prediction per row");
  validate_training(data, options);
  if (has_function_numbers(options.loss))
    throw InvalidParameter(
        "loss", "plq of the prediction",
        "cannot be cross-validated: targets are numbers of functions, not values to score predictions by");
  return options;
}

std::size_t count_outputs(const Dataset& data, const TrainOptions& options) {
  if (!is_classification(options.loss)) return 1;
  return output_count(ordered_labels(data.y).size(), options.multi_class);
}

}  // namespace

FoldFits::FoldFits(const Dataset& data, const TrainOptions& options, const CvOptions& cv)
    : FoldTrainings{Deadline(checked(data, options).solver.max_seconds),
                    HeldOut(data.y, options.weights, {score_of(options.loss), options.loss.tau}, cv), data.y.size(),
                    cv.keep_decision_values ? count_outputs(data, options) : 0},
      data_(data),
      options_(options),
      cv_(cv),
      pool_(std::min(options.threads, cv.folds)),
      rows_(data, options.weights, held_out(), options.threads),
      warm_(held_out().folds(), WarmPath(options.loss)),
      memo_(held_out().folds()),
      constraints_(held_out().folds()),
      callback_(options.solver.callback) {}

CvPoint FoldFits::at(double C, const Loss& loss, Next next) {
  const Timer timer;
  forget_answers();
  std::vector<FoldFit> fits(held_out().folds());
  const auto folds = static_cast<int>(fits.size());
  const int threads_each = std::max(1, options_.threads / folds);
  pool_.run(folds, [&](std::int64_t fold) {
    const auto f = static_cast<std::size_t>(fold);
    fits[f] = train_fold(f, C, loss, next, threads_each);
  });
  CvPoint point;
  point.C = C;
  point.epsilon = loss.epsilon;
  judge(fits, point);
  point.seconds = timer.seconds();
  return point;
}

FoldFit FoldFits::train_fold(std::size_t fold, double C, const Loss& loss, Next next, int threads) {
  TrainOptions options = options_;
  options.loss = loss;
  options.C = C;
  options.threads = threads;
  options.keep_dual = next == Next::comes;
  options.warm_start = nullptr;  // the caller's start is for all classes and all rows
  options.warm_dual = {};
  constrain(fold, options);
  const KnownLabels labels = held_out().labels(fold, options.multi_class == MultiClass::one_vs_one);
  return fit(fold, pool_.threads(), labels, options, [&]() -> FoldFit {
    options.solver.callback = callback_.of(fold, held_out().folds());
    const FoldRows::Training training = rows_.without(fold);
    options.weights = training.weights;
    const WarmPath::Start start = warm_[fold].predict(C);
    start.set(options);
    TrainResult trained = train_valid(training.data, options, &memo_[fold], labels.known);
    if (next == Next::comes) warm_[fold].remember(C, trained);
    const auto outputs = static_cast<std::size_t>(trained.model.outputs);
    answer(fold, labels, trained.model, outputs, 1, [&](std::span<const std::int64_t> rows) {
      return decision_values_of(trained.model, data_.x, rows, data_.release);
    });
    return {.status = trained.status,
            .relative_gap = trained.certificate.relative_gap,
            .coef_norm = coef_norm(trained.model),
            .passes = total_passes(trained)};
  });
}

/// Sets bounds and constraints that the caller makes from the fold's training rows.
void FoldFits::constrain(std::size_t fold, TrainOptions& options) {
  if (!cv_.constraints) return;
  std::optional<ConstraintSet>& own = constraints_[fold];
  if (!own) {
    own = cv_.constraints(held_out().weights_without(fold, options_.weights));
    if (own->features() != cols(data_.x))
      throw InvalidParameter("constraints", fmt::format("{} features", own->features()),
                             fmt::format("must be of {} features", cols(data_.x)));
  }
  options.bounds = own->bounds();
  options.constraints = own->constraints();
}

}  // namespace hingeline::internal
