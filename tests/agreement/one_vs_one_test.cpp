// SPDX-License-Identifier: BSD-3-Clause
//
// A machine for every two classes is the machine of those classes' rows alone: in every layout, of every
// classification loss, whatever weights, intercept and constraints say.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/selection.hpp"
#include "hingeline/solve.hpp"
#include "models/class_pairs.hpp"
#include "models/rows_by_class.hpp"
#include "support/parameter_names.hpp"
#include "support/random_classes.hpp"

namespace hingeline {
namespace {

using internal::class_pairs;
using internal::RowsByClass;
using support::RandomClasses;
using support::Storage;

TrainOptions one_vs_one(const Loss& loss = {LossName::hinge}) {
  TrainOptions options;
  options.loss = loss;
  options.multi_class = MultiClass::one_vs_one;
  options.solver.tolerance = 1e-7;
  options.keep_dual = true;
  return options;
}

std::vector<Loss> classification_losses() {
  std::vector<Loss> losses;
  for (const Loss& loss : support::every_loss())
    if (is_classification(loss) && loss.name != LossName::plq) losses.push_back(loss);
  losses.push_back(plq_loss(PlqArgument::margin, {{{0, 1}, {-2, -1, 0}, {0, 0, 0}}}));
  return losses;
}

/// The rows of two classes, the first as +1, solved as they stand.
Solution alone(const Dataset& data, const TrainOptions& options, std::span<const double> labels, std::size_t pair) {
  const auto classes = class_pairs(labels.size())[pair];
  const std::vector<std::int64_t> chosen = RowsByClass(data.y, labels).of_pair(classes);
  const Dataset rows = internal::select_rows(data.x, chosen);
  std::vector<double> y;
  std::vector<double> weights;
  for (const std::int64_t i : chosen) {
    y.push_back(data.y[static_cast<std::size_t>(i)] == labels[classes.first] ? 1 : -1);
    if (!options.weights.empty()) weights.push_back(options.weights[static_cast<std::size_t>(i)]);
  }
  SolverOptions solver = options.solver;
  solver.seed += pair;
  return solve({rows.x, y, weights, options.loss, options.C, options.intercept, options.bias, options.penalty,
                options.bounds, options.constraints},
               solver);
}

void expect_pairs_alone(const Dataset& data, const TrainOptions& options) {
  const TrainResult result = train(data, options);
  const LinearModel& model = result.model;
  const auto outputs = static_cast<std::size_t>(model.outputs);
  ASSERT_EQ(outputs, class_pairs(model.labels.size()).size());
  ASSERT_EQ(result.parts.size(), outputs);
  EXPECT_EQ(result.status, Status::converged);
  double primal = 0;
  for (std::size_t k = 0; k < outputs; ++k) {
    const Solution pair = alone(data, options, model.labels, k);
    for (std::size_t j = 0; j < pair.coef.size(); ++j) EXPECT_EQ(model.coef[j * outputs + k], pair.coef[j]);
    EXPECT_EQ(model.intercept[k], pair.intercept);
    EXPECT_EQ(result.parts[k].dual_coef, pair.dual_coef);
    EXPECT_EQ(result.parts[k].certificate.primal, pair.certificate.primal);
    EXPECT_EQ(result.parts[k].certificate.relative_gap, pair.certificate.relative_gap);
    primal += pair.certificate.primal;
  }
  EXPECT_NEAR(result.certificate.primal, primal, 1e-12 * primal);
}

TEST(OneVsOne, EveryLossInterceptAndLayout) {
  const RandomClasses classes(60, 3, 4);
  for (const Loss& loss : classification_losses())
    for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
      SCOPED_TRACE(std::string(to_string(loss.name)) + support::name(intercept));
      TrainOptions options = one_vs_one(loss);
      options.intercept = intercept;
      expect_pairs_alone(classes.data(), options);
    }
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double})
    expect_pairs_alone(classes.data(storage), one_vs_one());
}

TEST(OneVsOne, WeightsPenaltiesBoundsAndConstraints) {
  const RandomClasses classes(60, 3, 3);
  std::vector<double> weights(60);
  for (std::size_t i = 0; i < 60; ++i) weights[i] = static_cast<double>(i % 3);
  TrainOptions options = one_vs_one();
  options.weights = weights;
  expect_pairs_alone(classes.data(), options);
  options.penalty = {0.5, 0.5};
  expect_pairs_alone(classes.data(), options);
  const std::vector<double> zeros(3, 0.0);
  options.penalty = {};
  options.bounds.lower = zeros;
  expect_pairs_alone(classes.data(), options);
  const std::vector<double> row = {1, 1, 1};
  const std::vector<double> total = {0.25};
  options.bounds = {};
  options.constraints = {DenseView<double>{row.data(), 1, 3, 3}, total, total};
  expect_pairs_alone(classes.data(), options);
}

TEST(OneVsOne, ClassWeightsAreRowWeightsAndStandardizeIsOfAllRows) {
  const RandomClasses classes(60, 3, 3, 1000);
  TrainOptions options = one_vs_one();
  options.class_weights = {{10, 2}, {9, 0.5}};
  const TrainResult by_class = train(classes.data(), options);
  std::vector<double> weights;
  for (const double label : classes.labels) weights.push_back(label == 10 ? 2 : label == 9 ? 0.5 : 1);
  options.class_weights.clear();
  options.weights = weights;
  EXPECT_EQ(by_class.model.coef, train(classes.data(), options).model.coef);

  options.standardize = true;
  const LinearModel scaled = train(classes.data(), options).model;
  ASSERT_EQ(scaled.column_scale.size(), 3U);
  EXPECT_GT(scaled.column_scale[0], 100 * scaled.column_scale[1]);
}

TEST(OneVsOne, ThreadsChangeNothing) {
  const RandomClasses classes(80, 4, 5);
  TrainOptions options = one_vs_one();
  const TrainResult one = train(classes.data(), options);
  options.threads = 3;
  const TrainResult three = train(classes.data(), options);
  EXPECT_EQ(one.model.coef, three.model.coef);
  EXPECT_EQ(one.model.intercept, three.model.intercept);
  for (std::size_t k = 0; k < one.parts.size(); ++k) EXPECT_EQ(one.parts[k].dual_coef, three.parts[k].dual_coef);
}

/// A class without a row of weight > 0 loses to all others; of two such the answer is w = 0.
TEST(OneVsOne, ClassesMayBeAbsent) {
  const RandomClasses classes(60, 3, 4);
  TrainOptions options = one_vs_one();
  options.class_weights = {{9, 0}, {7, 0}};
  const TrainResult result = train(classes.data(), options);
  EXPECT_EQ(result.status, Status::converged);
  for (const double label : predict(result.model, decision_values(result.model, classes.data().x)))
    EXPECT_TRUE(label == 10 || label == 8);
}

TEST(OneVsOne, BeginsWhereAnEarlierTrainingEnded) {
  const RandomClasses classes(90, 3, 3);
  TrainOptions options = one_vs_one();
  options.solver.solver = Solver::dual_cd;
  const TrainResult cold = train(classes.data(), options);
  std::vector<std::vector<double>> dual;
  for (const Solution& part : cold.parts) dual.push_back(part.dual_coef);
  options.warm_dual = dual;
  options.solver.tolerance *= 10;  // what the dual point alone proves is not as tight
  const TrainResult warm = train(classes.data(), options);
  EXPECT_EQ(warm.status, Status::converged);
  for (const Solution& part : warm.parts) EXPECT_EQ(part.passes, 0);

  dual[1].push_back(0);
  options.warm_dual = dual;
  EXPECT_THROW(train(classes.data(), options), InvalidParameter);
  options.warm_dual = {};
  options.warm_start = &cold.model;
  EXPECT_EQ(train(classes.data(), options).status, Status::converged);
  options.multi_class = MultiClass::one_vs_rest;  // as many outputs, of another meaning
  EXPECT_THROW(train(classes.data(), options), InvalidParameter);
}

TEST(OneVsOne, PathsBeginWhereTheLastPointsLead) {
  const RandomClasses classes(90, 3, 4);
  TrainOptions options = one_vs_one();
  options.solver.solver = Solver::dual_cd;
  const std::vector<double> costs = geometric_grid(0.01, 10, 8);
  const PathResult path = train_path(classes.data(), options, costs);
  std::int64_t warm = 0;
  std::int64_t cold = 0;
  for (std::size_t k = 0; k < costs.size(); ++k) {
    options.C = costs[k];
    const TrainResult single = train(classes.data(), options);
    EXPECT_EQ(path.points[k].status, Status::converged);
    EXPECT_NEAR(path.points[k].certificate.primal / single.certificate.primal, 1, 2e-7);
    warm += path.points[k].passes;
    for (const Solution& part : single.parts) cold += part.passes;
  }
  EXPECT_LT(warm, cold);
  EXPECT_LE(path.points.back().support_vectors, 90);
  EXPECT_GE(path.points.front().support_vectors, path.points.back().support_vectors);
}

TEST(OneVsOne, CrossValidatesFoldsThatLackAClass) {
  RandomClasses classes(60, 3, 3);
  std::fill(classes.labels.begin(), classes.labels.begin() + 2, 1.0);  // two rows of a class and of one more
  std::fill(classes.labels.begin() + 2, classes.labels.begin() + 4, 2.0);
  std::vector<int> fold(60, 0);
  for (std::size_t i = 4; i < 60; ++i) fold[i] = static_cast<int>(i % 3);
  CvOptions cv;
  cv.folds = 3;
  cv.fold = fold;
  const CvResult result = cross_validate(classes.data(), one_vs_one(), cv, std::vector<double>{0.1, 1});
  ASSERT_EQ(result.points.size(), 2U);
  for (const CvPoint& point : result.points) EXPECT_EQ(point.status, Status::converged);
  EXPECT_EQ(result.decision_values.size(), 60U * 10U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NE(result.predictions[i], classes.labels[i]);  // never seen
}

/// Probabilities of every kind: the largest is that of the label with most votes.
TEST(OneVsOne, ProbabilitiesNeverContradictTheVotes) {
  const RandomClasses classes(120, 3, 5);
  using Kind = Calibration::Kind;
  for (const Kind kind : {Kind::none, Kind::platt, Kind::isotonic}) {
    const TrainOptions options = one_vs_one({kind == Kind::none ? LossName::logistic : LossName::squared_hinge});
    const TrainResult result =
        kind == Kind::none ? train(classes.data(), options) : train_calibrated(classes.data(), options, kind);
    EXPECT_EQ(result.model.calibration.kind, kind);
    const std::vector<double> z = decision_values(result.model, classes.data().x);
    const std::vector<double> labels = predict(result.model, z);
    const std::vector<double> p = predict_probability(result.model, z);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const std::span<const double> row = std::span(p).subspan(5 * i, 5);
      const auto largest = std::max_element(row.begin(), row.end()) - row.begin();
      EXPECT_EQ(result.model.labels[static_cast<std::size_t>(largest)], labels[i]);
      EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, 1e-9);
    }
  }
}

}  // namespace
}  // namespace hingeline
