// SPDX-License-Identifier: BSD-3-Clause
//
// One dual variable per row and two find the same optimum: max(beta, 0) and max(-beta, 0) solve the problem of two.
#include <gtest/gtest.h>

#include "hingeline/solve.hpp"
#include "support/random_problem.hpp"
#include "support/svr_two_variables.hpp"

namespace hingeline {
namespace {

class SvrVariables : public ::testing::TestWithParam<LossName> {};

TEST_P(SvrVariables, OneAndTwoPerRowReachTheSameOptimum) {
  constexpr double tolerance = 1e-8;
  Loss loss;
  loss.name = GetParam();
  const support::RandomProblem random(200, 10, loss, 3);
  for (const double C : {0.01, 1.0}) {
    Problem problem = random.problem(support::Storage::csr_double);
    problem.C = C;
    problem.intercept = Intercept::none;
    SolverOptions options;
    options.solver = Solver::dual_cd;
    options.tolerance = tolerance;
    const Solution one = solve(problem, options);
    const Solution two = support::SvrTwoVariables(problem, 1).solve(tolerance, 100000);

    ASSERT_EQ(one.status, Status::converged);
    ASSERT_EQ(two.status, Status::converged);
    EXPECT_NEAR(one.certificate.primal, two.certificate.primal, 2 * tolerance * one.certificate.primal);
    const double reach = one.certificate.coef_error_bound + two.certificate.coef_error_bound;
    for (std::size_t j = 0; j < one.coef.size(); ++j) EXPECT_NEAR(one.coef[j], two.coef[j], reach);
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, SvrVariables,
                         ::testing::Values(LossName::epsilon_insensitive, LossName::squared_epsilon_insensitive),
                         [](const auto& instance) { return std::string(to_string(instance.param)); });

}  // namespace
}  // namespace hingeline
