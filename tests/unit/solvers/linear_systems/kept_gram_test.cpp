// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear_systems/kept_gram.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

using hingeline::support::RandomProblem;
using hingeline::support::Storage;

void expect_same_as_afresh(Storage storage, std::int32_t cols) {
  const RandomProblem random(60, cols, Loss{}, 4, 0.5);
  const Problem problem = random.problem(storage);
  const std::vector<double> h = random.weights();
  std::vector<double> tripled = h;
  for (double& weight : tripled) weight *= 3;
  std::vector<double> one_more = tripled;
  one_more[7] += 1;
  std::vector<double> none(h.size());
  visit_rows(problem.x, [&](const auto& x) {
    ThreadPool alone(1);
    KeptGram kept(x, 2, alone);
    for (const auto& weights : {h, tripled, one_more, none, h}) {
      GramMatrix sum(static_cast<std::size_t>(cols) + 1);
      GramMatrix expected = sum;
      sum.at(2, 1) = expected.at(2, 1) = 5;
      EXPECT_TRUE(kept.add(weights, sum, {}));
      WeightedGram(x, 2).add(weights, expected);
      for (std::size_t i = 0; i < sum.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) EXPECT_NEAR(sum.at(i, j), expected.at(i, j), 1e-11);
    }
  });
}

TEST(KeptGram, ForgetsWhatItWasStoppedIn) {
  const RandomProblem random(600, 5, Loss{}, 4);
  const std::vector<double> h(600, 1.0);
  visit_rows(random.problem(Storage::dense_double).x, [&](const auto& x) {
    ThreadPool alone(1);
    KeptGram kept(x, 2, alone);
    GramMatrix sum(6);
    EXPECT_FALSE(kept.add(h, sum, [] { return true; }));
    GramMatrix expected(6);
    sum.clear();
    EXPECT_TRUE(kept.add(h, sum, {}));
    WeightedGram(x, 2).add(h, expected);
    for (std::size_t i = 0; i < sum.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) EXPECT_NEAR(sum.at(i, j), expected.at(i, j), 1e-11);
  });
}

TEST(KeptGram, IsTheSumOfAnyWeights) {
  for (const Storage storage : {Storage::dense_float, Storage::csr_double})
    for (const std::int32_t cols : {5, 80}) expect_same_as_afresh(storage, cols);
}

}  // namespace
}  // namespace hingeline::internal
