// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <vector>

#include "models/train_valid.hpp"
#include "selection/fold_trainings.hpp"

namespace hingeline::internal {

/// All folds of one cross-validation of kernel machines, trained at one point (C, gamma, epsilon) after another. The
/// folds of a point take turns: each has all threads and all memory.
class KernelFoldFits : public FoldTrainings {
 public:
  /// Keeps references to data and options. Throws as train and stratified_folds do.
  KernelFoldFits(const Dataset& data, const KernelTrainOptions& options, const CvOptions& cv);

  /// Trains without each fold in turn and scores the models on the rows held out.
  CvPoint at(double C, double gamma, double epsilon);

 private:
  FoldFit train_fold(std::size_t fold, KernelTrainOptions options);
  /// The memo of the fold's last training with this gamma (s of another gamma would be a poor start).
  KernelTrainingMemo& memo(std::size_t fold, double gamma);
  /// If memos take more than a quarter of the cache's memory, deletes those of other gammas, then also this one.
  void forget_what_has_no_room(std::size_t fold, double gamma);

  const Dataset& data_;
  const KernelTrainOptions& options_;
  std::map<double, std::vector<KernelTrainingMemo>> memos_;  // by gamma, one per fold
};

}  // namespace hingeline::internal
