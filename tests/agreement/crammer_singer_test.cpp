// SPDX-License-Identifier: BSD-3-Clause
//
// Crammer and Singer's machine held against its formulas written out, a slow solver of its dual, and the hinge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "solvers/crammer_singer/crammer_singer.hpp"
#include "support/crammer_singer.hpp"

namespace hingeline {
namespace {

using support::by;
using support::crammer_singer_options;
using support::crammer_singer_solvers;
using support::expect_crammer_singer_proven;
using support::RandomClasses;
using support::RandomProblem;
using support::RepeatedRows;
using support::Storage;

class CrammerSingerWith : public ::testing::TestWithParam<std::tuple<Intercept, double>> {};

TEST_P(CrammerSingerWith, CertificateIsThatOfTheDefinitions) {
  const auto& [intercept, C] = GetParam();
  for (const int count : {3, 5, 20}) {
    const RandomClasses classes(100, 6, count);
    const Dataset data = classes.data();
    for (const Solver solver : crammer_singer_solvers) {
      const TrainOptions options = by(solver, crammer_singer_options(intercept, C, 1e-6));
      expect_crammer_singer_proven(data, options, train(data, options));
    }
  }
}

TEST_P(CrammerSingerWith, AClassMayHaveNoRows) {
  const auto& [intercept, C] = GetParam();
  const RandomClasses classes(100, 6, 4);
  const Dataset data = classes.data();
  std::vector<double> weights;
  for (const double label : data.y) weights.push_back(label == 9 ? 0 : 1);
  for (const Solver solver : crammer_singer_solvers) {
    TrainOptions options = by(solver, crammer_singer_options(intercept, C, 1e-6));
    options.class_weights = {{9, 0}};
    const TrainResult result = train(data, options);
    options.weights = weights;
    expect_crammer_singer_proven(data, options, result);
    EXPECT_EQ(result.model.labels.size(), 4U);
  }
}

TEST_P(CrammerSingerWith, BothSolversAgree) {
  const auto& [intercept, C] = GetParam();
  const RandomClasses classes(80, 5, 4);
  const Dataset data = classes.data();
  const TrainOptions options = crammer_singer_options(intercept, C, 1e-9);
  const TrainResult descent = train(data, by(Solver::dual_cd, options));
  const TrainResult newton = train(data, by(Solver::alm_newton, options));
  expect_crammer_singer_proven(data, options, descent);
  expect_crammer_singer_proven(data, options, newton);
  EXPECT_NEAR(newton.certificate.primal, descent.certificate.primal, 1e-8 * descent.certificate.primal);
  EXPECT_NEAR(newton.certificate.dual, descent.certificate.dual, 1e-8 * descent.certificate.primal);
}

TEST_P(CrammerSingerWith, AgreesWithASlowSolver) {
  const auto& [intercept, C] = GetParam();
  const RandomClasses classes(20, 4, 4);
  const Dataset data = classes.data();
  const TrainOptions options = crammer_singer_options(intercept, C, 1e-9);
  const support::PlainClasses plain(data, options, ordered_labels(data.y));
  const std::vector<long double> w = support::slow_crammer_singer(plain);
  const auto primal = static_cast<double>(plain.primal(w));
  for (const Solver solver : crammer_singer_solvers) {
    const TrainResult result = train(data, by(solver, options));
    expect_crammer_singer_proven(data, options, result);
    EXPECT_NEAR(result.certificate.primal, primal, 2e-9 * primal);
    for (std::size_t j = 0; j < result.model.coef.size(); ++j)
      EXPECT_NEAR(result.model.coef[j], static_cast<double>(w[j]), 2 * result.certificate.coef_error_bound + 1e-9);
  }
}

TEST_P(CrammerSingerWith, WeightsAreRepeatedRows) {
  const auto& [intercept, C] = GetParam();
  const RandomClasses classes(100, 5, 3);
  const RepeatedRows repeated(classes);
  const Dataset data = classes.data();
  for (const Solver solver : crammer_singer_solvers) {
    TrainOptions options = by(solver, crammer_singer_options(intercept, C, 1e-6));
    const TrainResult expected = train(repeated.data(), options);
    options.weights = repeated.weights;
    const TrainResult result = train(data, options);
    expect_crammer_singer_proven(data, options, result);
    EXPECT_NEAR(result.certificate.primal, expected.certificate.primal, 3e-6 * expected.certificate.primal);
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, CrammerSingerWith,
                         ::testing::Combine(::testing::Values(Intercept::penalized, Intercept::none),
                                            ::testing::Values(1e-3, 0.1, 1.0)));

TEST(CrammerSinger, IsTheSameInEveryLayout) {
  const RandomClasses classes(80, 6, 12);
  const TrainOptions options = crammer_singer_options(Intercept::penalized, 0.5, 1e-7);
  const TrainResult expected = train(classes.data(Storage::dense_double), by(Solver::dual_cd, options));
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    for (const Solver solver : crammer_singer_solvers) {
      const TrainResult result = train(classes.data(storage), by(solver, options));
      ASSERT_EQ(result.status, Status::converged);
      for (std::size_t j = 0; j < result.model.coef.size(); ++j)
        EXPECT_NEAR(result.model.coef[j], expected.model.coef[j], 2 * expected.certificate.coef_error_bound);
    }
  }
}

/// w_1 = -w_2 = w / 2, so that |w_1|^2 + |w_2|^2 = |w|^2 / 2.
TEST(CrammerSinger, OfTwoClassesIsTheHingeOfTwiceTheCost) {
  const RandomProblem random(200, 7, Loss{LossName::hinge}, 3);
  Problem problem = random.problem(Storage::csr_double);
  problem.intercept = Intercept::penalized;
  problem.C = 0.5;
  std::vector<std::int32_t> classes;
  for (const double y : problem.y) classes.push_back(y > 0 ? 0 : 1);
  SolverOptions options{.tolerance = 1e-9};
  Problem twice = problem;
  twice.C = 1;
  const Solution hinge = solve(twice, options);
  for (const Solver solver : crammer_singer_solvers) {
    options.solver = solver;
    const internal::ClassSolution joint = internal::crammer_singer({problem, classes, 2}, options, {});
    ASSERT_EQ(joint.solution.status, Status::converged);
    for (std::size_t j = 0; j < hinge.coef.size(); ++j) {
      EXPECT_NEAR(2 * joint.solution.coef[j], hinge.coef[j], 1e-3);
      EXPECT_NEAR(-joint.solution.coef[hinge.coef.size() + j], joint.solution.coef[j], 1e-9);
    }
    EXPECT_NEAR(joint.solution.certificate.primal, hinge.certificate.primal / 2, 1e-8 * hinge.certificate.primal);
  }
}

TEST(CrammerSinger, SaysWhichSolverAndWhy) {
  const RandomClasses classes(60, 4, 4);
  const TrainOptions options = crammer_singer_options(Intercept::none, 1, 1e-6);
  const TrainResult chosen = train(classes.data(), options);
  EXPECT_EQ(chosen.parts.front().solver, "alm_newton");
  EXPECT_NE(chosen.parts.front().reason.find("passes of coordinate descent"), std::string::npos);
  const TrainResult asked = train(classes.data(), by(Solver::dual_cd, options));
  EXPECT_EQ(asked.parts.front().solver, "dual_cd");
  EXPECT_EQ(asked.parts.front().reason, "crammer_singer: all classes in one problem; asked for");
}

TEST(CrammerSinger, SettingAsideChangesNothingButTheWork) {
  const RandomClasses classes(400, 30, 3);
  TrainOptions options = by(Solver::dual_cd, crammer_singer_options(Intercept::none, 0.1, 1e-6));
  std::int64_t least = 400;
  options.solver.callback = [&least](const Progress& progress) {
    least = std::min(least, progress.active);
    return true;
  };
  const TrainResult with = train(classes.data(), options);
  EXPECT_LT(least, 100);
  least = 400;
  options.solver.shrinking = false;
  const TrainResult without = train(classes.data(), options);
  EXPECT_GT(least, 350);  // rows of zeros are never visited
  EXPECT_NEAR(with.certificate.primal, without.certificate.primal, 2e-6 * without.certificate.primal);
}

TEST(CrammerSinger, RefusesWhatItCannotDo) {
  const RandomClasses classes(60, 3, 3);
  const Dataset data = classes.data();
  const auto refuses = [&](auto change, const char* words) {
    TrainOptions options = crammer_singer_options(Intercept::penalized, 1, 1e-4);
    change(options);
    support::expect_refused(data, options, words);
  };
  refuses([](TrainOptions& options) { options.loss.name = LossName::logistic; }, "hinge, not logistic");
  refuses([](TrainOptions& options) { options.intercept = Intercept::free; }, "penalized or none, not free");
  refuses([](TrainOptions& options) { options.penalty.l1 = 1; }, "ridge");
  refuses([](TrainOptions& options) { options.solver.solver = Solver::newton; }, "dual_cd or alm_newton, not newton");
}

}  // namespace
}  // namespace hingeline
