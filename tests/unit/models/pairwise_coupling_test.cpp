// SPDX-License-Identifier: BSD-3-Clause
#include "models/pairwise_coupling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

TEST(PairwiseCoupling, RecoversProbabilitiesThatThePairsAgreeOn) {
  const std::vector<double> p = {0.5, 0.125, 0.3, 0.075};
  std::vector<double> first;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = i + 1; j < p.size(); ++j) first.push_back(p[i] / (p[i] + p[j]));
  const std::vector<double> coupled = couple(first, p.size());
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(coupled[i], p[i], 1e-7);
  EXPECT_EQ(couple(std::vector<double>{0.3}, 2), (std::vector<double>{0.3, 0.7}));
}

/// sum_i sum_{j != i} (r_ji p_i - r_ij p_j)^2
double objective(const std::vector<double>& first, const std::vector<double>& p) {
  double sum = 0;
  std::size_t pair = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = i + 1; j < p.size(); ++j, ++pair)
      sum += 2 * std::pow((1 - first[pair]) * p[i] - first[pair] * p[j], 2);
  return sum;
}

TEST(PairwiseCoupling, MinimisesItsObjective) {
  Random random(2);
  for (const std::size_t classes : {3, 5, 12}) {
    std::vector<double> first(classes * (classes - 1) / 2);
    for (double& r : first) r = 1e-4 + (1 - 2e-4) * random.uniform();
    const std::vector<double> p = couple(first, classes);
    EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
    const double least = objective(first, p);
    for (std::size_t i = 0; i < classes; ++i)
      for (std::size_t j = 0; j < classes; ++j) {
        std::vector<double> moved = p;
        const double step = 1e-3 * std::min(p[i], p[j]);
        if (i == j) continue;
        moved[i] += step;
        moved[j] -= step;
        EXPECT_LE(least, objective(first, moved) + 1e-14);
      }
  }
}

}  // namespace
}  // namespace hingeline::internal
