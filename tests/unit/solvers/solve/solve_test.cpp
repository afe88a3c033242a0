// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/solve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "solvers/crammer_singer/crammer_singer.hpp"
#include "solvers/solve/solve_valid.hpp"
#include "solvers/solve/validate_choice.hpp"
#include "support/expect_certified.hpp"
#include "support/random_problem.hpp"

namespace hingeline {
namespace {

using support::RandomProblem;
using support::Storage;

/// A hinge that the default opens with coordinate descent.
class Opening : public ::testing::Test {
 protected:
  Problem problem(double C) const {
    Problem problem = random_.problem(Storage::csr_double);
    problem.C = C;
    problem.intercept = Intercept::free;
    return problem;
  }
  SolverOptions options_{.tolerance = 1e-8};
  RandomProblem random_{300, 80, Loss{LossName::hinge}, 5, 0.04};
};

TEST_F(Opening, IsAllThatAnEasyProblemTakes) {
  options_.tolerance = 1e-2;
  const Solution solution = solve(problem(1e-3), options_);
  support::expect_certified(problem(1e-3), solution, options_.tolerance);
  EXPECT_EQ(solution.solver, "dual_cd");
}

TEST_F(Opening, IsFollowedByNewtonStepsCountedOn) {
  std::vector<Progress> seen;
  options_.callback = [&](const Progress& progress) {
    seen.push_back(progress);
    return true;
  };
  const Solution solution = solve(problem(5), options_);
  support::expect_certified(problem(5), solution, options_.tolerance);
  EXPECT_EQ(solution.solver, "alm_newton");
  EXPECT_GT(solution.iterations, 0);
  for (std::size_t k = 1; k < seen.size(); ++k) {
    EXPECT_LE(seen[k - 1].passes, seen[k].passes);
    EXPECT_LE(seen[k - 1].seconds, seen[k].seconds);
  }
  EXPECT_LE(seen.back().passes, solution.passes);
  EXPECT_GT(seen.back().passes, solution.passes - 5) << "the opening is counted";
  EXPECT_LE(seen.back().seconds, solution.seconds);
}

TEST_F(Opening, KeepsToTheLimitOnPasses) {
  for (const std::int64_t passes : {4, 11}) {
    options_.max_passes = passes;
    const Solution solution = solve(problem(5), options_);
    EXPECT_EQ(solution.status, Status::max_passes);
    EXPECT_EQ(solution.solver, passes < 10 ? "dual_cd" : "alm_newton");
  }
}

TEST_F(Opening, StopsWhereTheCallbackSaysSo) {
  options_.callback = [](const Progress& progress) { return progress.passes < 3; };
  const Solution solution = solve(problem(5), options_);
  EXPECT_EQ(solution.status, Status::interrupted);
  EXPECT_EQ(solution.passes, 3);
}

TEST_F(Opening, BeginsAtAWarmStart) {
  options_.tolerance = 1e-4;
  const Solution cold = solve(problem(5), options_);
  const Solution warm =
      solve(problem(5), options_, {.dual_coef = cold.dual_coef, .coef = {}, .intercept = cold.intercept});
  EXPECT_EQ(warm.status, Status::converged);
  EXPECT_EQ(warm.solver, "dual_cd");
  EXPECT_EQ(warm.passes, 0);
}

TEST(OpeningBeforeNewton, GivesWayAsSoonAsItDoesNotPromiseToEnd) {
  const RandomProblem random(300, 80, Loss{LossName::logistic}, 5, 0.1);
  Problem problem = random.problem(Storage::csr_double);
  problem.C = 1e-3;
  EXPECT_EQ(solve(problem, {.tolerance = 1e-3}).solver, "dual_cd");
  problem.C = 10;
  const Solution solution = solve(problem, {.tolerance = 1e-8});
  support::expect_certified(problem, solution, 1e-8);
  EXPECT_EQ(solution.solver, "newton");
  EXPECT_NE(solution.reason.find("after 3 passes of coordinate descent"), std::string::npos) << solution.reason;
  const Solution again = solve(problem, {.tolerance = 1e-8}, {{}, solution.coef, solution.intercept});
  EXPECT_EQ(again.reason.find("coordinate descent"), std::string::npos) << again.reason;
  EXPECT_LE(again.iterations, 2);
}

/// Every row once with label 1 and twice with -1: wherever it is, -1 is the best prediction for it.
TEST(Solve, ProvesThatAConstantIsBest) {
  internal::Random random(3);
  std::vector<double> values, targets;
  for (int row = 0; row < 40; ++row) {
    const double x[] = {random.uniform(), random.uniform(), random.uniform()};
    for (const double target : {1.0, -1.0, -1.0}) {
      values.insert(values.end(), std::begin(x), std::end(x));
      targets.push_back(target);
    }
  }
  Problem problem;
  problem.x = DenseView<double>{values.data(), 120, 3, 3};
  problem.y = targets;
  problem.loss = {.name = LossName::hinge};
  problem.intercept = Intercept::free;
  for (const Solver solver : {Solver::automatic, Solver::dual_cd, Solver::alm_newton, Solver::reduced_newton})
    for (const double tolerance : {1e-4, 1e-8}) {
      const Solution solution = solve(problem, {.solver = solver, .tolerance = tolerance});
      support::expect_certified(problem, solution, tolerance);
      EXPECT_NEAR(solution.certificate.primal, 80, 80 * tolerance);
    }
}

/// Two columns, one of them all 0, and bounds that 0 is outside of.
TEST(Solve, AnEmptyColumnGoesToItsBound) {
  internal::Random random(3);
  std::vector<double> values, targets;
  for (int row = 0; row < 200; ++row) {
    values.insert(values.end(), {0.0, random.normal()});
    targets.push_back(values.back() + 0.3 * random.normal() > 0 ? 1 : -1);
  }
  const std::vector<double> lower = {0.5, -10};
  const std::vector<double> upper = {2, 10};
  Problem problem;
  problem.x = DenseView<double>{values.data(), 200, 2, 2};
  problem.y = targets;
  problem.penalty = {.l1 = 1, .l2 = 0};
  problem.bounds = {lower, upper};
  for (const LossName loss : {LossName::logistic, LossName::squared_hinge})
    for (const Solver solver : {Solver::automatic, Solver::proximal_newton, Solver::reduced_newton}) {
      problem.loss.name = loss;
      const Solution solution = solve(problem, {.solver = solver});
      EXPECT_EQ(solution.status, Status::converged);
      EXPECT_EQ(solution.coef[0], 0.5);
      EXPECT_TRUE(std::isfinite(solution.certificate.primal));
    }
}

TEST(Solve, NoColumnsLeaveTheIntercept) {
  const std::vector<std::int64_t> offsets(7);
  const std::vector<double> targets = {1, 1, 1, 1, -1, -1};
  Problem problem;
  problem.y = targets;
  for (const MatrixView& x : {MatrixView(DenseView<double>{nullptr, 6, 0, 0}),
                              MatrixView(CsrView<double>{offsets.data(), nullptr, nullptr, 6, 0})})
    for (const LossName loss : {LossName::hinge, LossName::squared_hinge, LossName::logistic, LossName::squared})
      for (const Penalty& penalty : {Penalty{}, Penalty{.l1 = 1, .l2 = 0}})
        for (const Intercept intercept : {Intercept::none, Intercept::free})
          for (const Solver solver : {Solver::automatic, Solver::alm_newton}) {
            problem.x = x;
            problem.loss.name = loss;
            problem.penalty = penalty;
            problem.intercept = intercept;
            EXPECT_EQ(solve(problem, {.solver = solver}).status, Status::converged) << to_string(loss);
          }
}

TEST(Solve, AStartWithNaNIsRefusedAndOneThatIsTooLargeDoesNoHarm) {
  const RandomProblem random(200, 5, Loss{LossName::logistic}, 5);
  Problem problem = random.problem(Storage::dense_double);
  problem.intercept = Intercept::free;
  WarmStart start;
  start.intercept = std::nan("");
  EXPECT_THROW(solve(problem, {}, start), InvalidParameter);
  start.intercept = 0;
  const std::vector<double> huge = {1e155, -1e155, 1e155, 0, 0};
  start.coef = huge;
  for (const LossName loss : {LossName::logistic, LossName::squared_hinge}) {
    problem.loss.name = loss;
    support::expect_certified(problem, solve(problem, {}, start), 1e-4);
  }
}

TEST(Solve, InvalidOffsetsAreRefusedBeforeTheyAreFollowed) {
  const std::vector<std::int32_t> columns = {0, 0};
  const std::vector<double> values = {1, 2};
  const std::vector<double> targets = {1, -1};
  Problem problem;
  problem.y = targets;
  for (const std::vector<std::int64_t>& offsets :
       {std::vector<std::int64_t>{0, 1'000'000'000'000, 2}, std::vector<std::int64_t>{-1, 1, 2}}) {
    problem.x = CsrView<double>{offsets.data(), columns.data(), values.data(), 2, 1};
    EXPECT_THROW(solve(problem), DataError);
  }
}

TEST(Solve, AStartFarFromTheRowsIsIgnored) {
  const RandomProblem random(300, 20, Loss{LossName::logistic}, 5);
  Problem problem = random.problem(Storage::dense_double);
  problem.intercept = Intercept::free;
  const std::vector<double> none(20);
  WarmStart start{{}, none, 0};
  for (const double intercept : {100.0, -1000.0}) {
    start.intercept = intercept;
    problem.penalty = {};
    support::expect_certified(problem, solve(problem, {.solver = Solver::newton}, start), 1e-4);
    problem.penalty = {.l1 = 1, .l2 = 0};
    EXPECT_EQ(solve(problem, {.solver = Solver::proximal_newton, .max_passes = 2000}, start).status, Status::converged);
  }
}

TEST(Solve, WithoutAToleranceEndsWhereNothingMoves) {
  const RandomProblem random(3000, 4, Loss{LossName::squared_hinge}, 5);
  Problem problem = random.problem(Storage::dense_double);
  for (const LossName loss : {LossName::squared_hinge, LossName::hinge}) {
    problem.loss.name = loss;
    const Solution solution = solve(problem, {.solver = Solver::reduced_newton, .tolerance = 0, .max_passes = 3000});
    EXPECT_EQ(solution.status, Status::numerical) << to_string(loss);
    EXPECT_LE(solution.certificate.relative_gap, 1e-9) << to_string(loss);
  }
}

TEST(Solve, ACostBeyondArithmeticEnds) {
  const RandomProblem random(200, 5, Loss{LossName::hinge}, 5);
  Problem problem = random.problem(Storage::dense_double);
  problem.C = 1e-310;
  const Solution solution = solve(problem, {.solver = Solver::alm_newton});
  EXPECT_LT(solution.iterations, 1000);
}

/// Time stamps beside other columns: their mean is ten million deviations.
TEST(Solve, AColumnFarFromItsMeanDoesNoHarm) {
  internal::Random random(7);
  constexpr std::int32_t cols = 20;
  std::vector<double> values, targets;
  for (int row = 0; row < 200; ++row) {
    for (int j = 0; j < cols; ++j) values.push_back(j == 0 ? 1.7e9 + 100 * random.normal() : random.normal());
    targets.push_back(values[values.size() - 2] + random.normal() > 0 ? 1 : -1);
  }
  Problem problem;
  problem.x = DenseView<double>{values.data(), 200, cols, cols};
  problem.y = targets;
  problem.intercept = Intercept::free;
  for (const LossName loss : {LossName::squared_hinge, LossName::hinge}) {
    problem.loss.name = loss;
    const Solution solution = solve(problem, {.solver = Solver::dual_cd, .max_passes = 3000});
    EXPECT_LE(solution.certificate.primal, 200) << to_string(loss) << ": slow, but no worse than a constant";
  }
}

TEST(RowLimit, IsWhereRowNumbersEnd) {
  Problem problem;
  problem.loss.name = LossName::squared_hinge;
  for (const Solver solver : {Solver::dual_cd, Solver::primal_cd, Solver::proximal_newton}) {
    problem.x = DenseView<double>{nullptr, std::int64_t{1} << (solver == Solver::dual_cd ? 32 : 31), 1, 1};
    SolverOptions options;
    options.solver = solver;
    EXPECT_THROW(internal::solve_valid(problem, options, {}), InvalidParameter) << to_string(solver);
  }
}

TEST(RowLimits, AreThoseOfTheOpeningToo) {
  Problem many;
  many.x = DenseView<float>{nullptr, std::int64_t{1} << 32, 0, 0};
  EXPECT_THROW(internal::validate_row_count({Solver::dual_cd, ""}, many), InvalidParameter);
  EXPECT_THROW(internal::validate_row_count({Solver::alm_newton, "", 20}, many), InvalidParameter);
  EXPECT_NO_THROW(internal::validate_row_count({Solver::alm_newton, ""}, many));
}

TEST(RowLimits, AreThoseOfCrammerAndSingersMachine) {
  Problem many;
  many.x = DenseView<float>{nullptr, std::int64_t{1} << 32, 0, 0};
  for (const Solver solver : {Solver::automatic, Solver::dual_cd}) {
    SolverOptions options;
    options.solver = solver;
    EXPECT_THROW(internal::crammer_singer({many, {}, 3}, options, {}), InvalidParameter) << to_string(solver);
  }
}

}  // namespace
}  // namespace hingeline
