// SPDX-License-Identifier: BSD-3-Clause
#include "simd/cholesky.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "support/every_target.hpp"

namespace hingeline::internal {
namespace {

/// L L' of a random L with a dominant diagonal, the upper triangle filled with what must not matter.
std::vector<double> random_matrix(std::size_t size, std::vector<double>& l) {
  Random random(size);
  l.assign(size * size, 0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j) l[i * size + j] = random.normal() / static_cast<double>(size);
    l[i * size + i] = 1 + random.uniform();
  }
  std::vector<double> a(size * size, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      a[i * size + j] = 0;
      for (std::size_t k = 0; k <= j; ++k) a[i * size + j] += l[i * size + k] * l[j * size + k];
    }
  return a;
}

TEST(Cholesky, FactorIsRightOnEveryTargetOfThisMachine) {
  testing::on_every_target([] {
    for (const std::size_t size : {8, 16, 56, 64, 72, 136, 200}) {
      std::vector<double> expected;
      std::vector<double> a = random_matrix(size, expected);
      ASSERT_TRUE(cholesky()(a.data(), size));
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j <= i; ++j) EXPECT_NEAR(a[i * size + j], expected[i * size + j], 1e-12);
    }
  });
}

TEST(Cholesky, RefusesWhatIsNotPositiveDefinite) {
  testing::on_every_target([] {
    for (const double pivot : {-1.0, std::numeric_limits<double>::infinity()})
      for (const std::size_t at : {3, 70}) {
        std::vector<double> l;
        std::vector<double> a = random_matrix(72, l);
        a[at * 72 + at] = pivot;
        EXPECT_FALSE(cholesky()(a.data(), 72));
      }
  });
}

}  // namespace
}  // namespace hingeline::internal
