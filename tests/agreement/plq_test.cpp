// SPDX-License-Identifier: BSD-3-Clause
//
// A loss given by its pieces is solved like the named loss it equals, and a function per row like a target per row.
#include <gtest/gtest.h>

#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/solve.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

using support::RandomProblem;
using support::Storage;

constexpr double plq_tolerance = 1e-9;

class PlqOf : public ::testing::TestWithParam<std::tuple<Loss, Intercept>> {};

TEST_P(PlqOf, PiecesGiveTheNamedLossesAnswer) {
  const auto& [loss, intercept] = GetParam();
  const RandomProblem random_problem(120, 5, loss, 8);
  Problem problem = random_problem.problem(Storage::csr_float);
  problem.weights = random_problem.weights();
  problem.intercept = intercept;
  const Solution named = solve(problem, {.tolerance = plq_tolerance});
  problem.loss = plq_form(loss);
  const Solution pieces = solve(problem, {.tolerance = plq_tolerance});
  EXPECT_EQ(pieces.status, Status::converged);
  EXPECT_NEAR(pieces.certificate.primal, named.certificate.primal, 2 * plq_tolerance * named.certificate.primal);
  const auto primal = static_cast<double>(support::slow_primal(problem, pieces.coef, pieces.intercept));
  EXPECT_NEAR(pieces.certificate.primal, primal, 1e-11 * primal);
}

INSTANTIATE_TEST_SUITE_P(Losses, PlqOf,
                         ::testing::Combine(::testing::ValuesIn(support::losses_in_pieces()),
                                            ::testing::Values(Intercept::free, Intercept::none)),
                         support::loss_and_intercept);

TEST(Plq, AFunctionPerRowIsATargetPerRow) {
  const Loss huber = {.name = LossName::huber, .delta = 0.5};
  const RandomProblem random_problem(80, 4, huber, 9);
  Problem problem = random_problem.problem(Storage::dense_double);
  const Solution named = solve(problem, {.tolerance = plq_tolerance});

  std::vector<PlqFunction> functions;
  std::vector<double> numbers;
  for (const double y : problem.y) {
    numbers.push_back(static_cast<double>(functions.size()));
    functions.push_back({{y - 0.5, y + 0.5}, {-0.5, -0.5, 0.5}, {0, 1, 0}});
  }
  problem.loss = plq_loss(PlqArgument::prediction, functions);
  problem.y = numbers;
  const Solution rows = solve(problem, {.tolerance = plq_tolerance});
  EXPECT_NEAR(rows.certificate.primal, named.certificate.primal, 2 * plq_tolerance * named.certificate.primal);

  numbers[7] = 80;
  EXPECT_THROW(solve(problem), DataError);
  numbers[7] = 1.5;
  EXPECT_THROW(solve(problem), DataError);
}

}  // namespace
}  // namespace hingeline
