// SPDX-License-Identifier: BSD-3-Clause
//
// Newton steps from samples with penalties other than a ridge, held against slow formulas, the augmented Lagrangian
// method and proximal Newton on columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/constraint_set.hpp"
#include "hingeline/error.hpp"
#include "hingeline/solve.hpp"
#include "problem/certificate.hpp"
#include "support/curved_losses.hpp"
#include "support/expect_streamed_bits.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::options_of;
using support::RandomProblem;
using support::Storage;

/// -R*(u) of an elastic net without bounds; u within rounding of the domain for a lasso.
double slow_penalty_dual(const Problem& problem, std::span<const double> s) {
  std::vector<double> u(static_cast<std::size_t>(cols(problem.x)));
  double sum = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const std::vector<double> row = support::slow_row(problem.x, static_cast<std::int64_t>(i));
    for (std::size_t j = 0; j < u.size(); ++j) u[j] += s[i] * row[j];
    sum += s[i];
  }
  if (problem.intercept == Intercept::penalized) u.push_back(problem.bias * sum);
  double dual = 0;
  for (const double pull : u) {
    const double beyond = std::abs(pull) - problem.penalty.l1;
    if (problem.penalty.l2 == 0)
      EXPECT_LE(beyond, 1e-9 * problem.penalty.l1);
    else if (beyond > 0)
      dual -= beyond * beyond / (2 * problem.penalty.l2);
  }
  return dual;
}

void expect_sampled_proven(const Problem& problem, const Solution& solution, double tolerance) {
  ASSERT_EQ(solution.status, Status::converged) << solution.reason << " gap " << solution.certificate.relative_gap;
  const auto primal = static_cast<double>(support::slow_primal(problem, solution.coef, solution.intercept));
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
  if (!problem.bounds.lower.empty()) return;
  double dual = slow_penalty_dual(problem, solution.dual_coef);
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const double c = problem.C * (problem.weights.empty() ? 1 : problem.weights[i]);
    if (c > 0)
      dual -= static_cast<double>(support::slow_conjugate(problem.loss, problem.y[i], c, solution.dual_coef[i]));
  }
  EXPECT_NEAR(solution.certificate.dual, dual, 1e-9 * primal);
  EXPECT_LE(primal - dual, tolerance * primal + 1e-9 * primal);
}

/// The streamed certificate is that of code which holds all rows' numbers at once.
void expect_proven_in_memory(const Problem& problem, const Solution& solution) {
  ASSERT_EQ(solution.status, Status::converged) << solution.reason << " gap " << solution.certificate.relative_gap;
  std::vector<double> s = solution.dual_coef;
  std::vector<double> w = solution.coef;
  std::vector<double> z(s.size());
  internal::CertifiedPoint point{s, w, z, solution.intercept};
  const Certificate proof = internal::certify_pair(problem, internal::baseline(problem), point);
  EXPECT_NEAR(solution.certificate.primal, proof.primal, 1e-11 * proof.primal);
  EXPECT_NEAR(solution.certificate.dual, proof.dual, 1e-9 * proof.primal);
}

class SampledNewtonOf : public ::testing::TestWithParam<support::CurvedLoss> {
 protected:
  Loss loss() const { return Loss{std::get<0>(GetParam())}; }
  Problem problem(const RandomProblem& random, Storage storage) const {
    Problem problem = random.problem(storage);
    problem.intercept = std::get<1>(GetParam());
    problem.bias = 2;
    return problem;
  }
};

TEST_P(SampledNewtonOf, FewRowsAgreeInEveryLayout) {
  constexpr double tolerance = 1e-8;
  const RandomProblem random(200, 10, loss(), 11);
  std::vector<double> omega(10, 1);
  omega[3] = 0;
  omega[5] = 10;
  const std::vector<double> lower(10, -0.1);
  const std::vector<double> upper(10, 0.3);
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    Problem lasso = problem(random, storage);
    lasso.penalty = {.l1 = 3, .l2 = 0};
    Problem net = lasso;
    net.penalty = {.l1 = 1, .l2 = 0.5};
    net.weights = random.weights();
    Problem weighted_net = net;
    weighted_net.penalty.l1_weights = omega;
    weighted_net.bounds = {lower, upper};
    for (const Problem& given : {lasso, net, weighted_net}) {
      const Solution solution = solve(given, options_of(Solver::reduced_newton, tolerance));
      expect_sampled_proven(given, solution, tolerance);
      const Solution other = solve(given, options_of(Solver::alm_newton, tolerance));
      EXPECT_NEAR(solution.certificate.primal, other.certificate.primal, 2 * tolerance * other.certificate.primal);
    }
  }
}

TEST_P(SampledNewtonOf, ManyRowsTakeFewPasses) {
  const RandomProblem random(30000, 5, loss(), 12);
  Problem given = problem(random, Storage::dense_float);
  given.C = 0.01;
  given.weights = random.weights();
  for (const Penalty& penalty : {Penalty{.l1 = 5, .l2 = 0}, Penalty{.l1 = 2, .l2 = 1}}) {
    given.penalty = penalty;
    EXPECT_EQ(solve(given).solver, "reduced_newton");
    const Solution solution = solve(given, options_of(Solver::reduced_newton, 1e-7));
    expect_proven_in_memory(given, solution);
    EXPECT_LE(solution.passes, 8);
    const Solution other = solve(given, options_of(Solver::proximal_newton, 1e-7));
    EXPECT_NEAR(solution.certificate.primal, other.certificate.primal, 2e-7 * other.certificate.primal);
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, SampledNewtonOf, support::curved_losses(), support::curved_loss_name);

TEST(SampledNewton, StreamsRowsWithTheSameBitsForAnyNumberOfThreads) {
  const RandomProblem random(60000, 5, Loss{LossName::squared_hinge}, 3);
  Problem given = random.problem(Storage::dense_float);
  given.C = 0.01;
  given.penalty = {.l1 = 5, .l2 = 0};
  support::expect_streamed_bits(given);
}

TEST(SampledNewton, NothingIsLeftUnderALargePenalty) {
  const RandomProblem random(30000, 5, Loss{LossName::logistic}, 3);
  Problem given = random.problem(Storage::dense_float);
  given.penalty = {.l1 = 1e6, .l2 = 0};
  const Solution solution = solve(given, options_of(Solver::reduced_newton, 1e-6));
  expect_sampled_proven(given, solution, 1e-6);
  EXPECT_EQ(solution.coef, std::vector<double>(5, 0.0));
}

/// Separable rows at a large C, where steps from samples go astray.
TEST(SampledNewton, ProgressOnlyGrowsWhereAnotherMethodTakesOver) {
  internal::Random random(3);
  std::vector<double> values, targets;
  for (int row = 0; row < 3000; ++row) {
    values.insert(values.end(), {random.normal(), random.normal()});
    targets.push_back(values[values.size() - 2] > 0 ? 1 : -1);
  }
  Problem problem;
  problem.x = DenseView<double>{values.data(), 3000, 2, 2};
  problem.y = targets;
  problem.loss.name = LossName::logistic;
  problem.intercept = Intercept::free;
  for (const double C : {1e4, 1e6, 1e8}) {
    problem.C = C;
    SolverOptions options = options_of(Solver::reduced_newton, 1e-6);
    Progress last;
    options.callback = [&last](const Progress& now) {
      EXPECT_GE(now.passes, last.passes);
      EXPECT_GE(now.seconds, last.seconds);
      last = now;
      return true;
    };
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_GE(solution.passes, last.passes);
  }
}

/// The logistic loss, whose rows are never on one piece: as the augmented Lagrangian, which sees all.
TEST(SampledNewton, TakesConstraintsAndNoPenalty) {
  constexpr std::int32_t cols = 5;
  constexpr double tolerance = 1e-6;
  const RandomProblem random(22000, cols, Loss{LossName::logistic}, 6);
  ConstraintSet none(cols);
  ConstraintSet ordered(cols);
  ordered.order();
  ConstraintSet sum(cols);
  sum.bound_all(-0.5, internal::infinity);
  sum.fix_sum(1);
  for (const ConstraintSet* set : {&none, &ordered, &sum})
    for (const Penalty& penalty : {Penalty{}, Penalty{.l1 = 0, .l2 = 0}, Penalty{.l1 = 3, .l2 = 0}})
      for (const Intercept intercept : {Intercept::free, Intercept::penalized}) {
        SCOPED_TRACE(testing::Message() << rows(set->constraints().rows) << " rows, l1 " << penalty.l1 << ", l2 "
                                        << penalty.l2 << ", " << support::name(intercept));
        Problem given = random.problem(Storage::dense_float);
        given.C = 0.01;
        given.weights = random.weights();
        given.intercept = intercept;
        given.penalty = penalty;
        given.bounds = set->bounds();
        given.constraints = set->constraints();
        const Solution solution = solve(given, options_of(Solver::reduced_newton, tolerance));
        ASSERT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
        const auto primal = static_cast<double>(support::slow_primal(given, solution.coef, solution.intercept));
        EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
        EXPECT_LE(solution.certificate.max_violation, tolerance);
        EXPECT_LE(solution.passes, 8);
        const Solution other = solve(given, options_of(Solver::alm_newton, tolerance));
        EXPECT_NEAR(primal, other.certificate.primal, 2 * tolerance * primal);
      }
}

/// Of the sample's rows without a weight nothing is asked, and of those with one, whose classes are apart, no answer.
TEST(SampledNewton, RowsOfWeightZeroTakeNoTime) {
  constexpr std::int32_t cols = 5;
  const RandomProblem random(60000, cols, Loss{LossName::logistic}, 6);
  std::vector<double> weights(60000);
  for (std::size_t i = 0; i < weights.size(); i += 1500) weights[i] = 1;
  ConstraintSet sum(cols);
  sum.fix_sum(1);
  Problem problem = random.problem(Storage::dense_float);
  problem.weights = weights;
  problem.penalty.l2 = 0;
  problem.constraints = sum.constraints();
  const Solution solution = solve(problem, {.tolerance = 1e-6, .max_passes = 300});
  EXPECT_EQ(solution.status, Status::converged);
  const Solution asked = solve(problem, options_of(Solver::reduced_newton, 1e-6));
  EXPECT_EQ(asked.status, Status::converged);
  EXPECT_LE(asked.passes, 40);
  EXPECT_NEAR(asked.certificate.primal, solution.certificate.primal, 2e-6 * solution.certificate.primal);
}

/// Of fewer rows than columns classes are apart, and most directions curve nothing.
TEST(SampledNewton, DoesNotRunAwayWhereNothingCurves) {
  for (const std::int32_t cols : {3, 5, 30}) {
    const std::int64_t rows = cols < 30 ? 2 : 10;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      internal::Random random(seed);
      std::vector<double> values(static_cast<std::size_t>(rows * cols));
      std::vector<double> y;
      for (double& value : values) value = random.normal();
      for (std::int64_t i = 0; i < rows; ++i) y.push_back(i % 2 == 0 ? -1 : 1);
      ConstraintSet set(cols);
      set.fix_sum(1);
      Problem problem;
      problem.x = DenseView<double>{values.data(), rows, cols, cols};
      problem.y = y;
      problem.loss.name = LossName::logistic;
      problem.penalty.l2 = 0;
      problem.constraints = set.constraints();
      const Solution solution = solve(problem, options_of(Solver::reduced_newton, 1e-3));
      EXPECT_EQ(solution.status, Status::converged);
      EXPECT_NEAR(std::accumulate(solution.coef.begin(), solution.coef.end(), 0.0), 1, 1e-6)
          << rows << " rows " << seed;
    }
  }
}

}  // namespace
}  // namespace hingeline
