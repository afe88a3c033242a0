// SPDX-License-Identifier: BSD-3-Clause
//
// Penalties, bounds and constraints: answers are feasible, no point nearby is better, and the certificate agrees with
// the formulas.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/constraint_set.hpp"
#include "hingeline/error.hpp"
#include "hingeline/solve.hpp"
#include "problem/certificate.hpp"
#include "solvers/dual_cd/coefficient_pull.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

using support::RandomProblem;
using support::Storage;

using internal::infinity;
constexpr double constrained_tolerance = 1e-8;
constexpr std::int32_t features = 5;

struct Restriction {
  std::string name;
  Penalty penalty = {};
  void (*add)(ConstraintSet& set, const Problem& problem) = [](ConstraintSet&, const Problem&) {};
};

void PrintTo(const Restriction& restriction, std::ostream* out) { *out << restriction.name; }

const std::vector<double> omega = {1, 0, 2, 0.5, 1};

const std::vector<Restriction> restrictions = {
    {"ridge_of_its_own_strength", {.l2 = 0.3}},
    {"lasso", {.l1 = 2, .l2 = 0}},
    {"elastic_net", {.l1 = 1.5, .l2 = 0.5, .l1_weights = omega}},
    {"nonnegative", {}, [](ConstraintSet& set, const Problem&) { set.bound_all(0, infinity); }},
    {"box_of_an_elastic_net", {.l1 = 1}, [](ConstraintSet& set, const Problem&) { set.bound_all(-0.2, 0.3); }},
    {"box_without_0", {}, [](ConstraintSet& set, const Problem&) { set.bound_all(0.1, 0.3); }},
    {"lasso_in_a_box", {.l1 = 0.5, .l2 = 0}, [](ConstraintSet& set, const Problem&) { set.bound_all(-1, 0.2); }},
    {"ordered", {}, [](ConstraintSet& set, const Problem&) { set.order(); }},
    {"simplex",
     {},
     [](ConstraintSet& set, const Problem&) {
       set.bound_all(0, infinity);
       set.fix_sum(1);
     }},
    {"fair",
     {},
     [](ConstraintSet& set, const Problem& problem) {
       std::vector<double> sensitive;
       for (std::size_t i = 0; i < problem.y.size(); ++i)
         sensitive.push_back(support::slow_row(problem.x, static_cast<std::int64_t>(i))[1] > 0 ? 1 : 0);
       set.limit_covariance(problem.x, sensitive, 0.01);
     }},
};

double violation(const ConstraintSet& set, const std::vector<double>& w) {
  double most = 0;
  const auto look = [&](double z, double lower, double upper) { most = std::max({most, lower - z, z - upper}); };
  const Bounds bounds = set.bounds();
  for (std::size_t j = 0; j < bounds.lower.size(); ++j) look(w[j], bounds.lower[j], bounds.upper[j]);
  const Constraints constraints = set.constraints();
  for (std::size_t k = 0; k < constraints.lower.size(); ++k) {
    const std::vector<double> row = support::slow_row(constraints.rows, static_cast<std::int64_t>(k));
    double z = 0;
    for (std::size_t j = 0; j < row.size(); ++j) z += row[j] * w[j];
    look(z, constraints.lower[k], constraints.upper[k]);
  }
  return most;
}

class ConstrainedBy : public ::testing::TestWithParam<std::tuple<Restriction, Loss, Intercept>> {};

TEST_P(ConstrainedBy, NoFeasiblePointIsBetter) {
  const auto& [restriction, loss, intercept] = GetParam();
  const RandomProblem random_problem(80, features, loss, 21);
  Problem problem = random_problem.problem(Storage::csr_float);
  problem.weights = random_problem.weights();
  problem.intercept = intercept;
  problem.bias = 0.7;
  problem.penalty = restriction.penalty;
  ConstraintSet set(features);
  restriction.add(set, problem);
  problem.bounds = set.bounds();
  problem.constraints = set.constraints();

  const Solution solution = solve(problem, {.tolerance = constrained_tolerance});
  ASSERT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap << " " << solution.reason;
  const bool separable = rows(problem.constraints.rows) == 0;
  const bool is_ridge = restriction.name == "ridge_of_its_own_strength" && is_differentiable(loss);
  const bool is_proximal = separable && loss.name == LossName::logistic;
  EXPECT_EQ(solution.solver, is_ridge ? "newton" : is_proximal ? "proximal_newton" : "alm_newton");
  EXPECT_LE(violation(set, solution.coef), 1e-7);
  const auto primal = static_cast<double>(support::slow_primal(problem, solution.coef, solution.intercept));
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
  EXPECT_LE(solution.certificate.gap, constrained_tolerance * primal);

  internal::Random random(5);
  for (int repeat = 0; repeat < 300; ++repeat) {
    std::vector<double> other = solution.coef;
    const double size = std::pow(10.0, -4 * random.uniform());
    for (double& w : other) w += size * random.normal() * (random.uniform() < 0.5 ? 1 : 0);
    const double b = intercept == Intercept::none ? 0 : solution.intercept + size * random.normal();
    if (violation(set, other) > 0) continue;
    EXPECT_GE(static_cast<double>(support::slow_primal(problem, other, b)), solution.certificate.dual * (1 - 1e-12));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ConstrainedBy,
    ::testing::Combine(::testing::ValuesIn(restrictions),
                       ::testing::Values(Loss{.name = LossName::hinge}, Loss{.name = LossName::logistic},
                                         Loss{.name = LossName::quantile, .epsilon = 0, .tau = 0.3},
                                         Loss{.name = LossName::huber}, support::lopsided_plq()),
                       ::testing::Values(Intercept::free, Intercept::penalized, Intercept::none)),
    [](const auto& tested) {
      return std::get<0>(tested.param).name + "_" + std::string(to_string(std::get<1>(tested.param).name)) + "_" +
             support::name(std::get<2>(tested.param));
    });

TEST(Constraints, LassoCoefficientsAreExactlyZero) {
  const RandomProblem random_problem(60, features, {.name = LossName::huber}, 4);
  Problem problem = random_problem.problem(Storage::dense_double);
  std::ptrdiff_t last = features + 1;
  for (const double l1 : {0.1, 20.0, 1000.0}) {
    problem.penalty = {.l1 = l1, .l2 = 0};
    const Solution solution = solve(problem, {.tolerance = constrained_tolerance});
    const auto zeros = std::count(solution.coef.begin(), solution.coef.end(), 0.0);
    EXPECT_LT(features - zeros, last);
    last = features - zeros;
  }
  EXPECT_EQ(last, 0);
}

/// What restricts coefficients one by one beside a ridge, by coordinate descent and by the augmented Lagrangian.
TEST(Constraints, CoordinateDescentPullsCoefficients) {
  for (const Restriction& restriction : restrictions)
    for (const Loss& loss : support::every_loss())
      for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none})
        for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
          const RandomProblem random_problem(40, features, loss, 3);
          Problem problem = random_problem.problem(storage);
          problem.intercept = intercept;
          problem.penalty = restriction.penalty;
          ConstraintSet set(features);
          restriction.add(set, problem);
          problem.bounds = set.bounds();
          problem.constraints = set.constraints();
          if (!internal::has_coefficient_pull(problem)) continue;
          SCOPED_TRACE(restriction.name + " " + std::string(to_string(loss.name)) + " " + support::name(intercept));
          const Solution solution = solve(problem, {.solver = Solver::dual_cd, .tolerance = 1e-6});
          ASSERT_EQ(solution.status, Status::converged);
          EXPECT_EQ(violation(set, solution.coef), 0);
          const auto primal = static_cast<double>(support::slow_primal(problem, solution.coef, solution.intercept));
          EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
          const Solution other = solve(problem, {.solver = Solver::alm_newton, .tolerance = 1e-8});
          EXPECT_LE(solution.certificate.dual, other.certificate.primal * (1 + 1e-12));
          EXPECT_NEAR(primal, other.certificate.primal, 2e-6 * primal);

          const Solution again = solve(problem, {.solver = Solver::dual_cd, .tolerance = 1e-5},
                                       {solution.dual_coef, {}, solution.intercept});
          EXPECT_LE(again.passes, 2);
        }
}

/// Of many rows, whose corners only those near them see: as the augmented Lagrangian, which sees all.
TEST(Constraints, BandsOfManyRowsTakeThem) {
  std::vector<Restriction> given = restrictions;
  given.push_back({"no_penalty", {.l2 = 0}});
  given.push_back({"no_penalty_but_a_sum", {.l2 = 0}, [](ConstraintSet& set, const Problem&) { set.fix_sum(1); }});
  constexpr double tolerance = 1e-6;
  for (const Restriction& restriction : given)
    for (const Loss& loss : {Loss{.name = LossName::hinge}, Loss{.name = LossName::quantile, .epsilon = 0, .tau = 0.3},
                             Loss{.name = LossName::huber}, support::lopsided_plq()})
      for (const Intercept intercept : {Intercept::free, Intercept::penalized}) {
        SCOPED_TRACE(restriction.name + " " + std::string(to_string(loss.name)) + " " + support::name(intercept));
        const RandomProblem random_problem(12000, features, loss, 7);
        Problem problem = random_problem.problem(Storage::dense_float);
        problem.C = 0.01;
        problem.intercept = intercept;
        problem.bias = 0.7;
        problem.weights = random_problem.weights();
        problem.penalty = restriction.penalty;
        ConstraintSet set(features);
        restriction.add(set, problem);
        problem.bounds = set.bounds();
        problem.constraints = set.constraints();
        const Solution solution = solve(problem, {.solver = Solver::reduced_newton, .tolerance = tolerance});
        EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
        EXPECT_LE(solution.passes, 12);
        EXPECT_LE(violation(set, solution.coef), 3 * tolerance);
        const auto primal = static_cast<double>(support::slow_primal(problem, solution.coef, solution.intercept));
        EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
        EXPECT_EQ(solution.multipliers.size(), static_cast<std::size_t>(rows(problem.constraints.rows)));
        const Solution other = solve(problem, {.solver = Solver::alm_newton, .tolerance = tolerance});
        EXPECT_NEAR(primal, other.certificate.primal, 2 * tolerance * primal);
        EXPECT_LE(solution.certificate.dual, other.certificate.primal * (1 + tolerance));
      }
}

TEST(Constraints, ContradictionsAreNotSearchedForOnceInterrupted) {
  const RandomProblem random_problem(30, features, {.name = LossName::hinge}, 2);
  Problem problem = random_problem.problem(Storage::dense_float);
  ConstraintSet set(features);
  for (std::int32_t j = 0; j < features; ++j) set.bound(j, 1, infinity);
  set.fix_sum(features - 1);
  problem.bounds = set.bounds();
  problem.constraints = set.constraints();
  std::atomic<bool> interrupt = false;
  const SolverOptions options = {.interrupt = &interrupt};
  EXPECT_EQ(solve(problem, options).status, Status::infeasible);
  interrupt = true;
  EXPECT_EQ(solve(problem, options).status, Status::interrupted);
}

/// Whatever is left undone, multipliers are one each, and what is proven is a bound.
TEST(Constraints, EverySolverStopsWithinThem) {
  for (const LossName loss : {LossName::hinge, LossName::logistic, LossName::squared_hinge}) {
    const RandomProblem random_problem(22000, features, {.name = loss}, 2);
    ConstraintSet set(features);
    set.order();
    set.fix_sum(1);
    for (const double l2 : {1.0, 0.0}) {
      Problem problem = random_problem.problem(Storage::dense_float);
      problem.penalty.l2 = l2;
      problem.C = 0.01;
      problem.constraints = set.constraints();
      const double optimum = solve(problem, {.tolerance = 1e-6}).certificate.dual;
      for (const Solver solver : {Solver::automatic, Solver::alm_newton, Solver::proximal_newton,
                                  Solver::reduced_newton, Solver::interior_point}) {
        if (solver == Solver::interior_point && loss == LossName::logistic) continue;
        if (solver == Solver::proximal_newton && l2 == 0) continue;
        SCOPED_TRACE(testing::Message() << to_string(loss) << ' ' << to_string(solver) << ' ' << l2);
        const std::atomic<bool> interrupt = true;
        for (const SolverOptions& options :
             {SolverOptions{.solver = solver, .max_seconds = 1e-9},
              SolverOptions{.solver = solver, .max_seconds = 1e-3}, SolverOptions{.solver = solver, .max_passes = 1},
              SolverOptions{.solver = solver, .interrupt = &interrupt}}) {
          const Solution solution = solve(problem, options);
          EXPECT_EQ(std::ssize(solution.multipliers), rows(problem.constraints.rows));
          EXPECT_LE(solution.certificate.dual, optimum * (1 + 1e-5));
          EXPECT_EQ(internal::accepts(solution.certificate, options.tolerance), solution.status == Status::converged);
        }
      }
    }
  }
}

TEST(Constraints, OtherSolversRefuseThem) {
  const RandomProblem random_problem(30, features, {.name = LossName::hinge}, 2);
  Problem problem = random_problem.problem(Storage::dense_float);
  problem.penalty.l1 = 1;
  EXPECT_THROW(solve(problem, {.solver = Solver::newton}), InvalidParameter);
  problem.intercept = Intercept::penalized;
  EXPECT_THROW(solve(problem, {.solver = Solver::dual_cd}), InvalidParameter);
  problem.intercept = Intercept::free;
  problem.penalty = {.l1 = 1, .l2 = 0};
  EXPECT_THROW(solve(problem, {.solver = Solver::dual_cd}), InvalidParameter);
  problem.penalty = {.l1 = -1};
  EXPECT_THROW(solve(problem), InvalidParameter);
  problem.penalty = {};
  const std::vector<double> two = {1, 2};
  problem.bounds.lower = two;
  EXPECT_THROW(solve(problem), InvalidParameter);
}

TEST(Constraints, ASumTakesColumnsOfAnyScale) {
  internal::Random random(5);
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 500; ++i) {
    double target = random.normal();
    for (int j = 0; j < 6; ++j) {
      const double value = 3 + random.normal();
      x.push_back(value * std::pow(100.0, j));
      target += value;
    }
    y.push_back(20 * target);
  }
  for (const LossName loss : {LossName::squared, LossName::absolute}) {
    SCOPED_TRACE(to_string(loss));
    Problem problem;
    problem.x = DenseView<double>{x.data(), 500, 6, 6};
    problem.y = y;
    problem.loss = {.name = loss};
    ConstraintSet set(6);
    set.fix_sum(1);
    problem.constraints = set.constraints();
    SolverOptions options;
    options.tolerance = 1e-6;
    options.max_passes = 300;
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    EXPECT_LE(violation(set, solution.coef), 1e-4);
  }
}

TEST(Constraints, AnOrderOfColumnsOfDifferentScalesTakesFewSteps) {
  internal::Random random(6);
  constexpr std::int32_t cols = 10;
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 300; ++i) {
    double score = random.normal();
    for (int j = 0; j < cols; ++j) {
      const double value = random.normal();
      x.push_back(j % 3 == 0 ? 200 + 50 * value : value);
      score += (j % 4 - 1.5) * value;
    }
    y.push_back(score > 0 ? 1 : -1);
  }
  ConstraintSet set(cols);
  set.order();
  std::int64_t steps = 0;
  for (const double C : {0.01, 1.0, 100.0}) {
    SCOPED_TRACE(C);
    Problem problem;
    problem.x = DenseView<double>{x.data(), 300, cols, cols};
    problem.y = y;
    problem.loss = {.name = LossName::hinge};
    problem.C = C;
    problem.constraints = set.constraints();
    const Solution solution = solve(problem);
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    steps += solution.passes;
  }
  EXPECT_LE(steps, 120);
}

/// An order of columns, every fourth of them scaled by up to five powers of ten, without a ridge.
class OrderOfManyScales {
 public:
  OrderOfManyScales(std::uint64_t seed, std::int32_t rows, std::int32_t cols) : order_(cols), rows_(rows), cols_(cols) {
    internal::Random random(seed);
    x_.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    for (std::int32_t j = 0; j < cols; ++j) {
      const double scale = j % 4 == 0 ? std::pow(10.0, 9 * random.uniform() - 4) : 1;
      for (std::int32_t i = 0; i < rows; ++i) x_[static_cast<std::size_t>(i * cols + j)] = scale * random.normal();
    }
    for (std::int32_t i = 0; i < rows; ++i) y_.push_back(10 * random.normal());
    order_.order();
  }
  Problem problem(LossName loss, double l1) const {
    Problem problem;
    problem.x = DenseView<double>{x_.data(), rows_, cols_, cols_};
    problem.y = y_;
    problem.loss = {.name = loss};
    problem.penalty = {.l1 = l1, .l2 = 0};
    problem.constraints = order_.constraints();
    return problem;
  }

 private:
  ConstraintSet order_;
  std::int32_t rows_;
  std::int32_t cols_;
  std::vector<double> x_;
  std::vector<double> y_;
};

TEST(Constraints, AnOrderTiesColumnsAcrossSmallOnes) {
  for (const std::uint64_t seed : {3, 4, 5})
    for (const double l1 : {0.0, 1.0}) {
      SCOPED_TRACE(testing::Message() << seed << " " << l1);
      const OrderOfManyScales data(seed, 20, 30);
      const Solution solution = solve(data.problem(LossName::squared, l1));
      EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    }
}

TEST(Constraints, InteriorPointsGoOnWhereTheAugmentedLagrangianHasNoDigitsLeft) {
  bool by_interior_points = false;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const OrderOfManyScales data(seed, 100, 60);
    const Solution solution = solve(data.problem(LossName::absolute, 1));
    EXPECT_EQ(solution.status, Status::converged) << solution.reason;
    by_interior_points |= solution.solver == "interior_point";
  }
  EXPECT_TRUE(by_interior_points);
}

/// What was found before with the smaller gap is not feasible.
TEST(Constraints, WhatConvergesWithAProximalTermIsTheAnswer) {
  constexpr double tolerance = 1e-4;
  for (const std::uint64_t seed : {11, 12, 56, 69, 78})
    for (const LossName loss : {LossName::squared, LossName::huber}) {
      SCOPED_TRACE(testing::Message() << seed << " " << to_string(loss));
      const OrderOfManyScales data(seed, 5, 50);
      const Solution solution = solve(data.problem(loss, 0));
      const Certificate& certificate = solution.certificate;
      EXPECT_EQ(solution.status == Status::converged,
                certificate.relative_gap <= tolerance && certificate.max_violation <= tolerance);
    }
}

}  // namespace
}  // namespace hingeline
