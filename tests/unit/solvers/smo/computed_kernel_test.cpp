// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/computed_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "support/every_target.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

/// Rows of 80 features, which are kept; the same products with room for all rows, for a few and for none.
TEST(ComputedKernel, KeptRowsAreTheComputedOnes) {
  support::on_every_target([&] {
    constexpr std::int64_t n = 300;
    const support::RandomProblem random(n, 80, Loss{LossName::hinge}, 4);
    const MatrixView x = random.problem(support::Storage::dense_float).x;
    const KernelSpace space({KernelName::rbf, 0.02}, x);
    const KernelRows<float> rows(space, x, {nullptr, 0, n});
    ThreadPool pool(2);
    for (const double kept : {300.0, 40.0, 1.0, 0.0}) {
      SCOPED_TRACE(kept);
      Buffer<float> memory;
      ComputedKernel<float> update(rows, kept * n * sizeof(float), memory);
      KernelCounters counters;
      Random numbers(7);
      std::vector<double> products(n, 0.0);
      std::vector<double> expected(n, 0.0);
      std::vector<float> magnitudes(n, 0.0F);
      std::vector<float> expected_magnitudes(n, 0.0F);
      for (int round = 0; round < 8; ++round) {
        std::vector<std::int32_t> chosen;
        std::vector<double> weights;
        for (std::int32_t row = 0; row < n; ++row) {
          if (numbers.uniform() > 0.3) continue;
          chosen.push_back(row);
          weights.push_back(std::copysign(numbers.normal(), row < n / 2 ? 1.0 : -1.0));
        }
        update.add(chosen, weights, pool, {products.data(), magnitudes.data()}, counters);
        add_products(rows, rows, chosen, weights, pool, {expected.data(), expected_magnitudes.data()});
      }
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_NEAR(products[i], expected[i], 1e-4);
        EXPECT_NEAR(magnitudes[i], expected_magnitudes[i], 1e-4F * expected_magnitudes[i]);
        EXPECT_GT(magnitudes[i], std::abs(products[i]));
      }
      if (kept == 0) {
        EXPECT_EQ(counters.cache_hits, 0);
      }
      if (kept == 300) {
        EXPECT_LE(counters.kernel_evaluations, n * n);  // every row at most once
      }
      if (kept == 40) {
        EXPECT_GT(counters.cache_hits, 0);
      }
    }
  });
}

}  // namespace
}  // namespace hingeline::internal
