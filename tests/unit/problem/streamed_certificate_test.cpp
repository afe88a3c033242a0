// SPDX-License-Identifier: BSD-3-Clause
#include "problem/streamed_certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/solve.hpp"
#include "losses/visit_loss.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

class StreamedCertificateOf : public ::testing::TestWithParam<std::tuple<Loss, Intercept>> {};

/// The slopes at the predictions are the default dual variables. The rows fill more than one block.
TEST_P(StreamedCertificateOf, APairIsProvenAtItsSlopes) {
  const auto& [loss, intercept] = GetParam();
  const RandomProblem random_problem(600, 6, loss, 3);
  Random random(5);
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    Problem problem = random_problem.problem(storage);
    problem.weights = random_problem.weights();
    problem.C = 0.7;
    problem.intercept = intercept;
    problem.bias = 1.5;
    std::vector<double> coef(6);
    for (double& entry : coef) entry = random.normal();
    StreamedSums sums;
    std::vector<double> s(problem.y.size());
    const StreamedPair pair{coef, intercept == Intercept::none ? 0 : random.normal(), s, &sums};
    ThreadPool pool(2);
    const Baseline start = baseline(problem);
    const Certificate proof = certify_pair(problem, start, pair, nullptr, pool);
    const std::vector<double> found = s;
    const StreamedSums found_sums = sums;
    const DualBlock slopes = [&](std::int64_t first, std::span<const double> predictions, BlockNumbers& block) {
      visit_loss(problem.loss, [&](const auto& sheet) {
        for (std::size_t k = 0; k < predictions.size(); ++k) {
          const std::size_t i = static_cast<std::size_t>(first) + k;
          block[k] =
              -row_cost(problem, first + static_cast<std::int64_t>(k)) * sheet.derivative(problem.y[i], predictions[k]);
        }
      });
    };
    const Certificate expected = certify_pair(problem, start, pair, slopes, pool);
    EXPECT_NEAR(proof.primal, expected.primal, 1e-13 * std::abs(expected.primal));
    EXPECT_NEAR(proof.dual, expected.dual, 1e-12 * (std::abs(expected.dual) + expected.primal));
    EXPECT_NEAR(proof.rounding_floor, expected.rounding_floor, 1e-9 * expected.rounding_floor);
    const auto dual = static_cast<double>(support::slow_dual(problem, found));
    EXPECT_NEAR(proof.dual, std::max(0.0, dual), 1e-9 * (std::abs(dual) + proof.primal));
    for (std::size_t i = 0; i < s.size(); ++i) EXPECT_NEAR(found[i], s[i], 1e-12 * (1 + std::abs(s[i]))) << i;
    for (std::size_t j = 0; j < sums.u.size(); ++j)
      EXPECT_NEAR(found_sums.u[j], sums.u[j], 1e-10 * (1 + std::abs(sums.u[j]))) << j;
    if (intercept != Intercept::none) {
      EXPECT_NEAR(found_sums.s, sums.s, 1e-10 * (1 + std::abs(sums.s)));
    }
  }
}

/// Runs of changed rows at the beginning, where the excess of a free intercept goes too, and across blocks: the
/// certificate is the same as if all blocks were given anew.
TEST_P(StreamedCertificateOf, AChangedPairIsProvenByItsChangesAlone) {
  const auto& [loss, intercept] = GetParam();
  const RandomProblem random_problem(2600, 4, loss, 8);
  const std::vector<RowRun> runs = {{0, 40}, {100, 200}, {500, 30}, {530, 1}, {2040, 256}, {2590, 10}};
  Random random(7);
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    Problem problem = random_problem.problem(storage);
    problem.weights = random_problem.weights();
    problem.intercept = intercept;
    problem.bias = 1.5;
    std::vector<double> coef(4);
    for (double& entry : coef) entry = 0.3 * random.normal();
    const double shift = 0.2 * random.normal();
    const DualBlock constant = [&](std::int64_t, std::span<const double>, BlockNumbers& s) { s.fill(shift); };
    const DualBlock rising = [&](std::int64_t first, std::span<const double> predictions, BlockNumbers& s) {
      for (std::size_t k = 0; k < predictions.size(); ++k)
        s[k] = 1e-4 * static_cast<double>(first) + 1e-4 * static_cast<double>(k) - 0.1 * predictions[k];
    };
    const DualBlock changed = [&](std::int64_t first, std::span<const double> predictions, BlockNumbers& s) {
      constant(first, predictions, s);
      BlockNumbers other;
      rising(first, predictions, other);
      for (std::size_t k = 0; k < predictions.size(); ++k) {
        const std::int64_t row = first + static_cast<std::int64_t>(k);
        for (const RowRun& run : runs)
          if (row >= run.first && row < run.first + run.count) s[k] = other[k];
      }
    };
    StreamedSums sums;
    std::vector<double> s(problem.y.size());
    const StreamedPair pair{coef, intercept == Intercept::none ? 0 : 0.1, s, &sums};
    ThreadPool pool(2);
    const Baseline start = baseline(problem);
    certify_pair(problem, start, pair, constant, pool);
    const Certificate proof = certify_changed(problem, start, pair, constant, {runs, rising}, pool);
    const std::vector<double> found = s;
    const StreamedSums found_sums = sums;
    const Certificate expected = certify_pair(problem, start, pair, changed, pool);
    EXPECT_NEAR(proof.primal, expected.primal, 1e-13 * expected.primal);
    EXPECT_NEAR(proof.gap, expected.gap, 1e-12 * (expected.gap + expected.primal));
    for (std::size_t i = 0; i < s.size(); ++i) EXPECT_NEAR(found[i], s[i], 1e-12) << i;
    for (std::size_t j = 0; j < coef.size(); ++j) EXPECT_NEAR(found_sums.u[j], sums.u[j], 1e-9) << j;
    const auto dual = static_cast<double>(support::slow_dual(problem, found));
    EXPECT_NEAR(proof.dual, std::max(0.0, dual), 1e-9 * (std::abs(dual) + proof.primal));
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, StreamedCertificateOf, support::with_every_intercept(support::every_loss()),
                         support::loss_and_intercept);

/// With multipliers, bounds and every kind of penalty, the certificate is that of rows in memory.
TEST(StreamedCertificate, APairIsProvenWithConstraints) {
  const RandomProblem random_problem(700, 3, {.name = LossName::huber}, 4);
  Problem problem = random_problem.problem(Storage::dense_double);
  const std::vector<double> lower = {-0.1, -infinity, -infinity};
  const std::vector<double> upper = {infinity, 0.4, infinity};
  const std::vector<double> a = {1, 1, 0, 0, 1, -1};
  const std::vector<double> least = {0.2, -infinity};
  const std::vector<double> most = {0.2, 0.1};
  problem.bounds = {lower, upper};
  problem.constraints = {DenseView<double>{a.data(), 2, 3, 3}, least, most};
  Random random(6);
  for (const Penalty& penalty : {Penalty{.l1 = 0.5, .l2 = 0}, Penalty{.l1 = 0, .l2 = 2}, Penalty{.l1 = 1, .l2 = 1}})
    for (const Intercept intercept : {Intercept::penalized, Intercept::none}) {
      problem.penalty = penalty;
      problem.intercept = intercept;
      const double b = intercept == Intercept::none ? 0 : 0.3;
      std::vector<double> s(problem.y.size());
      for (double& entry : s) entry = random.normal();
      const std::vector<double> given = s;
      const DualBlock block = [&](std::int64_t first, std::span<const double> predictions, BlockNumbers& out) {
        std::copy_n(given.begin() + first, predictions.size(), out.begin());
      };
      std::vector<double> coef = {0.15, 0.1, -0.3};
      std::vector<double> streamed_multipliers = {0.7, 2.5};  // of the second, which has no limit below, 0 will do
      std::vector<double> multipliers = streamed_multipliers;
      std::vector<double> predictions(s.size());
      CertifiedPoint point{s, coef, predictions, b, multipliers};
      const Certificate expected = certify_pair(problem, baseline(problem), point);
      std::vector<double> streamed_s(s.size());
      const StreamedPair pair{coef, b, streamed_s, nullptr, streamed_multipliers};
      ThreadPool pool(2);
      const Certificate proof = certify_pair(problem, baseline(problem), pair, block, pool);
      EXPECT_NEAR(proof.primal, expected.primal, 1e-12 * expected.primal);
      EXPECT_NEAR(proof.gap, expected.gap, 1e-9 * expected.gap);
      EXPECT_GT(proof.max_violation, 0.01);
      EXPECT_NEAR(proof.max_violation, expected.max_violation, 1e-12);
      for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(streamed_multipliers[k], multipliers[k], 1e-9);
      for (std::size_t i = 0; i < s.size(); ++i) EXPECT_NEAR(streamed_s[i], s[i], 1e-9);
    }
}

/// The dual variables are slopes of predictions that are shifted by 0.01, so that their sum is not 0.
TEST(StreamedCertificate, APairSharesWhatItsDualVariablesLack) {
  Loss loss;
  loss.name = LossName::squared_hinge;
  const RandomProblem random_problem(3000, 2, loss, 5);
  Problem problem = random_problem.problem(Storage::dense_double);
  const Solution solution = solve(problem, {.tolerance = 1e-12});
  const DualBlock shifted = [&](std::int64_t first, std::span<const double> predictions, BlockNumbers& s) {
    for (std::size_t k = 0; k < predictions.size(); ++k) {
      const double y = problem.y[static_cast<std::size_t>(first) + k];
      s[k] = 2 * problem.C * y * std::max(0.0, 1 - y * (predictions[k] + 0.01));
    }
  };
  std::vector<double> s(problem.y.size());
  const StreamedPair pair{solution.coef, solution.intercept, s};
  ThreadPool pool(2);
  const Certificate proof = certify_pair(problem, baseline(problem), pair, shifted, pool);
  EXPECT_LE(std::abs(std::accumulate(s.begin(), s.end(), 0.0)), 1e-10 * static_cast<double>(s.size()));
  const auto dual = static_cast<double>(support::slow_dual(problem, s));
  EXPECT_NEAR(proof.dual, dual, 1e-9 * std::abs(proof.primal));
  EXPECT_LE(proof.relative_gap, 1e-2);
}

}  // namespace
}  // namespace hingeline::internal
