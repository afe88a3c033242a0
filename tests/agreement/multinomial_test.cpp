// SPDX-License-Identifier: BSD-3-Clause
//
// Multinomial logistic regression held against its formulas written out, and against the logistic loss.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include "core/random.hpp"
#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "problem/class_certificate.hpp"
#include "solvers/multinomial_newton/multinomial_newton.hpp"
#include "support/random_classes.hpp"

namespace hingeline {
namespace {

using support::RandomClasses;
using support::RandomProblem;
using support::RepeatedRows;
using support::Storage;

TrainOptions multinomial(Intercept intercept, double C, double tolerance) {
  return support::joint_options(MultiClass::multinomial, LossName::logistic, intercept, C, tolerance);
}

/// P and D of the problem, in long double from the definitions.
struct PrimalAndDual {
  long double primal = 0;
  long double dual = 0;
  long double imbalance = 0;  ///< the largest |sum_i s_ik|
};

PrimalAndDual bounds_of(const Dataset& data, const TrainOptions& options, const TrainResult& result) {
  const auto& x = std::get<DenseView<double>>(data.x);
  const auto count = static_cast<std::size_t>(result.model.outputs);
  const auto d = static_cast<std::size_t>(x.cols);
  const std::vector<double> z = decision_values(result.model, data.x);
  const std::vector<double>& s = result.parts.front().dual_coef;
  std::vector<long double> u(d * count), sums(count);
  PrimalAndDual bounds;
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    const double c = options.C * (options.weights.empty() ? 1 : options.weights[i]);
    const auto y = static_cast<std::size_t>(
        std::find(result.model.labels.begin(), result.model.labels.end(), data.y[i]) - result.model.labels.begin());
    long double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += std::exp(static_cast<long double>(z[i * count + k]));
    bounds.primal += c * (std::log(sum) - z[i * count + y]);
    for (std::size_t k = 0; k < count; ++k) {
      const double dual = s[i * count + k];
      sums[k] += dual;
      for (std::size_t j = 0; j < d; ++j) u[j * count + k] += dual * x.values[i * d + j];
      if (c == 0) {
        EXPECT_EQ(dual, 0);
        continue;
      }
      const long double q = (k == y ? 1.0L : 0.0L) - static_cast<long double>(dual) / c;
      EXPECT_GE(q, -1e-15L);
      if (q > 0) bounds.dual -= c * q * std::log(q);
    }
  }
  for (const double w : result.model.coef) bounds.primal += 0.5L * w * w;
  for (const long double entry : u) bounds.dual -= 0.5L * entry * entry;
  for (std::size_t k = 0; k < count; ++k) {
    if (options.intercept == Intercept::free) bounds.imbalance = std::max(bounds.imbalance, std::abs(sums[k]));
    if (options.intercept != Intercept::penalized) continue;
    const long double v = result.model.intercept[k] / options.bias;
    bounds.primal += 0.5L * v * v;
    bounds.dual -= 0.5L * options.bias * options.bias * sums[k] * sums[k];
  }
  return bounds;
}

void expect_multinomial_proven(const Dataset& data, const TrainOptions& options, const TrainResult& result) {
  ASSERT_EQ(result.status, Status::converged) << result.parts.front().reason;
  const PrimalAndDual bounds = bounds_of(data, options, result);
  const auto primal = static_cast<double>(bounds.primal);
  EXPECT_NEAR(result.certificate.primal, primal, 1e-12 * primal);
  EXPECT_NEAR(result.certificate.dual, static_cast<double>(bounds.dual), 1e-10 * primal);
  EXPECT_LE(primal - static_cast<double>(bounds.dual), options.solver.tolerance * primal + 1e-12 * primal);
  EXPECT_LE(bounds.imbalance, 1e-12 * options.C * static_cast<double>(data.y.size()));
}

class MultinomialWith : public ::testing::TestWithParam<std::tuple<Intercept, double>> {};

TEST_P(MultinomialWith, CertificateIsThatOfTheDefinitions) {
  const auto& [intercept, C] = GetParam();
  for (const double scale : {1.0, 1e4}) {
    const RandomClasses classes(150, 6, 4, scale);
    const TrainOptions options = multinomial(intercept, C, 1e-8);
    const Dataset data = classes.data();
    expect_multinomial_proven(data, options, train(data, options));
  }
}

TEST_P(MultinomialWith, WeightsAreRepeatedRows) {
  const auto& [intercept, C] = GetParam();
  const RandomClasses classes(100, 5, 3);
  const RepeatedRows repeated(classes);
  const Dataset data = classes.data();
  TrainOptions options = multinomial(intercept, C, 1e-10);
  const TrainResult expected = train(repeated.data(), options);
  options.weights = repeated.weights;
  const TrainResult result = train(data, options);
  expect_multinomial_proven(data, options, result);
  EXPECT_NEAR(result.certificate.primal, expected.certificate.primal, 1e-9 * expected.certificate.primal);
}

TEST_P(MultinomialWith, AClassMayHaveNoRows) {
  const auto& [intercept, C] = GetParam();
  const RandomClasses classes(150, 6, 4);
  const Dataset data = classes.data();
  TrainOptions options = multinomial(intercept, C, 1e-8);
  std::vector<double> weights;
  for (const double label : data.y) weights.push_back(label == 9 ? 0 : 1);
  options.class_weights = {{9, 0}};
  const TrainResult result = train(data, options);
  options.weights = weights;
  expect_multinomial_proven(data, options, result);
  EXPECT_EQ(result.model.labels.size(), 4U);
  if (intercept == Intercept::free) {
    EXPECT_EQ(std::ranges::count(predict(result.model, decision_values(result.model, data.x)), 9.0), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, MultinomialWith,
                         ::testing::Combine(::testing::Values(Intercept::free, Intercept::penalized, Intercept::none),
                                            ::testing::Values(1e-3, 1.0, 1e3)));

TEST(Multinomial, IsTheSameInEveryLayout) {
  const RandomClasses classes(120, 8, 3);
  TrainOptions options = multinomial(Intercept::free, 1, 1e-10);
  const TrainResult expected = train(classes.data(Storage::dense_double), options);
  for (const Storage storage : {Storage::dense_float, Storage::csr_float, Storage::csr_double}) {
    const TrainResult result = train(classes.data(storage), options);
    for (std::size_t j = 0; j < result.model.coef.size(); ++j)
      EXPECT_NEAR(result.model.coef[j], expected.model.coef[j], 1e-5) << to_string(storage);
  }
}

/// w_1 = -w_2 = w / 2, so that |w_1|^2 + |w_2|^2 = |w|^2 / 2.
TEST(Multinomial, OfTwoClassesIsLogisticOfTwiceTheCost) {
  const RandomProblem random(200, 7, Loss{LossName::logistic}, 3);
  Problem problem = random.problem(Storage::csr_double);
  problem.intercept = Intercept::free;
  problem.C = 1.5;
  std::vector<std::int32_t> classes;
  for (const double y : problem.y) classes.push_back(y > 0 ? 0 : 1);
  SolverOptions options{.tolerance = 1e-12};
  const internal::ClassSolution joint = internal::multinomial_newton({problem, classes, 2}, options, {});
  Problem twice = problem;
  twice.C = 3;
  const Solution logistic = solve(twice, options);
  for (std::size_t j = 0; j < logistic.coef.size(); ++j) {
    EXPECT_NEAR(2 * joint.solution.coef[j], logistic.coef[j], 1e-5);
    EXPECT_NEAR(-joint.solution.coef[logistic.coef.size() + j], joint.solution.coef[j], 1e-8);
  }
  EXPECT_NEAR(2 * joint.intercept[0], logistic.intercept, 1e-5);
  EXPECT_NEAR(joint.solution.certificate.primal, logistic.certificate.primal / 2, 1e-9 * logistic.certificate.primal);
}

TEST(Multinomial, GoesOnFromAnEarlierModelOrItsDual) {
  const RandomClasses classes(300, 6, 5);
  const Dataset data = classes.data();
  TrainOptions options = multinomial(Intercept::free, 1, 1e-8);
  const TrainResult cold = train(data, options);
  options.warm_start = &cold.model;
  EXPECT_LE(train(data, options).parts.front().iterations, 1);
  options.warm_start = nullptr;
  const std::vector<std::vector<double>> dual = {cold.parts.front().dual_coef};
  options.warm_dual = dual;
  const TrainResult warm = train(data, options);
  expect_multinomial_proven(data, options, warm);
  EXPECT_LT(warm.parts.front().iterations, cold.parts.front().iterations);
}

TEST(Multinomial, StandardizedColumnsAreTheProblemOfScaledData) {
  const RandomClasses classes(200, 4, 3, 1e5);
  TrainOptions options = multinomial(Intercept::free, 1, 1e-9);
  options.standardize = true;
  const TrainResult result = train(classes.data(), options);
  EXPECT_EQ(result.status, Status::converged);
  RandomClasses same(200, 4, 3, 1);
  const TrainResult expected = train(same.data(), options);
  EXPECT_NEAR(result.certificate.primal, expected.certificate.primal, 1e-7 * expected.certificate.primal);
}

TEST(Multinomial, KeepsToLimitsAndTheCallback) {
  const RandomClasses classes(300, 6, 4);
  TrainOptions options = multinomial(Intercept::free, 10, 1e-9);
  options.solver.max_passes = 5;
  EXPECT_EQ(train(classes.data(), options).status, Status::max_passes);
  options.solver.max_passes = 100000;
  options.solver.callback = [](const Progress& progress) {
    EXPECT_EQ(progress.parts, 1);
    return progress.passes < 10;
  };
  const TrainResult result = train(classes.data(), options);
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_GT(result.certificate.gap, 0);
}

/// What one class has too much by then, half of the rows' shares must make good.
TEST(Multinomial, ProvesAPointFarFromBalance) {
  const RandomClasses classes(20000, 3, 4);
  TrainOptions options = multinomial(Intercept::free, 1, 1e-9);
  LinearModel start = train(classes.data(), options).model;
  start.intercept[1] += 3;
  options.warm_start = &start;
  options.solver.max_passes = 1;
  const TrainResult result = train(classes.data(), options);
  const PrimalAndDual bounds = bounds_of(classes.data(), options, result);
  EXPECT_LT(static_cast<double>(bounds.imbalance), 1e-8);
  EXPECT_NEAR(static_cast<double>(bounds.primal), result.certificate.primal, 1e-9 * result.certificate.primal);
  EXPECT_LE(result.certificate.dual, result.certificate.primal);
}

/// Shares of 0 but for rounding have nothing to move, and no dual point of theirs has sums of 0.
TEST(Multinomial, AStartFromWhichNothingIsProvenIsIgnored) {
  for (const double scale : {1.0, 1e-6}) {
    const RandomClasses classes(150, 3, 3, scale);
    TrainOptions options = multinomial(Intercept::free, 1, 1e-6);
    const TrainResult cold = train(classes.data(), options);
    for (const double far : {15.0, 60.0, 2000.0}) {
      LinearModel start = cold.model;
      start.intercept = {2 * far, -far, -far};
      options.warm_start = &start;
      const TrainResult result = train(classes.data(), options);
      EXPECT_EQ(result.status, Status::converged);
      EXPECT_NEAR(result.certificate.primal, cold.certificate.primal, 1e-5 * cold.certificate.primal);
    }
    options.warm_start = nullptr;
  }
}

TEST(Multinomial, ProvesNothingOfAPointThatCannotBeBalanced) {
  const std::vector<double> x = {0.1, 0.2, 0.3, 0.4};
  const std::vector<double> y = {0, 0, 0, 0};
  const std::vector<int> of_class = {0, 1, 2, 1};
  Problem rows;
  rows.x = DenseView<double>{x.data(), 4, 1, 1};
  rows.y = y;
  rows.intercept = Intercept::free;
  const internal::ClassProblem problem = {rows, of_class, 3};
  const internal::ClassBaseline constant = internal::baseline(problem);
  const std::vector<double> w(3);
  std::vector<double> s(12);
  internal::ThreadPool alone(1);
  const std::vector<double> near = {0.5, 0, -0.5};
  const std::vector<double> far = {4000, -2000, -2000};
  const Certificate some = internal::certify(problem, constant, {w, near, s}, alone);
  EXPECT_LE(some.dual, constant.primal);
  EXPECT_GE(some.dual, -10);
  const Certificate none = internal::certify(problem, constant, {w, far, s}, alone);
  EXPECT_EQ(none.gap, HUGE_VAL);
  EXPECT_EQ(none.dual, 0);
  EXPECT_FALSE(internal::accepts(none, 0.5));
}

TEST(Multinomial, StaysAtItsOptimumWithToleranceZero) {
  for (const int count : {3, 4, 5})
    for (const double C : {1e-3, 0.1, 10.0}) {
      const RandomClasses classes(225, 5, count);
      TrainOptions options = multinomial(Intercept::free, C, 0);
      options.solver.max_passes = 2000;
      const TrainResult result = train(classes.data(), options);
      EXPECT_LE(result.certificate.relative_gap, 1e-11) << count << " classes, C = " << C;
    }
}

/// Losses of rows that are right beyond doubt are known to their last digits, however large outputs are.
TEST(Multinomial, IsProvenWhereCostsAreFarAboveTheOptimum) {
  for (const double scale : {1.0, 1e6}) {
    const support::ClassesApart classes(scale);
    for (const double squared : {1e4, 1e9, 1e12, 1e16}) {
      SCOPED_TRACE(squared);
      const TrainResult result = train(classes.data(), multinomial(Intercept::none, squared / (scale * scale), 1e-4));
      const Certificate& proof = result.certificate;
      EXPECT_TRUE(result.status == Status::converged || (result.status == Status::numerical && squared > 1e9));
      if (result.status == Status::converged) {
        EXPECT_LE(proof.gap, 1e-3 * proof.primal);
      }
    }
  }
}

TEST(Multinomial, RefusesWhatItCannotDo) {
  const RandomClasses classes(60, 3, 3);
  const Dataset data = classes.data();
  const auto refuses = [&](auto change, const char* words) {
    TrainOptions options = multinomial(Intercept::free, 1, 1e-4);
    change(options);
    support::expect_refused(data, options, words);
  };
  refuses([](TrainOptions& options) { options.loss.name = LossName::hinge; }, "logistic, not hinge");
  refuses([](TrainOptions& options) { options.penalty.l1 = 1; }, "ridge");
  refuses([](TrainOptions& options) { options.solver.solver = Solver::dual_cd; }, "not dual_cd");
}

TEST(Multinomial, ProbabilitiesAreSharesOfExponentials) {
  LinearModel model;
  model.loss = {.name = LossName::logistic};
  model.multi_class = MultiClass::multinomial;
  model.labels = {1, 2, 3};
  model.outputs = 3;
  const std::vector<double> values = {0, std::log(2.0), std::log(5.0), 1000, 0, -1000};
  const std::vector<double> p = predict_probability(model, values);
  const std::vector<double> expected = {0.125, 0.25, 0.625, 1, 0, 0};
  for (std::size_t k = 0; k < p.size(); ++k) EXPECT_NEAR(p[k], expected[k], 1e-15);
}

}  // namespace
}  // namespace hingeline
