// SPDX-License-Identifier: BSD-3-Clause
#include "selection/held_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/metrics.hpp"
#include "selection/trainings.hpp"

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

std::vector<std::vector<std::int64_t>> make_folds(std::span<const double> y, std::span<const double> weights,
                                                  bool classes, const CvOptions& cv) {
  if (cv.fold.empty()) return rows_by_fold(stratified_folds(y, weights, classes, cv.folds, cv.seed), weights, cv.folds);
  if (cv.fold.size() != y.size())
    throw InvalidParameter("fold", fmt::format("{} numbers", cv.fold.size()),
                           fmt::format("must be one for each of {} rows", y.size()));
  return rows_by_fold(cv.fold, weights, cv.folds);
}

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

void HeldOutAnswers::put(std::span<const std::int64_t> rows, std::span<const double> values,
                         std::span<const double> answers) {
  const std::size_t outputs = decision_values.size() / predictions.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * outputs), outputs,
                decision_values.begin() + static_cast<std::ptrdiff_t>(row * outputs));
    predictions[row] = answers[i];
  }
}

HeldOut::HeldOut(std::span<const double> y, std::span<const double> weights, bool classes, const CvOptions& cv)
    : y_(y), classes_(classes), rows_(make_folds(y, weights, classes, cv)) {}

std::vector<double> HeldOut::weights_without(std::size_t fold, std::span<const double> weights) const {
  std::vector<double> others(weights.begin(), weights.end());
  others.resize(y_.size(), 1.0);
  for (const std::int64_t row : rows_[fold]) others[static_cast<std::size_t>(row)] = 0;
  return others;
}

double HeldOut::score_of(std::span<const double> truth, std::span<const double> prediction) const {
  if (truth.empty()) return std::numeric_limits<double>::quiet_NaN();
  return classes_ ? accuracy(truth, prediction) : mean_squared_error(truth, prediction);
}

void HeldOut::score(std::span<const double> predictions, CvPoint& point) const {
  std::vector<double> all_truth;
  std::vector<double> all_predictions;
  for (const auto& rows : rows_) {
    const std::vector<double> truth = select_rows(y_, rows);
    const std::vector<double> prediction = select_rows(predictions, rows);
    point.fold_scores.push_back(score_of(truth, prediction));
    all_truth.insert(all_truth.end(), truth.begin(), truth.end());
    all_predictions.insert(all_predictions.end(), prediction.begin(), prediction.end());
  }
  point.score = score_of(all_truth, all_predictions);
  point.standard_error = standard_error(point.fold_scores);
  if (!classes_) point.squared_correlation = squared_correlation(all_truth, all_predictions);
}

bool add_point(CvResult& result, CvPoint point, const HeldOut& held_out, const HeldOutAnswers& answers) {
  const bool more = !out_of_time(point.status);
  if (result.points.empty() || held_out.is_better(point.score, result.points[result.best].score)) {
    result.best = result.points.size();
    result.decision_values = answers.decision_values;
    result.predictions = answers.predictions;
  }
  result.points.push_back(std::move(point));
  return more;
}

}  // namespace hingeline::internal
