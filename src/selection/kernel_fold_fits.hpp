// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <vector>

#include "models/train_valid.hpp"
#include "selection/fold_trainings.hpp"

namespace hingeline::internal {

/// All folds of one cross-validation of machines with a kernel, trained at one point after another. The folds of a
/// point take turns: each has all threads and all memory.
class KernelFoldFits : public FoldTrainings {
 public:
  /// Keeps references to data and options. Throws as train and stratified_folds do.
  KernelFoldFits(const Dataset& data, const KernelTrainOptions& options, const CvOptions& cv);

  /// Trains all folds and scores them on the rows they have not seen.
  CvPoint at(double C, double gamma, double epsilon);

 private:
  FoldFit train_fold(std::size_t fold, KernelTrainOptions options);
  /// What the fold's last training with this gamma left to this one; another's s tells little.
  KernelTrainingMemo& memo(std::size_t fold, double gamma);
  /// Where memos take more than a share of what the cache may, those of other gammas go first.
  void forget_what_has_no_room(std::size_t fold, double gamma);

  const Dataset& data_;
  const KernelTrainOptions& options_;
  std::map<double, std::vector<KernelTrainingMemo>> memos_;  // by gamma, one per fold
};

}  // namespace hingeline::internal
