// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hingeline/selection.hpp"
#include "models/part_callback.hpp"
#include "parallel/thread_pool.hpp"
#include "selection/fold_rows.hpp"
#include "selection/fold_trainings.hpp"
#include "selection/warm_path.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// All folds of one cross-validation, trained at one point after another, each starting from its earlier solutions.
class FoldFits : public FoldTrainings {
 public:
  /// Keeps references to data and options. Throws as train and stratified_folds do.
  FoldFits(const Dataset& data, const TrainOptions& options, const CvOptions& cv);

  /// Whether a point follows, for which solutions are kept.
  enum class Next { comes, none };

  /// Trains without each fold in turn and scores the models on the rows held out.
  CvPoint at(double C, const Loss& loss, Next next);

  /// Forgets earlier solutions.
  void start_cold() { warm_.assign(warm_.size(), WarmPath(options_.loss)); }

 private:
  FoldFit train_fold(std::size_t fold, double C, const Loss& loss, Next next, int threads);
  void constrain(std::size_t fold, TrainOptions& options);

  const Dataset& data_;
  const TrainOptions& options_;
  const CvOptions cv_;
  ThreadPool pool_;
  FoldRows rows_;
  std::vector<WarmPath> warm_;                             // one per fold
  std::vector<TrainingMemo> memo_;                         // one per fold
  std::vector<std::optional<ConstraintSet>> constraints_;  // one per fold, if made from rows
  PartCallback callback_;
};

}  // namespace hingeline::internal
