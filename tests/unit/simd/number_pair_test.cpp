// SPDX-License-Identifier: BSD-3-Clause
#include "simd/number_pair.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

void expect_pair(const NumberPair& pair, double first, double second) {
  EXPECT_EQ(pair.first(), first);
  EXPECT_EQ(pair.second(), second);
}

TEST(NumberPair, IsReadFromEitherTypeAndByPlaces) {
  const float floats[] = {0.1F, -2};
  const double doubles[] = {1e300, 0.1, 3};
  const std::int32_t places[] = {2, 0};
  expect_pair(NumberPair(), 0, 0);
  expect_pair(NumberPair(5), 5, 5);
  expect_pair(NumberPair::of(floats), static_cast<double>(0.1F), -2);
  expect_pair(NumberPair::of(doubles + 1), 0.1, 3);
  expect_pair(NumberPair::at(doubles, places), 3, 1e300);
}

TEST(NumberPair, ComputesOneByOne) {
  const double left[] = {2, 3};
  const double right[] = {0.5, -7};
  expect_pair(NumberPair::of(left) * NumberPair::of(right), 1, -21);
  expect_pair(NumberPair::of(left) + NumberPair::of(right), 2.5, -4);
}

}  // namespace
}  // namespace hingeline::internal
