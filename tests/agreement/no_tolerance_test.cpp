// SPDX-License-Identifier: BSD-3-Clause
//
// Asked for a gap of 0, solvers go on until rounding leaves no more to be gained, and must then give what they had.
#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "core/random.hpp"
#include "hingeline/solve.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

class NoTolerance : public ::testing::TestWithParam<std::tuple<Loss, Intercept>> {};

TEST_P(NoTolerance, KeepsWhatItHad) {
  const auto& [loss, intercept] = GetParam();
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const support::RandomProblem random(200, 5, loss, seed);
    Problem problem = random.problem(support::Storage::dense_double);
    problem.intercept = intercept;
    problem.C = 0.3;
    const Solution solution = solve(problem, support::options_of(Solver::alm_newton, 0));
    EXPECT_LE(solution.certificate.relative_gap, 1e-12) << to_string(solution.status);
  }
}

/// Rows that go on moving by a last digit, alone or by Newton steps, are no progress; nor are proofs of rows that were
/// all set aside.
TEST_P(NoTolerance, EndsByItself) {
  const auto& [loss, intercept] = GetParam();
  const support::RandomProblem random(60, 5, loss, 1);
  Problem problem = random.problem(support::Storage::dense_double);
  problem.intercept = intercept;
  for (const bool shrinking : {false, true}) {
    SCOPED_TRACE(shrinking);
    SolverOptions options = support::options_of(Solver::dual_cd, 0);
    options.shrinking = shrinking;
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::numerical);
    EXPECT_LE(solution.certificate.relative_gap, 1e-12);
  }
}

/// P is then w^2 / 2 of one column and next to nothing else, and rows are at their kinks but for rounding.
TEST(NoToleranceAtKinks, TargetsMayBeAColumn) {
  constexpr std::int64_t rows = 200;
  internal::Random random(1);
  std::vector<double> values;
  std::vector<double> targets;
  for (std::int64_t i = 0; i < rows; ++i) {
    targets.push_back(random.normal());
    values.insert(values.end(), {targets.back(), random.normal()});
  }
  for (const LossName loss : {LossName::quantile, LossName::absolute, LossName::epsilon_insensitive}) {
    for (const double tau : {0.1, 0.5, 0.9}) {
      SCOPED_TRACE(testing::Message() << to_string(loss) << ' ' << tau);
      Problem problem;
      problem.x = DenseView<double>{values.data(), rows, 2, 2};
      problem.y = targets;
      problem.loss.name = loss;
      problem.loss.tau = tau;
      const Solution solution = solve(problem, support::options_of(Solver::alm_newton, 0));
      EXPECT_LE(solution.certificate.relative_gap, 1e-11) << to_string(solution.status);
      EXPECT_LE(solution.passes, 500);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, NoTolerance, support::with_every_intercept(support::every_loss()),
                         support::loss_and_intercept);

}  // namespace
}  // namespace hingeline
