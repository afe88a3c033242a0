// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/alm_newton/kept_gram.hpp"

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
    KeptGram kept(x, 2);
    for (const auto& weights : {h, tripled, one_more, none, h}) {
      GramMatrix sum(static_cast<std::size_t>(cols) + 1);
      GramMatrix expected = sum;
      sum.at(2, 1) = expected.at(2, 1) = 5;
      kept.add(weights, sum);
      WeightedGram(x, 2).add(weights, expected);
      for (std::size_t i = 0; i < sum.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) EXPECT_NEAR(sum.at(i, j), expected.at(i, j), 1e-11);
    }
  });
}

TEST(KeptGram, IsTheSumOfAnyWeights) {
  for (const Storage storage : {Storage::dense_float, Storage::csr_double})
    for (const std::int32_t cols : {5, 80}) expect_same_as_afresh(storage, cols);
}

}  // namespace
}  // namespace hingeline::internal
