// SPDX-License-Identifier: BSD-3-Clause
//
// A training without a fold sees all rows; those of the fold have weight 0.
#include "selection/kernel_fold_fits.hpp"

#include "data/select_rows.hpp"
#include "data/validate_matrix.hpp"
#include "models/kernel_sums.hpp"
#include "models/train_valid.hpp"
#include "models/training_rows.hpp"
#include "selection/trainings.hpp"

namespace hingeline::internal {
namespace {

const KernelTrainOptions& checked(const Dataset& data, const KernelTrainOptions& options) {
  validate(options.solver.solver);
  validate_targets(data, options.weights, options.machine);
  if (is_classification(options.machine)) {
    require_two_classes(options.weights, data);
    validate_classes(ordered_labels(data.y), data, options.class_weights);
  }
  if (!data.checked) {
    ThreadPool pool(options.solver.threads);
    validate_matrix("x", data.x, {}, pool);
  }
  return options;
}

std::size_t count_outputs(const Dataset& data, const KernelTrainOptions& options) {
  KernelModel model;
  model.multi_class = options.multi_class;
  if (is_classification(options.machine)) model.labels = ordered_labels(data.y);
  return model.outputs();
}

}  // namespace

KernelFoldFits::KernelFoldFits(const Dataset& data, const KernelTrainOptions& options, const CvOptions& cv)
    : FoldTrainings{Deadline(checked(data, options).solver.solver.max_seconds),
                    HeldOut(data.y, options.weights,
                            {is_regression(options.machine) ? Score::mean_squared_error : Score::accuracy}, cv),
                    data.y.size(), cv.keep_decision_values ? count_outputs(data, options) : 0},
      data_(data),
      options_(options) {}

CvPoint KernelFoldFits::at(double C, double gamma, double epsilon) {
  const Timer timer;
  forget_answers();
  KernelTrainOptions options = options_;
  options.warm_dual = {};
  options.warm_start = nullptr;
  options.C = C;
  options.kernel.gamma = gamma;
  options.epsilon = epsilon;
  std::vector<FoldFit> fits;
  for (std::size_t fold = 0; fold < held_out().folds(); ++fold) fits.push_back(train_fold(fold, options));
  CvPoint point;
  point.C = C;
  point.gamma = gamma;
  point.epsilon = epsilon;
  judge(fits, point);
  point.seconds = timer.seconds();
  return point;
}

KernelTrainingMemo& KernelFoldFits::memo(std::size_t fold, double gamma) {
  std::vector<KernelTrainingMemo>& of_gamma = memos_[gamma];
  of_gamma.resize(held_out().folds());
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

FoldFit KernelFoldFits::train_fold(std::size_t fold, KernelTrainOptions options) {
  const bool pairs = options.multi_class == MultiClass::one_vs_one;
  const KnownLabels labels = is_classification(options.machine) ? held_out().labels(fold, pairs) : KnownLabels{};
  return fit(fold, 1, labels, options, [&]() -> FoldFit {
    const std::vector<double> weights = held_out().weights_without(fold, options_.weights);
    options.weights = weights;
    const KernelTrainResult trained =
        train_as_given(held_out().dataset(fold, data_), options, &memo(fold, options.kernel.gamma), labels.known);
    forget_what_has_no_room(fold, options.kernel.gamma);
    const KernelSums sums(trained.model);
    const int threads = options.solver.threads;
    answer(fold, labels, trained.model, trained.model.outputs(), threads, [&](std::span<const std::int64_t> rows) {
      return sums.decision_values(select_rows(data_.x, rows, threads).x, threads);
    });
    return {.status = trained.status,
            .relative_gap = trained.certificate.relative_gap,
            .support_vectors = trained.model.support_vectors(),
            .passes = total_passes(trained)};
  });
}

}  // namespace hingeline::internal
