// SPDX-License-Identifier: BSD-3-Clause
#include "core/twofold.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

/// (a - b) / b, to some digits.
double off(const Twofold& a, const Twofold& b) { return ((a.high - b.high) + (a.low - b.low)) / b.high; }

TEST(Twofold, SumsKeepWhatDoublesLose) {
  Twofold sum;
  for (const double number : {1e20, 1.0, 3e-10, -1e20}) sum.add(number);
  EXPECT_EQ(sum.normalised().high, 1 + 3e-10);
  Twofold products{-1, 0};
  products.add_product(1 + 0x1p-30, 1 - 0x1p-30);
  EXPECT_EQ(products.normalised().high, -0x1p-60);
}

TEST(Twofold, ProductsHaveTwiceTheDigits) {
  const Twofold third{1.0 / 3, std::fma(-3, 1.0 / 3, 1.0) / 3};
  Twofold one = third * Twofold{3, 0};
  one.add(-1);
  EXPECT_NEAR(one.high + one.low, 0, 1e-31);
  Twofold ninth = third * third;
  const Twofold rest = ninth * Twofold{9, 0};
  EXPECT_NEAR(off(rest, {1, 0}), 0, 1e-31);
}

/// Values of 50 digits, cut to two doubles.
TEST(Twofold, ExponentialsAreGoodToTwiceTheDigits) {
  struct Known {
    double exponent;
    Twofold value;
  };
  const std::array known = {Known{-1, {0x1.78b56362cef38p-2, -0x1.ca8a4270fadf5p-57}},
                            Known{-0.5, {0x1.368b2fc6f960ap-1, -0x1.85314b9559e64p-61}},
                            Known{-100.25, {0x1.4acd31e167ebbp-145, -0x1.1e6a6d01602c6p-200}},
                            Known{-0.0009765625, {0x1.ff800ffeaac00p-1, -0x1.1105b0c308f0ap-57}},
                            Known{-600, {0x1.4dd4d0d12c071p-866, 0x1.2167a13398003p-921}}};
  for (const Known& k : known) EXPECT_NEAR(off(exp({k.exponent, 0}), k.value), 0, 1e-28) << k.exponent;
  EXPECT_EQ(exp({0, 0}).high, 1);
  EXPECT_EQ(exp({-1e4, 0}).high, 0);
}

TEST(Twofold, ExponentialsOfSumsAreProducts) {
  Random random(7);
  for (int k = 0; k < 1000; ++k) {
    const Twofold a{-100 * random.uniform(), 0};
    const Twofold b{-3 * random.uniform(), 0};
    Twofold sum = a;
    sum.add(b);
    EXPECT_NEAR(off(exp(sum.normalised()), exp(a) * exp(b)), 0, 1e-28) << a.high << ' ' << b.high;
  }
}

}  // namespace
}  // namespace hingeline::internal
