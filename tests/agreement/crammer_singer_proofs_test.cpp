// SPDX-License-Identifier: BSD-3-Clause
//
// Crammer and Singer's machine where its proof is hard: large costs, rounding, answers of 0, any dual point.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "hingeline/model.hpp"
#include "problem/certificate.hpp"
#include "problem/crammer_singer_certificate.hpp"
#include "solvers/crammer_singer/crammer_singer.hpp"
#include "support/crammer_singer.hpp"

namespace hingeline {
namespace {

using support::by;
using support::crammer_singer_options;
using support::expect_crammer_singer_proven;
using support::RandomClasses;

/// One column a million times the others, at every C: coordinate descent does not end on such data.
TEST(CrammerSinger, ConvergesAtAnyScaleAndCost) {
  const RandomClasses classes(60, 4, 4, 1e6);
  const Dataset data = classes.data();
  for (const double C : {1e-4, 1.0, 1e4}) {
    const TrainOptions options = crammer_singer_options(Intercept::penalized, C, 1e-6);
    const TrainResult result = train(data, options);
    expect_crammer_singer_proven(data, options, result);
    EXPECT_LT(result.parts.front().passes, 400);
  }
}

/// Outputs of rows that lose nothing have no part in the objective, nor has their rounding.
TEST(CrammerSinger, IsProvenWhereCostsAreFarAboveTheOptimum) {
  for (const double scale : {1.0, 1e6}) {
    const support::ClassesApart classes(scale);
    for (const double squared : {1e4, 1e9, 1e12, 1e15}) {
      SCOPED_TRACE(squared);
      const TrainResult result =
          train(classes.data(), crammer_singer_options(Intercept::none, squared / (scale * scale), 1e-4));
      const Certificate& proof = result.certificate;
      EXPECT_TRUE(result.status == Status::converged || (result.status == Status::numerical && squared > 1e9));
      if (result.status == Status::converged) {
        EXPECT_LE(proof.gap, 1e-3 * proof.primal);
      }
    }
  }
}

/// The rounding of margins near 1 costs more than the whole ridge.
TEST(CrammerSinger, IsProvenWhereRoundingOfMarginsOutweighsTheRidge) {
  constexpr std::int32_t cols = 25;
  for (const std::uint64_t seed : {1, 2, 3}) {
    internal::Random random(seed);
    std::vector<double> x(50 * cols);
    for (double& value : x) value = 1e6 * random.normal();
    std::vector<double> y;
    for (auto row = x.begin(); row != x.end(); row += cols)
      y.push_back(static_cast<double>(std::max_element(row, row + 3) - row));
    const Dataset data{DenseView<double>{x.data(), 50, cols, cols}, y, {}, {}};
    const TrainOptions options = crammer_singer_options(Intercept::none, 1, 1e-4);
    expect_crammer_singer_proven(data, options, train(data, options));
  }
}

/// Rows stay active with two classes while their third class is set aside: no variable moves, but that is no optimum.
TEST(CrammerSinger, IsNotStuckWhileClassesAreSetAside) {
  const std::vector<double> x = {0.10752816964101032,  0.10752816964101032, 0, 0,
                                 0.025690435281927576, 0.025141763995526818};
  const std::vector<double> y = {1, 2, 3};
  const Dataset data{DenseView<double>{x.data(), 3, 2, 2}, y, {}, {}};
  const TrainOptions options = crammer_singer_options(Intercept::none, 829.1, 1e-6);
  for (const Solver solver : {Solver::dual_cd, Solver::automatic}) {
    const TrainResult result = train(data, by(solver, options));
    EXPECT_EQ(result.status, Status::converged) << to_string(solver);
    EXPECT_NEAR(result.certificate.primal, 1868.48, 0.01) << to_string(solver);
  }
}

/// One column, far from 0 and the same for all classes: the answer is W = 0, which no step finds.
TEST(CrammerSinger, HasConvergedWhereZeroInItsPlaceIsTheAnswer) {
  const std::vector<double> x = {99.93802642822266,  99.88951873779297, 100.08018493652344, 100.18133544921875,
                                 100.07150268554688, 99.81993103027344, 100.03433990478516, 99.9105453491211,
                                 99.97763061523438,  99.88121795654297, 100.18495178222656, 99.7986831665039};
  const std::vector<double> y = {3, 2, 1, 0, 1, 3, 0, 2, 1, 2, 0, 3};
  const Dataset data{DenseView<double>{x.data(), 12, 1, 1}, y, {}, {}};
  TrainOptions options = by(Solver::dual_cd, crammer_singer_options(Intercept::none, 0.002608564607054844, 1e-8));
  options.standardize = true;
  const TrainResult result = train(data, options);
  EXPECT_EQ(result.status, Status::converged) << result.parts.front().reason;
  EXPECT_LE(result.certificate.relative_gap, 1e-8);
}

/// Where W = 0 takes the place of the answer, its objective equals the dual objective of s up to the last digit.
TEST(CrammerSinger, ZeroIsNoBetterThanItsProof) {
  const std::vector<double> x = {-1, -3, -4, -4};
  const std::vector<double> y = {0, 1, 2, 3};
  const Dataset data{DenseView<double>{x.data(), 4, 1, 1}, y, {}, {}};
  for (double C = 1e-4; C < 0.1; C *= 1.1) {
    const TrainResult result = train(data, crammer_singer_options(Intercept::none, C, 1e-4));
    EXPECT_GE(result.certificate.gap, 0) << C;
    EXPECT_LE(result.certificate.dual, result.certificate.primal) << C;
    EXPECT_GE(result.certificate.coef_error_bound, 0) << C;
  }
}

/// The proof makes any dual point feasible, and its dual objective is that of the feasible point.
TEST(CrammerSinger, ProofHoldsForAnyDualPoint) {
  const RandomClasses classes(40, 3, 3);
  const Dataset data = classes.data();
  Problem rows;
  rows.x = data.x;
  rows.C = 2;
  rows.intercept = Intercept::none;
  std::vector<std::int32_t> numbers;
  for (const double label : data.y) numbers.push_back(static_cast<std::int32_t>(10 - label));
  const internal::ClassProblem problem{rows, numbers, 3};
  SolverOptions exact{.tolerance = 1e-9};
  const double optimum = internal::crammer_singer(problem, exact, {}).solution.certificate.primal;
  internal::Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<double> s(3 * numbers.size()), w(9), z(s.size());
    for (double& entry : s) entry = 4 * random.normal();
    const Certificate proof = internal::certify(problem, {s, w, z});
    EXPECT_LE(proof.dual, optimum);
    EXPECT_GE(proof.primal, optimum * (1 - 1e-9));
    std::vector<double> other = w;
    for (double& entry : other) entry += random.normal();
    const Certificate pair = internal::certify_pair(problem, {s, other, z});
    EXPECT_GE(pair.primal, optimum * (1 - 1e-9));
    EXPECT_NEAR(pair.dual, proof.dual, 1e-12 * pair.primal);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      EXPECT_NEAR(s[3 * i] + s[3 * i + 1] + s[3 * i + 2], 0, 1e-15);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_LE(s[3 * i + k], k == static_cast<std::size_t>(numbers[i]) ? 2 : 0);
    }
  }
}

TEST(CrammerSinger, ProvesNothingByOutputsThatAreNoNumbers) {
  const std::vector<double> x = {1e300, 1e300};
  const std::vector<double> y = {0};
  const std::vector<std::int32_t> classes = {0};
  Problem rows;
  rows.x = DenseView<double>{x.data(), 1, 2, 2};
  rows.y = y;
  rows.intercept = Intercept::none;
  const internal::ClassProblem problem{rows, classes, 2};
  std::vector<double> s = {0, 0};
  std::vector<double> w = {2.5e9, -2.5e9, -2.5e9, 2.5e9};
  std::vector<double> z(2);
  const Certificate proof = certify_pair(problem, internal::CrammerSingerPoint{s, w, z});
  EXPECT_FALSE(internal::accepts(proof, 0.5));
}

}  // namespace
}  // namespace hingeline
