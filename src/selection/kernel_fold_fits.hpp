// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <vector>

#include "core/deadline.hpp"
#include "models/train_valid.hpp"
#include "selection/held_out.hpp"
#include "selection/trainings.hpp"

namespace hingeline::internal {

/// All folds of one cross-validation of machines with a kernel, trained at one point after another. The folds of a
/// point take turns: each has all threads and all memory.
class KernelFoldFits {
 public:
  /// Keeps references to data and options. Throws as train and stratified_folds do.
  KernelFoldFits(const Dataset& data, const KernelTrainOptions& options, const CvOptions& cv);

  /// Trains all folds and scores them on the rows they have not seen.
  CvPoint at(double C, double gamma, double epsilon);

  /// Of options.solver.solver.max_seconds, which holds for all points together.
  double seconds_left() const { return deadline_.seconds_left(); }
  const HeldOut& held_out() const { return held_out_; }
  /// Of the last point.
  const HeldOutAnswers& answers() const { return answers_; }

 private:
  /// False where there was no time.
  bool train_fold(std::size_t fold, KernelTrainOptions options, CvPoint& point);
  /// What the fold's last training with this gamma left to this one; another's s tells little.
  KernelTrainingMemo& memo(std::size_t fold, double gamma);
  /// Where memos take more than a share of what the cache may, those of other gammas go first.
  void forget_what_has_no_room(std::size_t fold, double gamma);

  const Dataset& data_;
  const KernelTrainOptions& options_;
  Deadline deadline_;
  HeldOut held_out_;
  HeldOutAnswers answers_;
  std::map<double, std::vector<KernelTrainingMemo>> memos_;  // by gamma, one per fold
};

}  // namespace hingeline::internal
