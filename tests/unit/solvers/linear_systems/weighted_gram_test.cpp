// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear_systems/weighted_gram.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using hingeline::support::RandomProblem;
using hingeline::support::slow_row;
using hingeline::support::Storage;

/// `density` of the entries in a row decides between blocks and outer products.
void expect_right_sum(Storage storage, double appended, double density) {
  const RandomProblem random(700, 30, Loss{}, 4, density);
  const Problem problem = random.problem(storage);
  std::vector<double> h = random.weights();
  h[3] = -1;
  visit_rows(problem.x, [&](const auto& x) {
    WeightedGram gram(x, appended);
    const std::size_t size = appended != 0 ? 31 : 30;
    ASSERT_EQ(gram.size(), size);
    GramMatrix sum(size);
    sum.at(2, 1) = 5;
    gram.add(h, sum);
    std::vector<std::vector<double>> expected(size, std::vector<double>(size));
    expected[2][1] = 5;
    for (std::size_t i = 0; i < h.size(); ++i) {
      std::vector<double> row = slow_row(problem.x, static_cast<std::int64_t>(i));
      if (appended != 0) row.push_back(appended);
      for (std::size_t j = 0; j < size; ++j)
        for (std::size_t k = 0; k <= j && h[i] > 0; ++k) expected[j][k] += h[i] * row[j] * row[k];
    }
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t k = 0; k <= j; ++k) EXPECT_NEAR(sum.at(j, k), expected[j][k], 1e-10);
  });
}

TEST(WeightedGram, SumsRowsOfPositiveWeight) {
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double})
    for (const double appended : {0.0, 1.0, 2.5})
      for (const double density : {0.1, 0.4}) expect_right_sum(storage, appended, density);
}

TEST(WeightedGram, StopsWhenTold) {
  const RandomProblem random(700, 30, Loss{}, 4);
  const std::vector<double> h(700, 1.0);
  visit_rows(random.problem(Storage::dense_double).x, [&](const auto& x) {
    GramMatrix sum(30);
    int asked = 0;
    EXPECT_FALSE(WeightedGram(x, 0).add(h, sum, [&] { return ++asked == 2; }));
    EXPECT_EQ(asked, 2);
  });
}

}  // namespace
}  // namespace hingeline::internal
