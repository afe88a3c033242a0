// SPDX-License-Identifier: BSD-3-Clause
//
// What passes over all rows answers the same bits, however many threads they are.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "hingeline/solve.hpp"
#include "solvers/multinomial_newton/multinomial_newton.hpp"
#include "support/random_problem.hpp"

namespace hingeline {
namespace {

using support::RandomProblem;
using support::Storage;

constexpr std::int64_t rows_of_tasks = 20000;  // enough for several tasks
constexpr std::int32_t columns_of_tasks = 24;

struct ThreadedCase {
  Solver solver;
  LossName loss;
  double l1 = 0;
};

class ManyThreads : public ::testing::TestWithParam<std::tuple<ThreadedCase, Storage>> {};

TEST_P(ManyThreads, AnswerTheSameBits) {
  const auto [given, storage] = GetParam();
  Loss loss;
  loss.name = given.loss;
  const RandomProblem random(rows_of_tasks, columns_of_tasks, loss, 3, 0.3);
  Problem problem = random.problem(storage);
  problem.C = 1e-3;
  problem.intercept = Intercept::free;
  problem.penalty.l1 = given.l1;
  SolverOptions options;
  options.solver = given.solver;
  options.tolerance = 1e-7;
  const Solution one = solve(problem, options);
  ASSERT_EQ(one.status, Status::converged);
  for (const int threads : {2, 3}) {
    options.threads = threads;
    const Solution several = solve(problem, options);
    EXPECT_EQ(several.coef, one.coef);
    EXPECT_EQ(several.intercept, one.intercept);
    EXPECT_EQ(several.dual_coef, one.dual_coef);
    EXPECT_EQ(several.certificate.gap, one.certificate.gap);
  }
}

/// Few long rows, whose products with each other are summed in tasks of columns.
TEST(ManyThreadsAtOnce, AnswerTheSameBitsOfLongRows) {
  const RandomProblem random(60, rows_of_tasks, Loss{LossName::hinge}, 3, 0.3);
  const Problem problem = random.problem(Storage::dense_float);
  SolverOptions options{.solver = Solver::interior_point, .tolerance = 1e-7};
  const Solution one = solve(problem, options);
  ASSERT_EQ(one.status, Status::converged);
  options.threads = 3;
  const Solution three = solve(problem, options);
  EXPECT_EQ(three.coef, one.coef);
  EXPECT_EQ(three.dual_coef, one.dual_coef);
}

TEST(ManyThreadsAtOnce, AnswerTheSameBitsOfManyClasses) {
  constexpr std::size_t classes = 3;
  const RandomProblem random(rows_of_tasks, columns_of_tasks, Loss{LossName::squared}, 5, 0.3);
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    Problem data = random.problem(storage);
    data.C = 1e-3;
    data.intercept = Intercept::free;
    std::vector<int> of_class;
    for (const double y : data.y) of_class.push_back(y < -2 ? 0 : y < 2 ? 1 : 2);
    SolverOptions options;
    options.tolerance = 1e-7;
    const internal::ClassProblem problem = {data, of_class, classes};
    const internal::ClassSolution one = internal::multinomial_newton(problem, options, {});
    ASSERT_EQ(one.solution.status, Status::converged);
    options.threads = 3;
    const internal::ClassSolution three = internal::multinomial_newton(problem, options, {});
    EXPECT_EQ(three.solution.coef, one.solution.coef);
    EXPECT_EQ(three.intercept, one.intercept);
    EXPECT_EQ(three.solution.dual_coef, one.solution.dual_coef);
    EXPECT_EQ(three.solution.certificate.gap, one.solution.certificate.gap);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Solvers, ManyThreads,
    ::testing::Combine(::testing::Values(ThreadedCase{Solver::newton, LossName::logistic},
                                         ThreadedCase{Solver::newton, LossName::squared_hinge},
                                         ThreadedCase{Solver::alm_newton, LossName::hinge},
                                         ThreadedCase{Solver::interior_point, LossName::hinge, 0.1},
                                         ThreadedCase{Solver::proximal_newton, LossName::logistic, 1}),
                       ::testing::Values(Storage::dense_float, Storage::csr_double)));

}  // namespace
}  // namespace hingeline
