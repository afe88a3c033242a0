// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/sampled_dual_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "hingeline/solve.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

class DualStepOf : public ::testing::TestWithParam<std::tuple<LossName, Intercept>> {};

/// H of the rows' sum at v and the ridge, by the book.
ScaledCholesky hessian_at(const Problem& problem, const DenseView<float>& x, const std::vector<double>& v) {
  const Variables variables(problem);
  const BlockLoss loss(problem);
  const RowBlocks<DenseView<float>> rows(x);
  GramMatrix hessian(v.size());
  for (std::size_t j = 0; j < v.size(); ++j) hessian.at(j, j) = variables.l2(j);
  for (std::int64_t first = 0; first < x.rows; first += rows_per_block) {
    const std::int64_t count = std::min(rows_per_block, x.rows - first);
    const auto size = static_cast<std::size_t>(count);
    BlockNumbers z;
    BlockNumbers slopes;
    BlockNumbers curvatures;
    rows.predict(first, count, v.data(), z.data());
    for (std::size_t k = 0; k < size; ++k) z[k] += variables.intercept(v);
    loss.differentiate(first, {z.data(), size}, slopes, curvatures);
    WeightedGram(row_matrix(rows_from(x, first, count)), variables.appended()).add({curvatures.data(), size}, hessian);
  }
  ScaledCholesky factor;
  EXPECT_TRUE(factor.factor(hessian));
  return factor;
}

/// A point whose slopes do not prove it to eight times what it is off the optimum, and a tenth of the rows do.
TEST_P(DualStepOf, ProvesWhatSlopesDoNot) {
  const auto& [name, intercept] = GetParam();
  const RandomProblem random_problem(12000, 5, {.name = name}, 11, 1.0);
  Problem problem = random_problem.problem(Storage::dense_float);
  problem.intercept = intercept;
  problem.C = name == LossName::logistic ? 0.03 : 0.006;  // for curvatures alike
  SolverOptions options;
  options.tolerance = 1e-10;
  const Solution solution = solve(problem, options);
  std::vector<double> v = solution.coef;
  if (intercept != Intercept::none) v.push_back(solution.intercept);
  for (double& entry : v) entry += 1e-3 * std::abs(entry);

  const auto& x = std::get<DenseView<float>>(problem.x);
  ThreadPool pool(2);
  const Baseline start = baseline(problem, pool);
  const auto primal =
      static_cast<double>(support::slow_primal(problem, {v.data(), 5}, intercept == Intercept::none ? 0 : v.back()));
  options.tolerance = 8 * (primal - solution.certificate.primal) / gap_scale(primal, primal, start.primal);
  BestStreamedPair best(problem, start, options);
  StreamedSums sums;
  const DualBlock slopes;
  ASSERT_FALSE(best.prove(v, slopes, pool, {}, &sums));
  const double before = best.certificate().relative_gap;
  const std::vector<double> gradient = best.gradient(sums);
  std::vector<double> p = gradient;
  hessian_at(problem, x, v).solve(p);
  Random random(3);
  const double work = SampledDualStep(x, problem).take(gradient, p, sums, random, pool, best);
  EXPECT_GT(work, 0);
  EXPECT_LE(work, 0.31);
  EXPECT_TRUE(best.is_answer()) << best.certificate().relative_gap << " of " << options.tolerance << ", before "
                                << before;

  Monitor monitor(options);
  const Solution proven = best.take(Status::numerical, monitor, 1, 1);
  const auto dual = static_cast<double>(support::slow_dual(problem, proven.dual_coef));
  EXPECT_NEAR(proven.certificate.dual, dual, 1e-9 * std::abs(dual));
  if (intercept == Intercept::free) {
    EXPECT_NEAR(std::accumulate(proven.dual_coef.begin(), proven.dual_coef.end(), 0.0), 0, 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, DualStepOf,
                         ::testing::Combine(::testing::Values(LossName::squared_hinge, LossName::logistic,
                                                              LossName::huber, LossName::squared),
                                            ::testing::Values(Intercept::free, Intercept::none)),
                         [](const auto& given) {
                           return std::string(to_string(std::get<0>(given.param))) +
                                  (std::get<1>(given.param) == Intercept::free ? "_free" : "_none");
                         });

/// Of whose gap a ridge's part is far less than the rows'.
TEST(DualStep, TakesTheSmallestShareThatDoes) {
  const RandomProblem random_problem(10, 2, {.name = LossName::squared_hinge}, 1);
  const Problem problem = random_problem.problem(Storage::dense_double);
  const Variables variables(problem);
  const std::vector<double> gradient = {3, -1, 0.5};
  const std::vector<double> hessian = {200, 30, 400};  // of the rows' sum, a diagonal
  std::vector<double> p(3);
  double squared_step = 0;
  double curved = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    p[j] = gradient[j] / (hessian[j] + variables.l2(j));
    squared_step += variables.l2(j) * p[j] * p[j];
    curved += p[j] * hessian[j] * p[j];
  }
  constexpr double wanted = 0.2;
  const auto share = share_for_dual_step(gradient, p, variables, 1e9, wanted);
  ASSERT_TRUE(share);
  EXPECT_NEAR(squared_step / 2 + curved / (2 * *share), wanted, 1e-9);
  EXPECT_FALSE(share_for_dual_step(gradient, p, variables, 1e9, 0.02));    // takes all rows
  EXPECT_FALSE(share_for_dual_step(gradient, p, variables, 100, wanted));  // so few have another Hessian
}

}  // namespace
}  // namespace hingeline::internal
