// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "hingeline/selection.hpp"
#include "parallel/thread_pool.hpp"
#include "selection/trainings.hpp"
#include "selection/warm_path.hpp"

namespace hingeline::internal {

/// All folds of one cross-validation, trained at one point after another, each beginning where its last one ended.
class FoldFits {
 public:
  /// Keeps references to data and options. Throws as train and stratified_folds do.
  FoldFits(const Dataset& data, const TrainOptions& options, const CvOptions& cv);

  /// Trains all folds and scores them on the rows they have not seen.
  CvPoint at(double C, const Loss& loss);

  /// Forgets where fits ended.
  void start_cold() { warm_.assign(warm_.size(), {}); }

  /// Of the last point: rows x outputs.
  const std::vector<double>& decision_values() const { return values_; }
  /// Of the last point: a label or value per row.
  const std::vector<double>& predictions() const { return predictions_; }

 private:
  struct Fit {
    Status status = Status::converged;
    double relative_gap = 0;
    double coef_norm = 0;
    std::int64_t passes = 0;
  };

  Fit train_fold(std::size_t fold, double C, const Loss& loss, int threads);
  void predict_fold(std::size_t fold, const LinearModel& model);
  bool report(std::size_t fold, Progress progress);
  void score(CvPoint& point) const;

  const Dataset& data_;
  const TrainOptions& options_;
  Deadline deadline_;
  ThreadPool pool_;
  std::vector<std::vector<std::int64_t>> held_out_;  // rows of each fold
  std::vector<WarmPath> warm_;                       // of each fold
  std::vector<double> values_;
  std::vector<double> predictions_;
  std::mutex callback_mutex_;
};

/// True where score a is better than score b.
bool is_better(double a, double b, const Loss& loss);

}  // namespace hingeline::internal
