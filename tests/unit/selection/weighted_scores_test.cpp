// SPDX-License-Identifier: BSD-3-Clause
//
// A row of weight k is judged as k copies of it are: searches that train on weights also choose by them.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hingeline/selection.hpp"
#include "support/noisy_line.hpp"

namespace hingeline {
namespace {

using internal::NoisyLine;

constexpr std::int32_t feature_count = 4;

/// Rows of weights 0, 1 and 7, and the same rows as often as their weights say; copies share a fold.
struct WeightedRows {
  explicit WeightedRows(int classes) : line(90, feature_count, classes) {
    for (std::size_t i = 0; i < line.y.size(); ++i) {
      weights.push_back(i % 5 == 3 ? 0 : i % 5 == 1 ? 7 : 1);
      fold.push_back(static_cast<int>(i % 3));
      for (int copy = 0; copy < weights[i]; ++copy) add_copy(i);
    }
    copies.x = DenseView<float>{x.data(), static_cast<std::int64_t>(y.size()), feature_count, feature_count};
    copies.y = y;
  }

  void add_copy(std::size_t i) {
    const auto row = line.x.begin() + static_cast<std::ptrdiff_t>(i * feature_count);
    x.insert(x.end(), row, row + feature_count);
    y.push_back(line.y[i]);
    copies_fold.push_back(fold[i]);
  }
  CvOptions folds_of_weighted() const { return {.folds = 3, .fold = fold}; }
  CvOptions folds_of_copies() const { return {.folds = 3, .fold = copies_fold}; }

  NoisyLine line;
  std::vector<double> weights;
  std::vector<int> fold;
  std::vector<float> x;
  std::vector<double> y;
  std::vector<int> copies_fold;
  Dataset copies;
};

TrainOptions precise(LossName loss) {
  TrainOptions options;
  options.loss.name = loss;
  options.solver.tolerance = 1e-10;
  return options;
}

void expect_equal_scores(const CvPoint& weighted, const CvPoint& copies) {
  EXPECT_NEAR(weighted.score, copies.score, 1e-4 * copies.score);
  EXPECT_NEAR(weighted.standard_error, copies.standard_error, 1e-3 * copies.standard_error);
  EXPECT_NEAR(weighted.squared_correlation, copies.squared_correlation, 1e-4);
  ASSERT_EQ(weighted.fold_scores.size(), copies.fold_scores.size());
  for (std::size_t k = 0; k < copies.fold_scores.size(); ++k)
    EXPECT_NEAR(weighted.fold_scores[k], copies.fold_scores[k], 1e-4 * copies.fold_scores[k]);
}

TEST(WeightedScores, AreThoseOfCopies) {
  for (const LossName loss : {LossName::hinge, LossName::squared_epsilon_insensitive, LossName::absolute,
                              LossName::quantile, LossName::expectile}) {
    TrainOptions options = precise(loss);
    const WeightedRows rows(is_classification(options.loss) ? 2 : 0);
    const CvResult copies = cross_validate(rows.copies, options, rows.folds_of_copies());
    options.weights = rows.weights;
    const CvResult weighted = cross_validate(rows.line.data, options, rows.folds_of_weighted());
    SCOPED_TRACE(to_string(loss));
    expect_equal_scores(weighted.points[0], copies.points[0]);
  }
}

TEST(WeightedScores, OfKernelsAreThoseOfCopies) {
  const WeightedRows rows(2);
  KernelTrainOptions options;
  options.solver.solver.tolerance = 1e-10;
  const CvResult copies = cross_validate(rows.copies, options, rows.folds_of_copies());
  options.weights = rows.weights;
  expect_equal_scores(cross_validate(rows.line.data, options, rows.folds_of_weighted()).points[0], copies.points[0]);
}

TEST(WeightedScores, LetTuneChooseAsCopiesDo) {
  for (const LossName loss : {LossName::logistic, LossName::squared_epsilon_insensitive}) {
    TrainOptions options = precise(loss);
    const WeightedRows rows(is_classification(options.loss) ? 2 : 0);
    TuneOptions search;
    search.cv = rows.folds_of_copies();
    const TuneResult copies = tune(rows.copies, options, search);
    options.weights = rows.weights;
    search.cv = rows.folds_of_weighted();
    const TuneResult weighted = tune(rows.line.data, options, search);
    SCOPED_TRACE(to_string(loss));
    EXPECT_NEAR(weighted.best.C, copies.best.C, 1e-9 * copies.best.C);
    EXPECT_NEAR(weighted.best.epsilon, copies.best.epsilon, 1e-9);
    expect_equal_scores(weighted.best, copies.best);
  }
}

}  // namespace
}  // namespace hingeline
