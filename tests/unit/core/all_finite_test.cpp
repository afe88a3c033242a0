// SPDX-License-Identifier: BSD-3-Clause
#include "core/all_finite.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace hingeline::internal {
namespace {

template <class T>
class AllFinite : public testing::Test {};

using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(AllFinite, NumberTypes);

TYPED_TEST(AllFinite, FindsOneNumberWhereverItIs) {
  using Limits = std::numeric_limits<TypeParam>;
  for (std::size_t size = 0; size < 40; ++size) {
    std::vector<TypeParam> numbers(size, Limits::lowest());
    EXPECT_TRUE(all_finite(std::span<const TypeParam>(numbers)));
    for (TypeParam& number : numbers)
      for (const TypeParam bad : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
        number = bad;
        EXPECT_FALSE(all_finite(std::span<const TypeParam>(numbers)));
        number = Limits::denorm_min();
      }
  }
}

}  // namespace
}  // namespace hingeline::internal
