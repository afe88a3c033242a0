// SPDX-License-Identifier: BSD-3-Clause
#include "selection/fold_fits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/metrics.hpp"
#include "models/decision_values.hpp"
#include "models/multi_class.hpp"
#include "models/train_valid.hpp"

namespace hingeline::internal {
namespace {

/// Rows of each fold; those of weight 0 are in none.
std::vector<std::vector<std::int64_t>> rows_by_fold(std::span<const int> fold, std::span<const double> weights,
                                                    int folds) {
  std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(folds));
  std::size_t present = 0;
  std::size_t judged = 0;
  for (std::size_t i = 0; i < fold.size(); ++i) {
    if (fold[i] < -1 || fold[i] >= folds)
      throw InvalidParameter("fold", fmt::format("{} for row {} (from 0)", fold[i], i),
                             fmt::format("must be -1 .. {}", folds - 1));
    if (!weights.empty() && weights[i] == 0) continue;
    ++present;
    if (fold[i] < 0) continue;
    ++judged;
    rows[static_cast<std::size_t>(fold[i])].push_back(static_cast<std::int64_t>(i));
  }
  if (judged == 0) throw InvalidParameter("fold", "-1 for all rows of weight > 0", "holds none out");
  for (const auto& held_out : rows)
    if (held_out.size() == present) throw InvalidParameter("fold", "all rows in one", "leaves none to train on");
  return rows;
}

std::vector<std::vector<std::int64_t>> make_folds(const Dataset& data, const TrainOptions& options,
                                                  const CvOptions& cv) {
  validate_training(data, options);
  if (cv.fold.empty())
    return rows_by_fold(stratified_folds(data.y, options.weights, is_classification(options.loss), cv.folds, cv.seed),
                        options.weights, cv.folds);
  if (cv.fold.size() != data.y.size())
    throw InvalidParameter("fold", fmt::format("{} numbers", cv.fold.size()),
                           fmt::format("must be one for each of {} rows", data.y.size()));
  return rows_by_fold(cv.fold, options.weights, cv.folds);
}

std::size_t count_outputs(const Dataset& data, const TrainOptions& options) {
  if (!is_classification(options.loss)) return 1;
  return output_count(ordered_labels(data.y).size(), options.multi_class);
}

/// The targets' and predictions' entries of some rows.
struct Pairs {
  std::vector<double> truth;
  std::vector<double> prediction;

  double score(const Loss& loss) const {
    if (truth.empty()) return std::numeric_limits<double>::quiet_NaN();
    return is_classification(loss) ? accuracy(truth, prediction) : mean_squared_error(truth, prediction);
  }
};

/// Standard deviation of the mean, of those that are numbers.
double standard_error(std::span<const double> scores) {
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (const double score : scores) {
    if (std::isnan(score)) continue;
    ++count;
    const double off = score - sum / std::max(1.0, count - 1);
    sum += score;
    if (count > 1) squares += off * (score - sum / count);
  }
  return count > 1 ? std::sqrt(squares / (count - 1) / count) : 0;
}

}  // namespace

bool is_better(double a, double b, const Loss& loss) { return is_classification(loss) ? a > b : a < b; }

namespace {

/// A score is of one prediction per row.
const TrainOptions& of_one_level(const TrainOptions& options) {
  if (!options.levels.empty())
    throw InvalidParameter("levels", fmt::format("{}", fmt::join(options.levels, ", ")),
                           "must be none, the loss's own tau, to be judged on rows held out");
  return options;
}

}  // namespace

FoldFits::FoldFits(const Dataset& data, const TrainOptions& options, const CvOptions& cv)
    : data_(data),
      options_(of_one_level(options)),
      deadline_(options.solver.max_seconds),
      pool_(std::min(options.threads, cv.folds)),
      held_out_(make_folds(data, options, cv)),
      warm_(held_out_.size()),
      values_(data.y.size() * count_outputs(data, options)),
      predictions_(data.y.size()) {}

CvPoint FoldFits::at(double C, const Loss& loss) {
  const Timer timer;
  const auto folds = static_cast<int>(held_out_.size());
  const int threads_each = std::max(1, options_.threads / folds);
  std::vector<Fit> fits(held_out_.size());
  pool_.run(folds, [&](std::int64_t fold) {
    const auto f = static_cast<std::size_t>(fold);
    fits[f] = train_fold(f, C, loss, threads_each);
  });
  CvPoint point;
  point.C = C;
  point.epsilon = loss.epsilon;
  for (const Fit& fit : fits) {
    point.status = std::max(point.status, fit.status);
    point.largest_gap = std::max(point.largest_gap, fit.relative_gap);
    point.coef_norm += fit.coef_norm / folds;
    point.passes += fit.passes;
  }
  score(point);
  point.seconds = timer.seconds();
  return point;
}

FoldFits::Fit FoldFits::train_fold(std::size_t fold, double C, const Loss& loss, int threads) {
  std::vector<double> weights(options_.weights.begin(), options_.weights.end());
  weights.resize(data_.y.size(), 1.0);
  for (const std::int64_t row : held_out_[fold]) weights[static_cast<std::size_t>(row)] = 0;
  TrainOptions options = options_;
  options.loss = loss;
  options.C = C;
  options.weights = weights;
  options.threads = threads;
  options.keep_dual = true;
  options.solver.max_seconds = deadline_.seconds_left();
  if (options_.solver.callback)
    options.solver.callback = [this, fold](const Progress& progress) { return report(fold, progress); };
  const WarmPath::Start start = warm_[fold].predict(C);
  start.set(options);
  TrainResult trained = train_valid(data_, options);
  predict_fold(fold, trained.model);
  warm_[fold].remember(C, trained);
  return {trained.status, trained.certificate.relative_gap, coef_norm(trained.model), total_passes(trained)};
}

void FoldFits::predict_fold(std::size_t fold, const LinearModel& model) {
  const auto outputs = static_cast<std::size_t>(model.outputs);
  const std::vector<double> values = decision_values_of(model, data_.x, held_out_[fold]);
  const std::vector<double> answers = predict(model, values);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto row = static_cast<std::size_t>(held_out_[fold][i]);
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * outputs), outputs,
                values_.begin() + static_cast<std::ptrdiff_t>(row * outputs));
    predictions_[row] = answers[i];
  }
}

/// Hands on to the caller's callback, one fold at a time.
bool FoldFits::report(std::size_t fold, Progress progress) {
  progress.part += static_cast<int>(fold) * progress.parts;
  progress.parts *= static_cast<int>(held_out_.size());
  const std::lock_guard lock(callback_mutex_);
  return options_.solver.callback(progress);
}

void FoldFits::score(CvPoint& point) const {
  Pairs all;
  for (const auto& rows : held_out_) {
    const Pairs pairs{select_rows(data_.y, rows), select_rows(predictions_, rows)};
    point.fold_scores.push_back(pairs.score(options_.loss));
    all.truth.insert(all.truth.end(), pairs.truth.begin(), pairs.truth.end());
    all.prediction.insert(all.prediction.end(), pairs.prediction.begin(), pairs.prediction.end());
  }
  point.score = all.score(options_.loss);
  point.standard_error = standard_error(point.fold_scores);
  if (!is_classification(options_.loss)) point.squared_correlation = squared_correlation(all.truth, all.prediction);
}

}  // namespace hingeline::internal
