// SPDX-License-Identifier: BSD-3-Clause
//
// Crammer and Singer's machine held against its formulas written out, a slow solver of its dual, and the hinge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "problem/certificate.hpp"
#include "problem/crammer_singer_certificate.hpp"
#include "solvers/crammer_singer/crammer_singer.hpp"
#include "support/random_classes.hpp"

namespace hingeline {
namespace {

using support::RandomClasses;
using support::RandomProblem;
using support::RepeatedRows;
using support::Storage;

TrainOptions crammer_singer(Intercept intercept, double C, double tolerance) {
  TrainOptions options;
  options.loss = {.name = LossName::hinge};
  options.multi_class = MultiClass::crammer_singer;
  options.intercept = intercept;
  options.bias = 2;
  options.C = C;
  options.keep_dual = true;
  options.solver.tolerance = tolerance;
  return options;
}

/// The problem's rows, with the column of a penalized intercept, and classes and costs, all by their definitions.
struct Plain {
  Plain(const Dataset& data, const TrainOptions& options, const std::vector<double>& labels) {
    const auto& x = std::get<DenseView<double>>(data.x);
    count = labels.size();
    for (std::size_t i = 0; i < data.y.size(); ++i) {
      const double* row = x.values + static_cast<std::int64_t>(i) * x.stride;
      rows.emplace_back(row, row + x.cols);
      if (options.intercept == Intercept::penalized) rows.back().push_back(options.bias);
      classes.push_back(static_cast<std::size_t>(std::find(labels.begin(), labels.end(), data.y[i]) - labels.begin()));
      costs.push_back(options.C * (options.weights.empty() ? 1 : options.weights[i]));
    }
  }

  long double primal(const std::vector<long double>& w) const {
    long double total = 0;
    for (const long double entry : w) total += entry * entry / 2;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const long double own = output(w, i, classes[i]);
      long double largest = 0;
      for (std::size_t k = 0; k < count; ++k)
        if (k != classes[i]) largest = std::max(largest, output(w, i, k) + 1 - own);
      total += costs[i] * largest;
    }
    return total;
  }

  long double output(const std::vector<long double>& w, std::size_t i, std::size_t k) const {
    long double z = 0;
    for (std::size_t j = 0; j < rows[i].size(); ++j) z += rows[i][j] * w[j * count + k];
    return z;
  }

  void add(std::vector<long double>& w, std::size_t i, std::size_t k, long double scale) const {
    for (std::size_t j = 0; j < rows[i].size(); ++j) w[j * count + k] += scale * rows[i][j];
  }

  std::vector<std::vector<double>> rows;
  std::vector<std::size_t> classes;
  std::vector<double> costs;
  std::size_t count;
};

/// P of the model and D of its dual point, which must be feasible.
void expect_crammer_singer_proven(const Dataset& data, const TrainOptions& options, const TrainResult& result) {
  ASSERT_EQ(result.status, Status::converged) << result.parts.front().reason;
  const Plain plain(data, options, result.model.labels);
  const std::vector<double>& s = result.parts.front().dual_coef;
  std::vector<long double> w(result.model.coef.begin(), result.model.coef.end());
  if (options.intercept == Intercept::penalized)
    for (const double b : result.model.intercept) w.push_back(b / options.bias);
  std::vector<long double> u(w.size());
  long double dual = 0;
  for (std::size_t i = 0; i < plain.rows.size(); ++i) {
    long double sum = 0;
    for (std::size_t k = 0; k < plain.count; ++k) {
      const double dual_coef = s[i * plain.count + k];
      EXPECT_LE(dual_coef, k == plain.classes[i] ? plain.costs[i] : 0);
      sum += dual_coef;
      plain.add(u, i, k, dual_coef);
    }
    EXPECT_NEAR(static_cast<double>(sum), 0, 1e-15 * plain.costs[i]);
    dual += s[i * plain.count + plain.classes[i]];
  }
  for (const long double entry : u) dual -= entry * entry / 2;
  const auto primal = static_cast<double>(plain.primal(w));
  EXPECT_NEAR(result.certificate.primal, primal, 1e-12 * primal);
  EXPECT_NEAR(result.certificate.dual, static_cast<double>(dual), 1e-10 * primal);
  EXPECT_LE(primal - static_cast<double>(dual), options.solver.tolerance * primal + 1e-12 * primal);
}

/// Pairs of variables of a row, one after the other, each moved to the maximum: Platt's method, slowly.
std::vector<long double> slow_answer(const Plain& plain) {
  std::vector<long double> w(plain.rows.front().size() * plain.count);
  std::vector<long double> s(plain.rows.size() * plain.count);
  long double moved = 1;
  for (int pass = 0; pass < 20000 && moved > 1e-14L; ++pass) {
    moved = 0;
    for (std::size_t i = 0; i < plain.rows.size(); ++i) {
      long double norm = 0;
      for (const double value : plain.rows[i]) norm += static_cast<long double>(value) * value;
      for (std::size_t k = 0; k < plain.count && norm > 0; ++k)
        for (std::size_t l = 0; l < plain.count; ++l) {
          if (k == l) continue;
          const std::size_t y = plain.classes[i];
          const long double slope = plain.output(w, i, l) + (l == y ? 0 : 1) - plain.output(w, i, k) - (k == y ? 0 : 1);
          const long double room = (k == y ? plain.costs[i] : 0) - s[i * plain.count + k];
          const long double step = std::min(room, slope / (2 * norm));
          if (!(step > 0)) continue;
          s[i * plain.count + k] += step;
          s[i * plain.count + l] -= step;
          plain.add(w, i, k, step);
          plain.add(w, i, l, -step);
          moved = std::max(moved, step);
        }
    }
  }
  return w;
}

TrainOptions by(Solver solver, TrainOptions options) {
  options.solver.solver = solver;
  return options;
}

constexpr Solver solvers[] = {Solver::dual_cd, Solver::alm_newton};

class CrammerSingerWith : public ::testing::TestWithParam<std::tuple<Intercept, double>> {};

TEST_P(CrammerSingerWith, CertificateIsThatOfTheDefinitions) {
  const auto& [intercept, C] = GetParam();
  for (const int count : {3, 5, 20}) {
    const RandomClasses classes(100, 6, count);
    const Dataset data = classes.data();
    for (const Solver solver : solvers) {
      const TrainOptions options = by(solver, crammer_singer(intercept, C, 1e-6));
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
  for (const Solver solver : solvers) {
    TrainOptions options = by(solver, crammer_singer(intercept, C, 1e-6));
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
  const TrainOptions options = crammer_singer(intercept, C, 1e-9);
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
  const TrainOptions options = crammer_singer(intercept, C, 1e-9);
  const Plain plain(data, options, ordered_labels(data.y));
  const std::vector<long double> w = slow_answer(plain);
  const auto primal = static_cast<double>(plain.primal(w));
  for (const Solver solver : solvers) {
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
  for (const Solver solver : solvers) {
    TrainOptions options = by(solver, crammer_singer(intercept, C, 1e-6));
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
  const TrainOptions options = crammer_singer(Intercept::penalized, 0.5, 1e-7);
  const TrainResult expected = train(classes.data(Storage::dense_double), by(Solver::dual_cd, options));
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    for (const Solver solver : solvers) {
      const TrainResult result = train(classes.data(storage), by(solver, options));
      ASSERT_EQ(result.status, Status::converged);
      for (std::size_t j = 0; j < result.model.coef.size(); ++j)
        EXPECT_NEAR(result.model.coef[j], expected.model.coef[j], 2 * expected.certificate.coef_error_bound);
    }
  }
}

/// One column a million times the others, at every C: coordinate descent does not end on such data.
TEST(CrammerSinger, ConvergesAtAnyScaleAndCost) {
  const RandomClasses classes(60, 4, 4, 1e6);
  const Dataset data = classes.data();
  for (const double C : {1e-4, 1.0, 1e4}) {
    const TrainOptions options = crammer_singer(Intercept::penalized, C, 1e-6);
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
          train(classes.data(), crammer_singer(Intercept::none, squared / (scale * scale), 1e-4));
      const Certificate& proof = result.certificate;
      EXPECT_TRUE(result.status == Status::converged || (result.status == Status::numerical && squared > 1e9));
      if (result.status == Status::converged) {
        EXPECT_LE(proof.gap, 1e-3 * proof.primal);
      }
    }
  }
}

/// Rounding of margins of 1 costs more than all of the ridge.
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
    const TrainOptions options = crammer_singer(Intercept::none, 1, 1e-4);
    expect_crammer_singer_proven(data, options, train(data, options));
  }
}

TEST(CrammerSinger, SaysWhichSolverAndWhy) {
  const RandomClasses classes(60, 4, 4);
  const TrainOptions options = crammer_singer(Intercept::none, 1, 1e-6);
  const TrainResult chosen = train(classes.data(), options);
  EXPECT_EQ(chosen.parts.front().solver, "alm_newton");
  EXPECT_NE(chosen.parts.front().reason.find("passes of coordinate descent"), std::string::npos);
  const TrainResult asked = train(classes.data(), by(Solver::dual_cd, options));
  EXPECT_EQ(asked.parts.front().solver, "dual_cd");
  EXPECT_EQ(asked.parts.front().reason, "crammer_singer: all classes in one problem; asked for");
}

TEST(CrammerSinger, SettingAsideChangesNothingButTheWork) {
  const RandomClasses classes(400, 30, 3);
  TrainOptions options = by(Solver::dual_cd, crammer_singer(Intercept::none, 0.1, 1e-6));
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
  for (const Solver solver : solvers) {
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

TEST(CrammerSinger, GoesOnFromAnEarlierModelOrItsDual) {
  const RandomClasses classes(100, 6, 5);
  const Dataset data = classes.data();
  for (const Solver solver : {Solver::automatic, Solver::dual_cd, Solver::alm_newton}) {
    TrainOptions options = by(solver, crammer_singer(Intercept::penalized, 0.3, 1e-6));
    const TrainResult cold = train(data, options);
    const std::vector<std::vector<double>> dual = {cold.parts.front().dual_coef};
    options.warm_dual = dual;
    if (solver != Solver::alm_newton) {
      EXPECT_EQ(train(data, options).parts.front().passes, 0);
    }
    options.C = 0.4;
    expect_crammer_singer_proven(data, options, train(data, options));
    options.warm_dual = {};
    options.warm_start = &cold.model;
    expect_crammer_singer_proven(data, options, train(data, options));
    LinearModel shifted = cold.model;  // what all classes share changes no margin
    for (double& entry : shifted.coef) entry += 1;
    options.warm_start = &shifted;
    expect_crammer_singer_proven(data, options, train(data, options));
  }
}

TEST(CrammerSinger, KeepsToLimitsAndTheCallback) {
  const RandomClasses classes(300, 6, 4);
  for (const Solver solver : {Solver::automatic, Solver::dual_cd, Solver::alm_newton}) {
    TrainOptions options = by(solver, crammer_singer(Intercept::none, 10, 1e-9));
    options.solver.max_passes = 3;
    const TrainResult stopped = train(classes.data(), options);
    EXPECT_EQ(stopped.status, Status::max_passes);
    EXPECT_GT(stopped.certificate.gap, 0);
    options.solver.max_passes = 100000;
    options.solver.callback = [](const Progress& progress) { return progress.passes < 23; };
    EXPECT_EQ(train(classes.data(), options).status, Status::interrupted);
  }
}

TEST(CrammerSinger, IsNoWorseThanItsOpeningWhereItEnds) {
  const RandomClasses classes(300, 6, 4);
  TrainOptions options = crammer_singer(Intercept::none, 10, 1e-9);
  options.solver.max_passes = 20;
  const double opening = train(classes.data(), by(Solver::dual_cd, options)).certificate.gap;
  for (std::int64_t passes = 21; passes < 30; ++passes) {
    options.solver.max_passes = passes;
    EXPECT_LE(train(classes.data(), options).certificate.gap, opening) << passes;
  }
}

/// Rows stay active with two classes left while the third is set aside: nothing moves, and that is not the end.
TEST(CrammerSinger, IsNotStuckWhileClassesAreSetAside) {
  const std::vector<double> x = {0.10752816964101032,  0.10752816964101032, 0, 0,
                                 0.025690435281927576, 0.025141763995526818};
  const std::vector<double> y = {1, 2, 3};
  const Dataset data{DenseView<double>{x.data(), 3, 2, 2}, y, {}, {}};
  const TrainOptions options = crammer_singer(Intercept::none, 829.1, 1e-6);
  for (const Solver solver : {Solver::dual_cd, Solver::automatic}) {
    const TrainResult result = train(data, by(solver, options));
    EXPECT_EQ(result.status, Status::converged) << to_string(solver);
    EXPECT_NEAR(result.certificate.primal, 1868.48, 0.01) << to_string(solver);
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

TEST(CrammerSinger, IsNoWorseThanZeroWhereItEnds) {
  const RandomClasses classes(100, 6, 4);
  std::vector<double> x;
  const Dataset given = classes.data();
  const auto& rows = std::get<DenseView<double>>(given.x);
  for (std::int64_t i = 0; i < rows.rows; ++i)
    for (std::int32_t j = 0; j < rows.cols; ++j) x.push_back(rows.values[i * rows.stride + j] + 1e4);
  Dataset data = given;
  data.x = DenseView<double>{x.data(), rows.rows, rows.cols, rows.cols};
  for (const Solver solver : {Solver::dual_cd, Solver::alm_newton}) {
    TrainOptions options = by(solver, crammer_singer(Intercept::penalized, 1e8, 1e-9));
    options.solver.max_passes = 2;
    const TrainResult stopped = train(data, options);
    EXPECT_LE(stopped.certificate.primal, 100 * 1e8);
    EXPECT_GE(stopped.certificate.dual, 0);
    EXPECT_LE(stopped.certificate.dual, stopped.certificate.primal);
  }
}

/// Rows of one column far from 0, which tells no class from another: W = 0 is the answer, and no step finds it.
TEST(CrammerSinger, HasConvergedWhereZeroInItsPlaceIsTheAnswer) {
  const std::vector<double> x = {99.93802642822266,  99.88951873779297, 100.08018493652344, 100.18133544921875,
                                 100.07150268554688, 99.81993103027344, 100.03433990478516, 99.9105453491211,
                                 99.97763061523438,  99.88121795654297, 100.18495178222656, 99.7986831665039};
  const std::vector<double> y = {3, 2, 1, 0, 1, 3, 0, 2, 1, 2, 0, 3};
  const Dataset data{DenseView<double>{x.data(), 12, 1, 1}, y, {}, {}};
  TrainOptions options = by(Solver::dual_cd, crammer_singer(Intercept::none, 0.002608564607054844, 1e-8));
  options.standardize = true;
  const TrainResult result = train(data, options);
  EXPECT_EQ(result.status, Status::converged) << result.parts.front().reason;
  EXPECT_LE(result.certificate.relative_gap, 1e-8);
}

/// W = 0 in the answer's place is worth what s proves, but for the last digit.
TEST(CrammerSinger, ZeroIsNoBetterThanItsProof) {
  const std::vector<double> x = {-1, -3, -4, -4};
  const std::vector<double> y = {0, 1, 2, 3};
  const Dataset data{DenseView<double>{x.data(), 4, 1, 1}, y, {}, {}};
  for (double C = 1e-4; C < 0.1; C *= 1.1) {
    const TrainResult result = train(data, crammer_singer(Intercept::none, C, 1e-4));
    EXPECT_GE(result.certificate.gap, 0) << C;
    EXPECT_LE(result.certificate.dual, result.certificate.primal) << C;
    EXPECT_GE(result.certificate.coef_error_bound, 0) << C;
  }
}

/// Whatever the dual point, the proof makes it feasible and says what that is worth.
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

TEST(CrammerSinger, RefusesWhatItCannotDo) {
  const RandomClasses classes(60, 3, 3);
  const Dataset data = classes.data();
  const auto refuses = [&](auto change, const std::string& words) {
    TrainOptions options = crammer_singer(Intercept::penalized, 1, 1e-4);
    change(options);
    try {
      train(data, options);
      FAIL() << words;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  refuses([](TrainOptions& options) { options.loss.name = LossName::logistic; }, "hinge, not logistic");
  refuses([](TrainOptions& options) { options.intercept = Intercept::free; }, "penalized or none, not free");
  refuses([](TrainOptions& options) { options.penalty.l1 = 1; }, "ridge");
  refuses([](TrainOptions& options) { options.solver.solver = Solver::newton; }, "dual_cd or alm_newton, not newton");
}

}  // namespace
}  // namespace hingeline
