// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/choose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hingeline/constraint_set.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/solve.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

const Loss hinge = {.name = LossName::hinge};

Solver chosen(const Problem& problem) { return choose_solver(problem, {}).solver; }

TEST(ChooseSolver, WhatIsAskedForIsTaken) {
  const RandomProblem random(20, 5, Loss{}, 1);
  SolverOptions options;
  options.solver = Solver::dual_cd;
  const Choice choice = choose_solver(random.problem(Storage::dense_double), options);
  EXPECT_EQ(choice.solver, Solver::dual_cd);
  EXPECT_EQ(choice.reason, "asked for");
}

TEST(ChooseSolver, NewtonForFewFeaturesCoordinateDescentForMany) {
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    EXPECT_EQ(chosen(RandomProblem(501, 500, hinge, 1).problem(storage)), Solver::interior_point);
    EXPECT_EQ(chosen(RandomProblem(500, 500, hinge, 1).problem(storage)), Solver::dual_cd) << "no more rows";
    EXPECT_EQ(chosen(RandomProblem(20, 500, Loss{LossName::logistic}, 1).problem(storage)), Solver::newton);
    EXPECT_EQ(chosen(RandomProblem(20, 501, hinge, 1).problem(storage)), Solver::dual_cd);
  }
}

TEST(ChooseSolver, ALossOfOnesOwnAsTheNamedOneThatItIs) {
  for (const LossName name : {LossName::hinge, LossName::squared_hinge, LossName::expectile, LossName::quantile}) {
    const Loss own = plq_form(Loss{name});
    for (const std::int64_t rows : {100, 1000})
      for (const std::int64_t columns : {5, 40, 200})
        EXPECT_EQ(chosen(RandomProblem(rows, columns, own, 1).problem(Storage::dense_float)),
                  chosen(RandomProblem(rows, columns, Loss{name}, 1).problem(Storage::dense_float)))
            << to_string(name) << ", " << rows << " x " << columns;
  }
}

TEST(ChooseSolver, MoreRowsThanManyFeaturesOpenOnTrust) {
  const auto choice = [](LossName name, std::int64_t rows, Storage storage, double density) {
    const RandomProblem random(rows, 501, Loss{name}, 1, density);
    const Choice made = choose_solver(random.problem(storage), {});
    EXPECT_TRUE(made.may_cut_opening);
    return made;
  };
  const auto dense = [&](LossName name, std::int64_t rows) { return choice(name, rows, Storage::dense_float, 1); };
  EXPECT_EQ(dense(LossName::logistic, 600).solver, Solver::newton);
  EXPECT_EQ(dense(LossName::logistic, 600).opening_passes, 18);
  EXPECT_EQ(dense(LossName::squared_hinge, 600).opening_passes, 19);
  EXPECT_EQ(dense(LossName::hinge, 600).solver, Solver::interior_point);
  const Choice of_many = dense(LossName::hinge, 21'000);
  EXPECT_EQ(of_many.solver, Solver::alm_newton);
  EXPECT_EQ(of_many.opening_passes, 100);
  EXPECT_EQ(dense(LossName::hinge, 600).opening_passes, 8 * 501 * 501 / 600) << "a factor costs many passes";
  EXPECT_EQ(dense(LossName::hinge, 1100).opening_passes, 500) << "more than products of many rows take";
  EXPECT_GT(choice(LossName::hinge, 600, Storage::csr_float, 0.01).opening_passes, 3346) << "few entries";
}

TEST(ChooseSolver, NewtonForManyTimesAsManyRowsAsColumnsWithoutAnOpeningWhereTheyAreShort) {
  const auto choice = [](LossName name, std::int64_t rows, double density) {
    const RandomProblem random(rows, 100, Loss{name}, 1, density);
    Problem problem = random.problem(Storage::csr_float);
    std::get<CsrView<float>>(problem.x).cols = 3001;
    return choose_solver(problem, {});
  };
  EXPECT_EQ(choice(LossName::logistic, 15'005, 0.1).solver, Solver::newton);
  EXPECT_EQ(choice(LossName::logistic, 15'005, 0.1).opening_passes, 0);
  EXPECT_EQ(choice(LossName::squared_hinge, 15'005, 1).solver, Solver::newton);
  EXPECT_GE(choice(LossName::squared_hinge, 15'005, 1).opening_passes, 10) << "long rows";
  EXPECT_EQ(choice(LossName::logistic, 3001, 0.1).solver, Solver::newton) << "short rows";
  EXPECT_EQ(choice(LossName::logistic, 3000, 0.1).solver, Solver::dual_cd);
  EXPECT_EQ(choice(LossName::logistic, 15'000, 0.5).solver, Solver::dual_cd);
  EXPECT_EQ(choice(LossName::hinge, 15'005, 0.1).solver, Solver::dual_cd);
}

TEST(ChooseSolver, CoordinateDescentThatWouldTakeLongGivesWay) {
  const RandomProblem random(1200, 510, hinge, 1);
  Problem problem = random.problem(Storage::dense_float);
  problem.C = 1e-4;
  EXPECT_EQ(solve(problem, {.tolerance = 0.1}).solver, "dual_cd");
  problem.C = 10;
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.solver, "interior_point");
  EXPECT_EQ(solution.status, Status::converged);
}

TEST(ChooseSolver, SlowPassesOverManyColumnsGiveWay) {
  for (const LossName loss : {LossName::logistic, LossName::squared_hinge, LossName::hinge}) {
    SCOPED_TRACE(to_string(loss));
    const RandomProblem random(400, 20, Loss{loss}, 1);
    Problem problem = random.problem(Storage::csr_float);
    std::get<CsrView<float>>(problem.x).cols = 3001;
    problem.C = 1e-4;
    EXPECT_EQ(solve(problem).solver, "dual_cd");
    problem.C = 100;
    SolverOptions options{.tolerance = 1e-8};
    std::int64_t passes = 0;
    options.callback = [&](const Progress& now) {
      EXPECT_GE(now.passes, passes);
      passes = now.passes;
      return true;
    };
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.solver, loss == LossName::hinge ? "dual_cd" : "newton") << solution.reason;
    EXPECT_EQ(solution.status, Status::converged);
    const WarmStart start{solution.dual_coef, {}, solution.intercept};
    EXPECT_EQ(solve(problem, {}, start).passes, 0);
    if (loss == LossName::hinge) continue;
    const Solution limited = solve(problem, {.max_passes = 12});
    EXPECT_EQ(limited.status, Status::max_passes);
    EXPECT_LE(limited.work, 15) << "a Newton step may end three passes beyond";
  }
}

TEST(ChooseSolver, LossesWithCornersGiveWayWhereRowsOutnumberColumns) {
  const RandomProblem random(3100, 20, hinge, 1);
  Problem problem = random.problem(Storage::csr_float);
  problem.C = 100;
  for (const std::int32_t columns : {3001, 3100}) {
    std::get<CsrView<float>>(problem.x).cols = columns;
    const Solution solution = solve(problem, {.max_passes = 2000});
    EXPECT_EQ(solution.solver, columns < 3100 ? "alm_newton" : "dual_cd") << solution.reason;
    if (columns < 3100) {
      EXPECT_EQ(solution.status, Status::converged);
    }
  }
}

TEST(ChooseSolver, PassesThatLeadNowhereGiveWayWhereColumnsAreFewEnoughForAFactor) {
  constexpr std::size_t columns = 510;
  const RandomProblem random(60, columns, Loss{LossName::absolute}, 1, 0.04);
  Problem problem = random.problem(Storage::csr_double);
  auto& x = std::get<CsrView<double>>(problem.x);
  std::vector<double> values(x.values, x.values + x.offsets[60]);
  for (std::int64_t k = 0; k < x.offsets[3]; ++k) values[static_cast<std::size_t>(k)] *= 1e4;
  x.values = values.data();
  problem.C = 1e4;
  const Solution unforeseen = solve(problem, {.tolerance = 1e-8});
  EXPECT_EQ(unforeseen.status, Status::converged);
  EXPECT_EQ(unforeseen.solver, "alm_newton") << unforeseen.reason;
  EXPECT_GT(unforeseen.passes, 1000);
  problem.loss.name = LossName::squared_epsilon_insensitive;
  const Solution foreseen = solve(problem, {.tolerance = 1e-8});
  EXPECT_EQ(foreseen.status, Status::converged);
  EXPECT_EQ(foreseen.solver, "newton") << foreseen.reason;
}

TEST(ChooseSolver, AugmentedLagrangianForFewColumnsAllButARidgeAndALossInPieces) {
  constexpr double sparse = 0.03;
  const RandomProblem few(20, 64, hinge, 1, sparse);
  Problem problem = few.problem(Storage::csr_float);
  problem.penalty = {.l1 = 1, .l2 = 0};
  EXPECT_EQ(chosen(problem), Solver::alm_newton);
  const RandomProblem some(20, 500, hinge, 1, sparse);
  problem = some.problem(Storage::csr_float);
  problem.penalty = {.l1 = 1, .l2 = 1};
  EXPECT_EQ(chosen(problem), Solver::alm_newton);
  problem.penalty = {.l2 = 2};
  EXPECT_EQ(chosen(problem), Solver::alm_newton);
  const RandomProblem dense(512, 64, hinge, 1);
  problem = dense.problem(Storage::dense_float);
  problem.penalty = {.l1 = 1, .l2 = 0};
  EXPECT_EQ(chosen(problem), Solver::alm_newton);
}

TEST(ChooseSolver, InteriorPointsForHardlyMoreFullRowsThanColumnsAndALossInPieces) {
  const RandomProblem random(511, 64, hinge, 1);
  Problem problem = random.problem(Storage::dense_double);
  const std::vector<double> zeros(64);
  problem.bounds.lower = zeros;
  EXPECT_EQ(chosen(problem), Solver::interior_point);
  problem.bounds = {};
  EXPECT_EQ(chosen(problem), Solver::alm_newton) << "a ridge alone";
  problem.penalty = {.l1 = 0, .l2 = 0};
  EXPECT_EQ(chosen(problem), Solver::interior_point);
  problem.loss = {.name = LossName::logistic};
  EXPECT_EQ(chosen(problem), Solver::alm_newton);
  const RandomProblem wide(20, 3000, hinge, 1);
  problem = wide.problem(Storage::dense_float);
  problem.penalty = {.l1 = 1, .l2 = 0};
  EXPECT_EQ(chosen(problem), Solver::interior_point);
}

/// After passes; but not where there is a start, of which they make nothing.
TEST(ChooseSolver, InteriorPointsBesideARidge) {
  const auto choice = [](std::int64_t rows, std::int32_t columns, LossName loss, Storage storage, double full = 0.4) {
    return choose_solver(RandomProblem(rows, columns, Loss{loss}, 1, full).problem(storage), {});
  };
  const Choice few = choice(255, 64, LossName::hinge, Storage::dense_float);
  EXPECT_EQ(few.solver, Solver::interior_point);
  EXPECT_EQ(few.with_start, Solver::alm_newton);
  EXPECT_EQ(choice(256, 64, LossName::hinge, Storage::dense_float).solver, Solver::alm_newton);
  EXPECT_EQ(choice(255, 63, LossName::hinge, Storage::dense_float).solver, Solver::alm_newton);
  EXPECT_EQ(choice(255, 64, LossName::squared_hinge, Storage::dense_float).solver, Solver::newton);
  EXPECT_EQ(choice(255, 64, LossName::hinge, Storage::csr_float).solver, Solver::interior_point);
  EXPECT_EQ(choice(255, 64, LossName::hinge, Storage::csr_float, 0.03).solver, Solver::alm_newton);
  const RandomProblem random(255, 64, hinge, 1);
  EXPECT_EQ(choose_solver(random.problem(Storage::dense_float), {.tolerance = 0}).solver, Solver::alm_newton);
  for (const Storage storage : {Storage::dense_float, Storage::csr_float}) {
    EXPECT_EQ(choice(40, 501, LossName::hinge, storage).gives_way_to, Solver::interior_point);
    EXPECT_EQ(choice(40, 501, LossName::squared_hinge, storage).gives_way_to, Solver::interior_point);
    EXPECT_EQ(choice(40, 501, LossName::logistic, storage).gives_way_to, Solver::newton);
    EXPECT_EQ(choice(600, 501, LossName::hinge, storage).solver, Solver::interior_point);
    EXPECT_EQ(choice(600, 501, LossName::squared_hinge, storage).solver, Solver::newton);
  }
}

/// Also where the choice is made anew for the rows that have a weight.
TEST(ChooseSolver, InteriorPointsMakeNothingOfAStart) {
  const RandomProblem random(250, 64, hinge, 1);
  Problem problem = random.problem(Storage::dense_float);
  std::vector<double> weights(problem.y.size(), 1);
  for (std::size_t i = 0; i < weights.size(); i += 5) weights[i] = 0;
  problem.weights = weights;
  problem.C = 100;
  const Solution first = solve(problem, {.tolerance = 1e-9});
  EXPECT_EQ(first.solver, "interior_point");
  const Solution again = solve(problem, {.tolerance = 1e-9}, {first.dual_coef, first.coef, first.intercept});
  EXPECT_EQ(again.solver, "alm_newton");
}

TEST(ChooseSolver, ProximalNewtonForManyColumnsAndALossInPieces) {
  const auto choice = [](std::int32_t features, Storage storage, const Penalty& penalty) {
    const RandomProblem random(20, features, hinge, 1);
    Problem problem = random.problem(storage);
    problem.penalty = penalty;
    return choose_solver(problem, {});
  };
  EXPECT_EQ(choice(65, Storage::csr_float, {.l1 = 1, .l2 = 0}).solver, Solver::proximal_newton);
  EXPECT_EQ(choice(501, Storage::csr_float, {.l1 = 1, .l2 = 1}).opening_passes, 0);
  EXPECT_EQ(choice(3001, Storage::dense_float, {.l1 = 1, .l2 = 0}).solver, Solver::proximal_newton);
  const Choice opened = choice(501, Storage::csr_float, {.l1 = 0, .l2 = 2});
  EXPECT_EQ(opened.solver, Solver::proximal_newton);
  EXPECT_TRUE(opened.may_cut_opening) << "passes over rows, as long as they promise to be few";
}

TEST(ChooseSolver, ProximalNewtonForSeparablePenaltiesAndCurvedLosses) {
  for (const std::int32_t features : {5, 501}) {
    const RandomProblem random(20, features, Loss{LossName::logistic}, 1);
    Problem problem = random.problem(Storage::csr_float);
    problem.penalty = {.l1 = 1, .l2 = 0};
    EXPECT_EQ(chosen(problem), Solver::proximal_newton);
    const std::vector<double> sum(static_cast<std::size_t>(features), 1);
    const std::vector<double> limit = {1};
    problem.constraints = {DenseView<double>{sum.data(), 1, features, features}, limit, limit};
    EXPECT_EQ(chosen(problem), features == 5 ? Solver::alm_newton : Solver::proximal_newton);
  }
}

TEST(ChooseSolver, AugmentedLagrangianForFewBoundedColumnsAndALossInPieces) {
  for (const std::int32_t features : {32, 33}) {
    const RandomProblem random(20, features, Loss{LossName::squared}, 1);
    Problem problem = random.problem(Storage::dense_double);
    const std::vector<double> zeros(static_cast<std::size_t>(features));
    problem.bounds.lower = zeros;
    EXPECT_EQ(chosen(problem), features == 32 ? Solver::alm_newton : Solver::proximal_newton);
    problem.bounds = {};
    problem.penalty = {.l1 = 1, .l2 = 0};
    EXPECT_EQ(chosen(problem), Solver::proximal_newton);
  }
}

/// Rows of floats, all 0 until set, and targets of 1.
struct DenseProblem {
  DenseProblem(std::int64_t n, std::int32_t d)
      : values(static_cast<std::size_t>(n * d)), y(static_cast<std::size_t>(n), 1) {
    problem.y = y;
    problem.x = DenseView<float>{values.data(), n, d, d};
  }
  DenseProblem(const DenseProblem&) = delete;
  DenseProblem& operator=(const DenseProblem&) = delete;

  void fill_with_signs() {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = k % 7 < 3 ? 1.0F : -1.0F;
  }

  std::vector<float> values;
  const std::vector<double> y;
  Problem problem;
};

TEST(ChooseSolver, ReducedNewtonWhereASampleOfManyDenseRowsSaysMuch) {
  constexpr std::int64_t n = 20000;
  constexpr std::int32_t d = 4;
  DenseProblem dense(n, d);
  std::vector<float>& values = dense.values;
  Problem& problem = dense.problem;
  const auto every = [&](std::int64_t step) {
    std::fill(values.begin(), values.end(), 0.0F);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int32_t j = 0; j < d; ++j)
        if ((i + j) % step == 0) values[static_cast<std::size_t>(i * d + j)] = 1;
  };
  for (const auto& [loss, rare] :
       {std::pair(LossName::hinge, Solver::alm_newton), std::pair(LossName::squared_hinge, Solver::reduced_newton)}) {
    problem.loss = {.name = loss};
    every(3);
    EXPECT_EQ(chosen(problem), Solver::reduced_newton);
    every(77);
    EXPECT_EQ(chosen(problem), Solver::reduced_newton);
    every(701);
    EXPECT_EQ(chosen(problem), rare) << "columns of 28 rows each";
  }
}

/// A logistic loss whose coefficients constraints tie together, or nothing holds.
TEST(ChooseSolver, BlocksOfRowsWhereEveryLineSearchTakesLogarithms) {
  constexpr std::int32_t d = 10;
  ConstraintSet ordered(d);
  ordered.order();
  for (const std::int64_t n : {4000, 6000}) {
    DenseProblem dense(n, d);
    dense.fill_with_signs();
    Problem& problem = dense.problem;
    const Solver expected = n == 6000 ? Solver::reduced_newton : Solver::alm_newton;
    problem.loss = {.name = LossName::logistic};
    problem.constraints = ordered.constraints();
    EXPECT_EQ(chosen(problem), expected);
    problem.constraints = {};
    problem.penalty = {.l1 = 0, .l2 = 0};
    EXPECT_EQ(chosen(problem), expected);
    problem.loss = hinge;
    EXPECT_EQ(chosen(problem), Solver::alm_newton);
  }
}

TEST(ChooseSolver, BlocksOfRowsBesideL1AndALossWithCorners) {
  for (const std::int64_t n : {4000, 6000}) {
    DenseProblem dense(n, 10);
    dense.fill_with_signs();
    Problem& problem = dense.problem;
    problem.loss = hinge;
    problem.penalty = {.l1 = 1, .l2 = 0};
    EXPECT_EQ(chosen(problem), n == 6000 ? Solver::reduced_newton : Solver::alm_newton);
    problem.penalty = {.l1 = 1, .l2 = 1};
    EXPECT_EQ(chosen(problem), Solver::alm_newton);
  }
}

TEST(ChooseSolver, BlocksOfSparseRowsThatAreFull) {
  constexpr double full = 0.3;
  for (const std::int32_t features : {64, 65}) {
    const RandomProblem random(20000, features, hinge, 1, full);
    Problem problem = random.problem(Storage::csr_float);
    const bool few = features == 64;
    EXPECT_EQ(chosen(problem) == Solver::reduced_newton, few);
    problem.loss = {.name = LossName::squared_hinge};
    EXPECT_EQ(chosen(problem) == Solver::reduced_newton, few);
    problem.penalty = {.l1 = 1, .l2 = 0};
    EXPECT_EQ(chosen(problem), Solver::proximal_newton);
    problem.loss = hinge;
    EXPECT_EQ(chosen(problem), Solver::reduced_newton);
  }
}

/// 2,000 rows of 100 columns, every entry or every 77th of which is 1.
TEST(ChooseSolver, BlocksOfRowsWhereStepsOfACurvedLossAreCheap) {
  constexpr std::int64_t n = 2000;
  constexpr std::int32_t d = 100;
  DenseProblem dense(n, d);
  std::vector<float>& values = dense.values;
  Problem& problem = dense.problem;
  for (const std::int64_t step : {1, 77}) {
    for (std::int64_t k = 0; k < n * d; ++k) values[static_cast<std::size_t>(k)] = k % step == 0 ? 1 : 0;
    for (const double l2 : {0.0, 1.0}) {
      problem.loss = {.name = LossName::squared_hinge};
      problem.penalty = {.l1 = 1, .l2 = l2};
      EXPECT_EQ(chosen(problem), step == 1 ? Solver::reduced_newton : Solver::proximal_newton);
      problem.loss = hinge;
      EXPECT_EQ(chosen(problem), Solver::alm_newton);
    }
    problem.penalty = {};
    EXPECT_NE(chosen(problem), Solver::reduced_newton);
  }
}

/// Of the squared loss X'X is all of it, whatever its columns hang on: one pass, and one to prove.
TEST(ChooseSolver, BlocksOfRowsWhereOneHessianIsAll) {
  const auto made = [](LossName loss, std::int64_t rows, std::int32_t columns, const Penalty& penalty) {
    std::vector<float> values(static_cast<std::size_t>(rows * columns));
    for (std::size_t k = 0; k < values.size(); k += 77) values[k] = 1;
    const std::vector<double> y(static_cast<std::size_t>(rows), 1);
    Problem problem;
    problem.x = DenseView<float>{values.data(), rows, columns, columns};
    problem.y = y;
    problem.loss = {.name = loss};
    problem.penalty = penalty;
    return chosen(problem);
  };
  const Penalty ridge;
  const Penalty lasso = {.l1 = 1, .l2 = 0};
  EXPECT_EQ(made(LossName::squared, 1000, 40, lasso), Solver::reduced_newton);
  EXPECT_EQ(made(LossName::squared, 1000, 40, ridge), Solver::reduced_newton);
  EXPECT_EQ(made(LossName::expectile, 1000, 40, lasso), Solver::proximal_newton);
  EXPECT_EQ(made(LossName::squared, 4000, 200, lasso), Solver::reduced_newton);
  EXPECT_EQ(made(LossName::squared, 4000, 200, ridge), Solver::newton);
  EXPECT_EQ(made(LossName::squared, 1000, 200, lasso), Solver::proximal_newton) << "too few rows";
}

TEST(ChooseSolver, CoordinateDescentOpensWhereRowsAreOfSmallReach) {
  const auto opening = [](const Problem& problem) { return choose_solver(problem, {}).opening_passes; };
  for (const Storage storage : {Storage::csr_float, Storage::dense_double}) {
    EXPECT_EQ(opening(RandomProblem(200, 64, hinge, 1, 0.1).problem(storage)), 0) << "steps are cheap";
    const RandomProblem random(200, 65, hinge, 1, 0.1);
    Problem problem = random.problem(storage);
    problem.C = 1;
    EXPECT_GT(opening(problem), 0);
    problem.C = 1e4;
    EXPECT_EQ(opening(problem), 0);
    problem.C = 1;
    const std::vector<double> weights(200, 1e4);
    problem.weights = weights;
    EXPECT_EQ(opening(problem), 0);

    const RandomProblem regression(200, 65, Loss{LossName::absolute}, 1, 0.1);
    problem = regression.problem(storage);
    problem.C = 0.01;
    EXPECT_EQ(opening(problem), 0) << "its reach is to be held against the targets' scale";
  }
}

TEST(ChooseSolver, CrammerSingerByFeaturesTimesClasses) {
  const RandomProblem random(20, 100, hinge, 1);
  const Problem rows = random.problem(Storage::dense_float);
  const std::vector<std::int32_t> classes(20);
  const auto choice = [&](std::size_t count) { return choose_crammer_singer({rows, classes, count}, {}); };
  EXPECT_EQ(choice(3).solver, Solver::alm_newton);
  EXPECT_GT(choice(3).opening_passes, 0);
  EXPECT_EQ(choice(40).solver, Solver::alm_newton);
  EXPECT_EQ(choice(41).solver, Solver::dual_cd);
}

TEST(ChooseSolver, NewtonIsOpenedWhereRowsAreFewForTheColumns) {
  const auto opening = [](std::int64_t rows) {
    const RandomProblem random(rows, 65, Loss{LossName::logistic}, 1, 0.1);
    Problem problem = random.problem(Storage::csr_float);
    problem.C = 1;
    const Choice choice = choose_solver(problem, {});
    EXPECT_EQ(choice.solver, Solver::newton);
    return choice.opening_passes;
  };
  EXPECT_GT(opening(200), 0);
  EXPECT_EQ(opening(200 * 65 + 1), 0);
}

TEST(ChooseSolver, BandsInThePlaceOfAlmNewtonWhereAStartIsNear) {
  SolverOptions asked;
  asked.solver = Solver::alm_newton;
  const Choice alm = {Solver::alm_newton, ""};
  EXPECT_EQ(choose_nearby(alm, {})->solver, Solver::reduced_newton);
  EXPECT_FALSE(choose_nearby(alm, asked));
  EXPECT_FALSE(choose_nearby({Solver::dual_cd, ""}, {}));
  EXPECT_TRUE(are_few(0.1));
  EXPECT_FALSE(are_few(0.5));
}

TEST(ChooseSolver, MovementsOfManyRowsAndFewColumnsWithCornersAreLearned) {
  const auto learned = [](std::int64_t rows, std::int32_t cols, const Loss& loss) {
    return learns_movement(RandomProblem(rows, cols, loss, 1).problem(Storage::dense_float));
  };
  EXPECT_TRUE(learned(500, 5, hinge));
  EXPECT_FALSE(learned(499, 5, hinge));
  EXPECT_FALSE(learned(8100, 81, hinge));
  EXPECT_TRUE(learned(500, 5, Loss{LossName::quantile}));
  EXPECT_FALSE(learned(500, 5, Loss{LossName::squared_hinge}));
  EXPECT_FALSE(learned(500, 5, Loss{LossName::logistic}));
  const RandomProblem random(500, 5, hinge, 1);
  Problem lasso = random.problem(Storage::dense_float);
  lasso.penalty = {.l1 = 1, .l2 = 0};
  EXPECT_FALSE(learns_movement(lasso));
}

}  // namespace
}  // namespace hingeline::internal
