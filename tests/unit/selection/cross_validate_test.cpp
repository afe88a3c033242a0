// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <vector>

#include "hingeline/constraint_set.hpp"
#include "hingeline/error.hpp"
#include "hingeline/metrics.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/selection.hpp"
#include "selection/held_out.hpp"
#include "support/message_of.hpp"
#include "support/noisy_line.hpp"

namespace hingeline {
namespace {

using internal::NoisyLine;

TrainOptions options_of(LossName loss) {
  TrainOptions options;
  options.loss.name = loss;
  options.solver.tolerance = 1e-8;
  return options;
}

/// What a model trained on the other folds' rows, physically alone, says about the rows of one fold.
std::vector<double> held_out_values(const NoisyLine& line, const TrainOptions& options, const std::vector<int>& fold,
                                    int held_out) {
  const auto& all = std::get<DenseView<float>>(line.data.x);
  std::vector<float> x;
  std::vector<double> y;
  std::vector<float> x_out;
  for (std::size_t i = 0; i < line.y.size(); ++i) {
    const float* row = all.values + static_cast<std::int64_t>(i) * all.cols;
    (fold[i] == held_out ? x_out : x).insert((fold[i] == held_out ? x_out : x).end(), row, row + all.cols);
    if (fold[i] != held_out) y.push_back(line.y[i]);
  }
  Dataset rest;
  rest.x = DenseView<float>{x.data(), static_cast<std::int64_t>(y.size()), all.cols, all.cols};
  rest.y = y;
  const LinearModel model = train(rest, options).model;
  const auto out = static_cast<std::int64_t>(x_out.size()) / all.cols;
  return decision_values(model, DenseView<float>{x_out.data(), out, all.cols, all.cols});
}

TEST(CrossValidate, SaysThatAGapIsInfinite) {
  NoisyLine line(50, 3, 0);
  for (double& y : line.y) y *= 1e300;
  CvOptions cv;
  cv.folds = 2;
  const CvResult result = cross_validate(line.data, options_of(LossName::squared), cv);
  EXPECT_EQ(result.points[0].status, Status::numerical);
  EXPECT_TRUE(std::isinf(result.points[0].largest_gap));
}

TEST(CrossValidate, PredictsEachRowByATrainingWithoutIt) {
  for (const LossName loss : {LossName::squared_hinge, LossName::huber}) {
    const NoisyLine line(120, 4, loss == LossName::huber ? 0 : 2);
    const TrainOptions options = options_of(loss);
    const Strata strata = loss == LossName::huber ? Strata::rows : Strata::classes;
    const std::vector<int> fold = stratified_folds(line.y, {}, strata, 3, 4);
    CvOptions cv;
    cv.folds = 3;
    cv.seed = 4;
    const CvResult result = cross_validate(line.data, options, cv);
    ASSERT_EQ(result.points.size(), 1);
    EXPECT_EQ(result.points[0].status, Status::converged);
    for (int f = 0; f < 3; ++f) {
      const std::vector<double> alone = held_out_values(line, options, fold, f);
      std::size_t k = 0;
      for (std::size_t i = 0; i < fold.size(); ++i) {
        if (fold[i] != f) continue;
        EXPECT_NEAR(std::abs(result.decision_values[i]), std::abs(alone[k++]), 1e-3) << i;
      }
    }
  }
}

TEST(CrossValidate, KeepsDecisionValuesWhereTheyAreWanted) {
  const NoisyLine line(90, 3, 3);
  CvOptions alone;
  alone.keep_decision_values = false;
  const auto judge = [&](const CvOptions& cv) {
    return std::vector{cross_validate(line.data, options_of(LossName::hinge), cv),
                       cross_validate(line.data, KernelTrainOptions(), cv)};
  };
  const std::vector<CvResult> kept = judge({});
  const std::vector<CvResult> without = judge(alone);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    EXPECT_EQ(kept[k].decision_values.size(), 90 * 3);
    EXPECT_TRUE(without[k].decision_values.empty());
    EXPECT_EQ(without[k].predictions, kept[k].predictions);
    EXPECT_EQ(without[k].points[0].score, kept[k].points[0].score);
  }
}

TEST(CrossValidate, NumbersOfFunctionsAreNoTargetsToJudgeBy) {
  const NoisyLine line(10, 2, 0);
  Dataset data = line.data;
  const std::vector<double> first(line.y.size(), 0.0);
  data.y = first;
  TrainOptions options = options_of(LossName::plq);
  options.loss = plq_loss(PlqArgument::prediction, {{{0}, {-1, 1}, {0, 0}}});
  EXPECT_NO_THROW(train(data, options));
  EXPECT_THROW(cross_validate(data, options), InvalidParameter);
  EXPECT_THROW(tune(data, options), InvalidParameter);
}

TEST(CrossValidate, ScoresAreThoseOfItsPredictions) {
  const NoisyLine classes(150, 3, 3);
  const CvResult classified = cross_validate(classes.data, options_of(LossName::hinge));
  EXPECT_EQ(classified.decision_values.size(), 450);
  EXPECT_EQ(classified.points[0].score, accuracy(classes.y, classified.predictions));
  EXPECT_GT(classified.points[0].score, 0.5);
  const NoisyLine numbers(150, 3, 0);
  const CvResult fitted = cross_validate(numbers.data, options_of(LossName::squared));
  EXPECT_NEAR(fitted.points[0].score, mean_squared_error(numbers.y, fitted.predictions), 1e-12);
  EXPECT_NEAR(fitted.points[0].squared_correlation, squared_correlation(numbers.y, fitted.predictions), 1e-12);
  double mean = 0;
  for (const double score : fitted.points[0].fold_scores) mean += score / 5;
  EXPECT_NEAR(mean, fitted.points[0].score, 1e-12);
  double squares = 0;
  for (const double score : fitted.points[0].fold_scores) squares += (score - mean) * (score - mean);
  EXPECT_NEAR(fitted.points[0].standard_error, std::sqrt(squares / 4 / 5), 1e-12);
}

TEST(CrossValidate, DoesNotDependOnThreadsOrOnWhatCameBefore) {
  const NoisyLine line(200, 5, 2);
  TrainOptions options = options_of(LossName::squared_hinge);
  const std::vector<double> costs = geometric_grid(0.01, 10, 6);
  const CvResult one = cross_validate(line.data, options, {}, costs);
  options.threads = 3;
  const CvResult three = cross_validate(line.data, options, {}, costs);
  ASSERT_EQ(one.points.size(), 6);
  EXPECT_EQ(one.best, three.best);
  EXPECT_EQ(one.decision_values, three.decision_values);
  options.C = costs[one.best];
  const CvResult alone = cross_validate(line.data, options);
  for (std::size_t i = 0; i < line.y.size(); ++i) EXPECT_NEAR(alone.decision_values[i], one.decision_values[i], 2e-3);
}

TEST(CrossValidate, RowsOfWeightZeroAreNeitherTrainedOnNorScored) {
  const NoisyLine line(100, 3, 2);
  std::vector<double> wrong(line.y.begin(), line.y.end());
  std::vector<double> weights(100, 1.0);
  for (std::size_t i = 0; i < 100; i += 4) {
    wrong[i] = 1 - wrong[i];
    weights[i] = 0;
  }
  TrainOptions options = options_of(LossName::hinge);
  options.weights = weights;
  const CvResult clean = cross_validate(line.data, options);
  Dataset spoilt = line.data;
  spoilt.y = wrong;
  const CvResult same = cross_validate(spoilt, options);
  EXPECT_EQ(clean.points[0].score, same.points[0].score);
}

TEST(CrossValidate, StopsWhereItsTimeIsUp) {
  const NoisyLine line(100, 3, 2);
  TrainOptions options = options_of(LossName::hinge);
  options.solver.max_seconds = 1e-9;
  const CvResult result = cross_validate(line.data, options, {}, geometric_grid(1, 10, 5));
  ASSERT_EQ(result.points.size(), 1);
  EXPECT_EQ(result.points[0].status, Status::max_seconds);
}

TEST(CrossValidate, TrainsNoFoldOnceItIsInterrupted) {
  const NoisyLine line(60, 3, 2);
  const std::atomic<bool> interrupt = true;
  TrainOptions options = options_of(LossName::hinge);
  options.solver.interrupt = &interrupt;
  KernelTrainOptions kernel;
  kernel.solver.solver.interrupt = &interrupt;
  for (const CvResult& result : {cross_validate(line.data, options), cross_validate(line.data, kernel)}) {
    EXPECT_EQ(result.points[0].status, Status::interrupted);
    for (const double score : result.points[0].fold_scores) EXPECT_TRUE(std::isnan(score));
  }
}

TEST(CrossValidate, JudgesTheFoldsThatItHasTimeFor) {
  const NoisyLine line(100, 3, 2);
  TrainOptions options = options_of(LossName::hinge);
  options.solver.max_seconds = 1e-9;
  const CvPoint point = cross_validate(line.data, options).points[0];
  EXPECT_EQ(std::ranges::count_if(point.fold_scores, [](double score) { return std::isnan(score); }), 4);
  EXPECT_EQ(point.score, point.fold_scores[0]);
}

TEST(CrossValidate, QuantilesMediansAndExpectilesAreJudgedByWhatTheyMinimise) {
  const NoisyLine line(60, 2, 5);
  for (const auto& [name, score] : {std::pair{LossName::quantile, Score::pinball_loss},
                                    {LossName::absolute, Score::mean_absolute_error},
                                    {LossName::expectile, Score::expectile_loss},
                                    {LossName::huber, Score::mean_squared_error}}) {
    TrainOptions options = options_of(name);
    options.loss.tau = 0.9;
    EXPECT_EQ(score_of(options.loss), score);
    const CvResult result = cross_validate(line.data, options);
    const std::vector<double>& z = result.predictions;
    const double expected = score == Score::pinball_loss          ? pinball_loss(line.y, z, 0.9)
                            : score == Score::expectile_loss      ? expectile_loss(line.y, z, 0.9)
                            : score == Score::mean_absolute_error ? mean_absolute_error(line.y, z)
                                                                  : mean_squared_error(line.y, z);
    EXPECT_NEAR(result.points[0].score, expected, 1e-12 * expected);
  }
}

/// 30 rows of two classes, one of a third, which the first fold holds out.
struct FoldWithoutAClass {
  FoldWithoutAClass() : line(31, 3, 2), fold(31) {
    for (double& label : line.y) label += 4;
    line.y[7] = 9;
    for (std::size_t i = 0; i < fold.size(); ++i) fold[i] = i % 3 == 1 ? 0 : 1;
    cv.folds = 2;
    cv.fold = fold;
  }

  NoisyLine line;
  std::vector<int> fold;
  CvOptions cv;
};

TEST(CrossValidate, ATrainingDoesNotKnowAClassThatIsHeldOut) {
  const FoldWithoutAClass rare;
  for (const MultiClass way : {MultiClass::one_vs_rest, MultiClass::one_vs_one, MultiClass::multinomial}) {
    TrainOptions options = options_of(way == MultiClass::multinomial ? LossName::logistic : LossName::squared_hinge);
    options.multi_class = way;
    options.class_weights = {{4, 1.0}, {9, 2.0}};
    const CvResult result = cross_validate(rare.line.data, options, rare.cv);
    EXPECT_EQ(result.points[0].status, Status::converged);
    for (std::size_t i = 0; i < rare.fold.size(); ++i) EXPECT_TRUE(rare.fold[i] == 1 || result.predictions[i] < 9);
    ASSERT_EQ(result.decision_values.size(), 3 * rare.fold.size());
    EXPECT_NE(result.decision_values[3 * 7], 0);
    for (std::size_t i = 0; i < rare.fold.size(); ++i) EXPECT_EQ(result.is_predicted[i] != 0, rare.fold[i] >= 0);
  }
}

TEST(CrossValidate, OfOneClassLeftThereIsOneAnswer) {
  NoisyLine line(20, 3, 2);
  std::vector<int> fold(20);
  for (std::size_t i = 0; i < fold.size(); ++i) fold[i] = line.y[i] == 1 ? 0 : 1;
  CvOptions cv;
  cv.folds = 2;
  cv.fold = fold;
  EXPECT_EQ(cross_validate(line.data, options_of(LossName::hinge), cv).points[0].score, 0);
  EXPECT_EQ(cross_validate(line.data, KernelTrainOptions(), cv).points[0].score, 0);
}

TEST(CrossValidate, KernelsDoNotKnowAClassThatIsHeldOutEither) {
  FoldWithoutAClass rare;
  rare.line.y[4] = 10;  // held out with the other
  const CvResult result = cross_validate(rare.line.data, KernelTrainOptions(), rare.cv);
  for (std::size_t i = 0; i < rare.fold.size(); ++i) EXPECT_TRUE(rare.fold[i] == 1 || result.predictions[i] < 9);
}

TEST(Tune, RowsOfWeightZeroSayNothingOfTheScale) {
  NoisyLine line(60, 3, 0);
  const NoisyLine same(60, 3, 0);
  std::vector<double> weights(60, 1.0);
  for (const std::size_t i : {5, 6}) {
    weights[i] = 0;
    line.y[i] = 1e8;
    for (std::size_t j = 0; j < 3; ++j) line.x[3 * i + j] = 1e3F;
  }
  KernelTrainOptions kernel;
  kernel.machine = Machine::epsilon_svr;
  kernel.weights = weights;
  const CvPoint first = tune(line.data, kernel).points[0];
  const CvPoint without = tune(same.data, kernel).points[0];
  EXPECT_EQ(first.C, without.C);
  EXPECT_EQ(first.gamma, without.gamma);
  EXPECT_EQ(first.epsilon, without.epsilon);
  TrainOptions linear;
  linear.loss.name = LossName::epsilon_insensitive;
  linear.weights = weights;
  EXPECT_EQ(tune(line.data, linear).points[0].C, tune(same.data, linear).points[0].C);
}

TEST(CrossValidate, NaNIsTheWorstScore) {
  const std::vector<double> y = {0, 1, 2, 3};
  CvOptions cv;
  cv.folds = 2;
  const internal::HeldOut held_out(y, {}, {Score::mean_squared_error}, cv);
  const double none = std::nan("");
  EXPECT_TRUE(held_out.is_better(5, none));
  EXPECT_FALSE(held_out.is_better(none, 5));
  EXPECT_FALSE(held_out.is_better(none, none));
}

TEST(CrossValidate, FoldsWithoutRowsHaveNoPart) {
  const NoisyLine line(60, 3, 3);
  std::vector<double> weights;
  std::vector<int> fold;
  for (std::size_t i = 0; i < line.y.size(); ++i) {
    weights.push_back(line.y[i] < 2 ? 1 : 0);
    fold.push_back(static_cast<int>(i % 2));
  }
  TrainOptions options = options_of(LossName::hinge);
  options.weights = weights;
  CvOptions cv{.folds = 2, .fold = fold};
  const CvPoint full = cross_validate(line.data, options, cv).points[0];
  cv.folds = 4;
  const CvPoint point = cross_validate(line.data, options, cv).points[0];
  EXPECT_TRUE(std::isnan(point.fold_scores[3]));
  EXPECT_EQ(point.score, full.score);
  EXPECT_EQ(point.coef_norm, full.coef_norm);
  EXPECT_EQ(point.passes, full.passes);
}

TEST(CrossValidate, RefusesFoldsThatDoNotFit) {
  const NoisyLine line(10, 2, 2);
  const TrainOptions options = options_of(LossName::hinge);
  CvOptions cv;
  for (const int folds : {-3, 0, 1}) {
    cv.folds = folds;
    const auto said = support::message_of<InvalidParameter>([&] { cross_validate(line.data, options, cv); });
    EXPECT_TRUE(said.starts_with("folds:")) << said;
  }
  cv.folds = 5;
  std::vector<int> fold(9, 0);
  cv.fold = fold;
  EXPECT_THROW(cross_validate(line.data, options, cv), InvalidParameter);
  fold.assign(10, 5);
  cv.fold = fold;
  EXPECT_THROW(cross_validate(line.data, options, cv), InvalidParameter);
  fold.assign(10, 1);
  cv.fold = fold;
  EXPECT_THROW(cross_validate(line.data, options, cv), InvalidParameter);
  fold[3] = -1;
  cv.fold = fold;
  EXPECT_THROW(cross_validate(line.data, options, {}, std::vector<double>{0.0}), InvalidParameter);
}

TEST(CrossValidate, RefusesConstraintsOfOtherRows) {
  const NoisyLine line(40, 3, 2);
  CvOptions cv;
  cv.constraints = [](std::span<const double>) { return ConstraintSet(2); };
  EXPECT_EQ(support::message_of<InvalidParameter>([&] { cross_validate(line.data, options_of(LossName::hinge), cv); }),
            "constraints: 2 features given, must be of 3 features");
}

/// Folds whose trainings begin with rows of either class, whose labels are in neither case +1 and -1 in this order.
class FavouredClass : public testing::TestWithParam<bool> {
 protected:
  FavouredClass() : line(90, 3, 2), fold(90), lower(3, 0.0) {
    for (std::size_t i = 0; i < fold.size(); ++i) {
      line.y[i] = line.y[i] == 1 ? 8 : 3;
      fold[i] = static_cast<int>(i / 30);
    }
    line.y[30] = line.y[0] == 8 ? 3 : 8;
    if (GetParam()) line.data.release = [](std::int64_t, std::int64_t) {};  // nothing is copied
    options.loss.name = LossName::squared_hinge;
    options.bounds.lower = lower;
    options.solver.tolerance = 1e-9;
  }

  NoisyLine line;
  std::vector<int> fold;
  std::vector<double> lower;
  TrainOptions options;
};

TEST_P(FavouredClass, IsTheSameInAllFolds) {
  const double first = ordered_labels(line.y).front();
  CvOptions cv{.folds = 3, .fold = fold};
  const CvResult result = cross_validate(line.data, options, cv);
  for (int held_out = 0; held_out < 3; ++held_out) {
    std::vector<double> weights;
    for (const int f : fold) weights.push_back(f == held_out ? 0 : 1);
    weights[0] = std::max(weights[0], 1e-12);  // the first of those that count
    TrainOptions alone = options;
    alone.weights = weights;
    const LinearModel model = train(line.data, alone).model;
    ASSERT_EQ(model.labels.front(), first);
    const std::vector<double> values = decision_values(model, line.data.x);
    for (std::size_t i = 0; i < fold.size(); ++i)
      if (fold[i] == held_out) {
        EXPECT_NEAR(result.decision_values[i], values[i], 1e-4);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Copied, FavouredClass, testing::Bool(),
                         [](const auto& in_place) { return in_place.param ? "in_place" : "copied"; });

TEST(CrossValidate, TiesAreThoseOfTheOrderOfAllLabels) {
  const std::vector<float> x(6);
  const std::vector<double> y = {3, 8, 3, 8, 8, 3};
  const std::vector<int> fold = {0, 0, 2, 1, 1, 2};  // the rows behind the first fold's begin with label 8
  Dataset data;
  data.x = DenseView<float>{x.data(), 6, 1, 1};
  data.y = y;
  TrainOptions options = options_of(LossName::squared_hinge);
  options.intercept = Intercept::none;
  CvOptions cv;
  cv.folds = 3;
  cv.fold = fold;
  EXPECT_EQ(cross_validate(data, options, cv).predictions, std::vector<double>(6, 8));
}

}  // namespace
}  // namespace hingeline
