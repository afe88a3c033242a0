// SPDX-License-Identifier: BSD-3-Clause
//
// A fold is held out by weights of 0.
#include "selection/kernel_fold_fits.hpp"

#include "data/select_rows.hpp"
#include "models/train_valid.hpp"
#include "models/training_rows.hpp"
#include "selection/trainings.hpp"
#include "solvers/common/monitor.hpp"

namespace hingeline::internal {
namespace {

const Dataset& checked(const Dataset& data, const KernelTrainOptions& options) {
  validate(options.solver.solver);
  validate_targets(data, options.weights, options.machine);
  return data;
}

std::size_t count_outputs(const Dataset& data, const KernelTrainOptions& options) {
  KernelModel model;
  model.multi_class = options.multi_class;
  if (!is_classification(options.machine)) return model.outputs();
  model.labels = ordered_labels(data.y);
  validate_classes(model.labels, data, options.class_weights);
  return model.outputs();
}

}  // namespace

KernelFoldFits::KernelFoldFits(const Dataset& data, const KernelTrainOptions& options, const CvOptions& cv)
    : data_(checked(data, options)),
      options_(options),
      deadline_(options.solver.solver.max_seconds),
      held_out_(data.y, options.weights, {is_regression(options.machine) ? Score::mean_squared_error : Score::accuracy},
                cv),
      answers_(data.y.size(), count_outputs(data, options)) {}

CvPoint KernelFoldFits::at(double C, double gamma, double epsilon) {
  const Timer timer;
  KernelTrainOptions options = options_;
  options.warm_dual = {};
  options.warm_start = nullptr;
  options.C = C;
  options.kernel.gamma = gamma;
  options.epsilon = epsilon;
  CvPoint point;
  point.C = C;
  point.gamma = gamma;
  point.epsilon = epsilon;
  std::vector<bool> trained;
  for (std::size_t fold = 0; fold < held_out_.folds(); ++fold) trained.push_back(train_fold(fold, options, point));
  held_out_.score(answers_.predictions, trained, point);
  point.seconds = timer.seconds();
  return point;
}

KernelTrainingMemo& KernelFoldFits::memo(std::size_t fold, double gamma) {
  std::vector<KernelTrainingMemo>& of_gamma = memos_[gamma];
  of_gamma.resize(held_out_.folds());
  return of_gamma[fold];
}

void KernelFoldFits::forget_what_has_no_room(std::size_t fold, double gamma) {
  constexpr double share = 0.25;  // of the cache
  const double room = share * options_.solver.cache_megabytes * 1e6;
  const auto bytes = [&] {
    double sum = 0;
    for (const auto& [_, of_gamma] : memos_)
      for (const KernelTrainingMemo& memo : of_gamma) sum += memo.bytes();
    return sum;
  };
  if (bytes() > room) std::erase_if(memos_, [&](const auto& entry) { return entry.first != gamma; });
  if (bytes() > room) memo(fold, gamma) = {};
}

bool KernelFoldFits::train_fold(std::size_t fold, KernelTrainOptions options, CvPoint& point) {
  const std::vector<std::int64_t>& held_out = held_out_.rows(fold);
  if (held_out.empty()) return true;
  const std::vector<double> weights = held_out_.weights_without(fold, options_.weights);
  options.weights = weights;
  SolverOptions& limits = options.solver.solver;
  limits.max_seconds = deadline_.share(static_cast<std::int64_t>(held_out_.folds() - fold), 1);
  if (const auto status = Monitor(limits).out_of_time(); held_out_.is_left_out(fold, status)) {
    point.status = std::max(point.status, *status);
    return false;
  }
  const bool pairs = options.multi_class == MultiClass::one_vs_one;
  const KnownLabels labels = is_classification(options.machine) ? held_out_.labels(fold, pairs) : KnownLabels{};
  if (labels.is_one()) {
    answers_.put(held_out, labels.spread({}, held_out.size()), std::vector(held_out.size(), labels.known[0]));
    return true;
  }
  options.class_weights = labels.weights(options.class_weights);
  const KernelTrainResult trained =
      train_as_given(held_out_.dataset(fold, data_), options, &memo(fold, options.kernel.gamma), labels.known);
  forget_what_has_no_room(fold, options.kernel.gamma);
  point.status = std::max(point.status, trained.status);
  point.largest_gap = larger_gap(point.largest_gap, trained.certificate.relative_gap);
  point.support_vectors +=
      static_cast<double>(trained.model.support_vectors()) / static_cast<double>(held_out_.folds_with_rows());
  point.passes += total_passes(trained);
  const std::vector<double> values =
      decision_values(trained.model, select_rows(data_.x, held_out).x, options_.solver.threads);
  answers_.put(held_out, labels.spread(values, held_out.size()), predict(trained.model, values));
  return true;
}

}  // namespace hingeline::internal
