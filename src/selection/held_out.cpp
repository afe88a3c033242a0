// SPDX-License-Identifier: BSD-3-Clause
#include "selection/held_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <ranges>
#include <utility>

#include "data/is_present.hpp"
#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/metrics.hpp"
#include "models/class_pairs.hpp"
#include "models/present_targets.hpp"
#include "selection/trainings.hpp"

namespace hingeline {

Score score_of(const Loss& loss) {
  switch (loss.name) {
    case LossName::quantile:
      return Score::pinball_loss;
    case LossName::absolute:
      return Score::mean_absolute_error;
    case LossName::expectile:
      return Score::expectile_loss;
    default:
      return is_classification(loss) ? Score::accuracy : Score::mean_squared_error;
  }
}

}  // namespace hingeline

namespace hingeline::internal {
namespace {

/// The rows of each fold, without rows of weight 0.
std::vector<std::vector<std::int64_t>> rows_by_fold(std::span<const int> fold, std::span<const double> weights,
                                                    int folds) {
  std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(folds));
  std::size_t present = 0;
  std::size_t judged = 0;
  for (std::size_t i = 0; i < fold.size(); ++i) {
    if (fold[i] < -1 || fold[i] >= folds)
      throw InvalidParameter("fold", fmt::format("{} for row {} (from 0)", fold[i], i),
                             fmt::format("must be -1 .. {}", folds - 1));
    if (!is_present(weights, i)) continue;
    ++present;
    if (fold[i] < 0) continue;
    ++judged;
    rows[static_cast<std::size_t>(fold[i])].push_back(static_cast<std::int64_t>(i));
  }
  if (judged == 0) throw InvalidParameter("fold", "-1 for all rows of weight > 0", "but some must be held out");
  for (const auto& held_out : rows)
    if (held_out.size() == present)
      throw InvalidParameter("fold", "all rows in one fold", "but some must remain to train on");
  return rows;
}

std::vector<std::vector<std::int64_t>> make_folds(std::span<const double> y, std::span<const double> weights,
                                                  bool classes, const CvOptions& cv) {
  constexpr int most_folds = 1000000;
  if (cv.folds < 2 || cv.folds > most_folds)
    throw InvalidParameter("folds", fmt::format("{}", cv.folds), fmt::format("must be 2 .. {}", most_folds));
  const Strata strata = classes ? Strata::classes : Strata::rows;
  if (cv.fold.empty()) return rows_by_fold(stratified_folds(y, weights, strata, cv.folds, cv.seed), weights, cv.folds);
  if (cv.fold.size() != y.size())
    throw InvalidParameter("fold", fmt::format("{} numbers", cv.fold.size()),
                           fmt::format("must be one for each of {} rows", y.size()));
  return rows_by_fold(cv.fold, weights, cv.folds);
}

/// The number of rows of weight > 0 of each label.
template <class Rows>
std::map<double, std::int64_t> count_labels(std::span<const double> y, std::span<const double> weights,
                                            const Rows& rows) {
  std::map<double, std::int64_t> counts;
  for (const auto row : rows) {
    const auto i = static_cast<std::size_t>(row);
    if (is_present(weights, i)) ++counts[y[i]];
  }
  return counts;
}

/// For each fold, the classes all of whose rows it holds out.
std::vector<std::set<double>> classes_held_out(std::span<const double> y, std::span<const double> weights,
                                               std::span<const std::vector<std::int64_t>> rows) {
  const std::map<double, std::int64_t> all = count_labels(y, weights, std::views::iota(std::size_t{0}, y.size()));
  std::vector<std::set<double>> held_out(rows.size());
  for (std::size_t fold = 0; fold < rows.size(); ++fold)
    for (const auto& [label, count] : count_labels(y, weights, rows[fold]))
      if (count == all.at(label)) held_out[fold].insert(label);
  return held_out;
}

/// Standard error of the mean of the scores, without those that are NaN.
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

/// Index of each label among `known`, if it is there.
std::vector<std::optional<std::size_t>> places(std::span<const double> labels, std::span<const double> known) {
  std::vector<std::optional<std::size_t>> found(labels.size());
  for (std::size_t k = 0; k < labels.size(); ++k)
    if (const auto place = std::ranges::find(known, labels[k]); place != known.end())
      found[k] = static_cast<std::size_t>(place - known.begin());
  return found;
}

/// The output for labels a and b of a model of `count` labels, with the sign that is positive for a.
double output_of_pair(std::span<const double> values, std::size_t a, std::size_t b, std::size_t count) {
  const double value = values[pair_index(a, b, count)];
  return a < b ? value : -value;
}

}  // namespace

std::vector<double> KnownLabels::spread(std::vector<double> values, std::size_t rows) const {
  if (all.size() == known.size()) return values;
  const auto at = places(all, known);
  const std::size_t outputs = values.size() / rows;
  std::vector<double> result;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto row = std::span(values).subspan(i * outputs, outputs);
    const auto of_pair = [&](std::size_t a, std::size_t b) {
      if (at[a] && at[b]) return output_of_pair(row, *at[a], *at[b], known.size());
      return static_cast<double>(at[a].has_value()) - static_cast<double>(at[b].has_value());
    };
    const auto of_class = [&](std::size_t a) {
      if (!at[a]) return -1.0;
      if (known.size() == 1) return 1.0;
      return known.size() == 2 ? output_of_pair(row, *at[a], 1 - *at[a], 2) : row[*at[a]];
    };
    if (pairs || all.size() == 2) {
      for (const auto& [a, b] : class_pairs(all.size())) result.push_back(of_pair(a, b));
    } else {
      for (std::size_t k = 0; k < all.size(); ++k) result.push_back(of_class(k));
    }
  }
  return result;
}

std::map<double, double> KnownLabels::weights(std::map<double, double> of_all) const {
  std::erase_if(of_all, [this](const auto& weight) {
    return !known.empty() && std::ranges::find(known, weight.first) == known.end();
  });
  return of_all;
}

void HeldOutAnswers::put(std::span<const std::int64_t> rows, std::span<const double> values,
                         std::span<const double> answers) {
  const std::size_t outputs = decision_values.size() / predictions.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * outputs), outputs,
                decision_values.begin() + static_cast<std::ptrdiff_t>(row * outputs));
    predictions[row] = answers[i];
    is_predicted[row] = 1;
  }
}

double Scorer::of(std::span<const double> truth, std::span<const double> prediction,
                  std::span<const double> weights) const {
  switch (score) {
    case Score::accuracy:
      return accuracy(truth, prediction, weights);
    case Score::mean_absolute_error:
      return mean_absolute_error(truth, prediction, weights);
    case Score::pinball_loss:
      return pinball_loss(truth, prediction, tau, weights);
    case Score::expectile_loss:
      return expectile_loss(truth, prediction, tau, weights);
    case Score::mean_squared_error:
      break;
  }
  return mean_squared_error(truth, prediction, weights);
}

HeldOut::HeldOut(std::span<const double> y, std::span<const double> weights, const Scorer& scorer, const CvOptions& cv)
    : y_(y),
      weights_(weights),
      scorer_(scorer),
      rows_(make_folds(y, weights, scorer.classes(), cv)),
      hidden_(folds()),
      targets_(folds()) {
  if (!classes()) return;
  labels_ = present_labels(y, weights);
  hidden_ = classes_held_out(y, weights, rows_);
  for (std::size_t fold = 0; fold < folds(); ++fold)
    if (!hidden_[fold].empty()) targets_[fold] = known_targets(y, weights_without(fold, weights));
}

/// Whether this is the first fold that holds rows out.
bool HeldOut::is_first(std::size_t fold) const {
  const auto first = std::ranges::find_if(rows_, [](const auto& rows) { return !rows.empty(); });
  return first - rows_.begin() == static_cast<std::ptrdiff_t>(fold);
}

std::vector<double> HeldOut::weights_without(std::size_t fold, std::span<const double> weights) const {
  std::vector<double> others(weights.begin(), weights.end());
  others.resize(y_.size(), 1.0);
  for (const std::int64_t row : rows_[fold]) others[static_cast<std::size_t>(row)] = 0;
  return others;
}

Dataset HeldOut::dataset(std::size_t fold, const Dataset& data) const {
  const std::span<const double> y = targets_[fold].empty() ? y_ : std::span<const double>(targets_[fold]);
  return {data.x, y, {}, data.storage, data.release, data.checked};
}

KnownLabels HeldOut::labels(std::size_t fold, bool pairs) const {
  KnownLabels labels{labels_, labels_, pairs};
  std::erase_if(labels.known, [&](double label) { return hidden_[fold].contains(label); });
  return labels;
}

double HeldOut::score_of(std::span<const double> predictions, std::span<const std::int64_t> rows) const {
  if (rows.empty()) return std::numeric_limits<double>::quiet_NaN();
  return scorer_.of(select_rows(y_, rows), select_rows(predictions, rows), select_rows(weights_, rows));
}

void HeldOut::score(std::span<const double> predictions, const std::vector<bool>& trained, CvPoint& point) const {
  std::vector<std::int64_t> judged;
  judged.reserve(y_.size());
  for (std::size_t fold = 0; fold < folds(); ++fold) {
    const auto rows = trained[fold] ? std::span<const std::int64_t>(rows_[fold]) : std::span<const std::int64_t>();
    point.fold_scores.push_back(score_of(predictions, rows));
    judged.insert(judged.end(), rows.begin(), rows.end());
  }
  point.score = score_of(predictions, judged);
  point.standard_error = standard_error(point.fold_scores);
  if (!classes())
    point.squared_correlation =
        squared_correlation(select_rows(y_, judged), select_rows(predictions, judged), select_rows(weights_, judged));
}

bool add_point(CvResult& result, CvPoint point, const HeldOut& held_out, HeldOutAnswers& answers) {
  const bool more = !ends_all(point.status);
  if (result.points.empty() || (more && held_out.is_better(point.score, result.points[result.best].score))) {
    result.best = result.points.size();
    result.decision_values = std::move(answers.decision_values);
    result.predictions = std::move(answers.predictions);
    result.is_predicted = std::move(answers.is_predicted);
  }
  result.points.push_back(std::move(point));
  return more;
}

}  // namespace hingeline::internal
