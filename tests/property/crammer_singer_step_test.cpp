// SPDX-License-Identifier: BSD-3-Clause
//
// The step of a row's block against the maximum found by bisection, and what is true of any maximum.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/random.hpp"
#include "losses/crammer_singer.hpp"

namespace hingeline::internal {
namespace {

struct Block {
  std::vector<double> m;
  std::vector<double> p;
  double c;
  double q;
};

/// Shares from a corner to all alike, of any scale.
Block draw_block(Random& random) {
  const std::size_t count = 2 + random.below(12);
  Block block;
  block.c = std::pow(10, 6 * random.uniform() - 3);
  block.q = std::pow(10, 6 * random.uniform() - 3);
  block.m.resize(count);
  block.p.resize(count);
  const double spread = block.q * block.c * std::pow(10, 4 * random.uniform() - 2);
  for (double& m : block.m) m = spread * random.normal();
  const std::size_t held = 1 + random.below(static_cast<std::uint32_t>(count));
  for (std::size_t k = 0; k < held; ++k) block.p[random.below(static_cast<std::uint32_t>(count))] += random.uniform();
  const double sum = std::accumulate(block.p.begin(), block.p.end(), 0.0);
  for (double& p : block.p) p *= block.c / sum;
  return block;
}

/// max(0, p_k + (m_k - theta) / q) with theta by bisection.
std::vector<long double> slow_shares(const Block& block) {
  const auto shares = [&](long double theta) {
    std::vector<long double> result;
    for (std::size_t k = 0; k < block.m.size(); ++k)
      result.push_back(std::max(0.0L, block.p[k] + (block.m[k] - theta) / block.q));
    return result;
  };
  long double lower = *std::min_element(block.m.begin(), block.m.end()) - 2 * block.q * block.c;
  long double upper = *std::max_element(block.m.begin(), block.m.end()) + 2 * block.q * block.c;
  for (int i = 0; i < 200; ++i) {
    const long double middle = (lower + upper) / 2;
    const std::vector<long double> p = shares(middle);
    (std::accumulate(p.begin(), p.end(), 0.0L) > block.c ? lower : upper) = middle;
  }
  return shares(lower);
}

TEST(CrammerSingerStep, IsTheMaximumOfTheBlock) {
  Random random(5);
  for (int trial = 0; trial < 3000; ++trial) {
    const Block block = draw_block(random);
    const std::vector<long double> expected = slow_shares(block);
    std::vector<double> p = block.p;
    std::vector<double> change(p.size());
    CrammerSingerStep step(p.size());
    step.take(block.m, block.c, block.q, p, change);
    double move = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      EXPECT_NEAR(p[k], static_cast<double>(expected[k]), 1e-9 * block.c);
      EXPECT_EQ(change[k], block.p[k] - p[k]);
      move = std::max(move, block.q * std::abs(change[k]));
    }
    EXPECT_EQ(step.move(), move);
    EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), block.c, 1e-12 * block.c);
  }
}

/// The outputs after a step are q times its change away: the next step finds nothing to do, at a corner exactly
/// nothing.
TEST(CrammerSingerStep, StaysWhereItIs) {
  Random random(6);
  for (int trial = 0; trial < 1000; ++trial) {
    Block block = draw_block(random);
    std::vector<double> change(block.p.size());
    CrammerSingerStep step(block.p.size());
    step.take(block.m, block.c, block.q, block.p, change);
    for (std::size_t k = 0; k < change.size(); ++k) block.m[k] += block.q * change[k];
    const bool corner = std::count(block.p.begin(), block.p.end(), 0.0) + 1 == static_cast<long>(block.p.size());
    const double before = step.theta();
    step.take(block.m, block.c, block.q, block.p, change);
    EXPECT_LE(step.move(), corner ? 0 : 1e-11 * (block.q * block.c + std::abs(before)));
  }
}

TEST(CrammerSingerStep, OfTwoClassesIsThatOfTheHinge) {
  CrammerSingerStep step(2);
  std::vector<double> p = {0.7, 0.3};
  std::vector<double> change(2);
  step.take(std::vector<double>{0.2, 0.6}, 1, 2, p, change);
  EXPECT_NEAR(p[0], 0.6, 1e-15);
  EXPECT_NEAR(p[1], 0.4, 1e-15);
  step.take(std::vector<double>{-5, 6}, 1, 2, p, change);
  EXPECT_EQ(p, (std::vector<double>{0, 1}));
}

TEST(CrammerSingerGap, IsThatOfTheDefinitions) {
  Random random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const Block block = draw_block(random);
    const std::size_t y = random.below(static_cast<std::uint32_t>(block.m.size()));
    const double value = *std::max_element(block.m.begin(), block.m.end()) - block.m[y];
    long double expected = static_cast<long double>(block.c) * value + (block.p[y] - block.c);
    for (std::size_t k = 0; k < block.m.size(); ++k) {
      const long double z = static_cast<long double>(block.m[k]) - (k == y ? 0 : 1);
      expected += ((k == y ? block.c : 0.0L) - block.p[k]) * z;
    }
    const double size = block.c * (1 + std::abs(block.m[y]) + value);
    EXPECT_NEAR(crammer_singer_gap(block.m, block.p), static_cast<double>(expected), 1e-13 * size);
  }
}

}  // namespace
}  // namespace hingeline::internal
