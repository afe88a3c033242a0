// SPDX-License-Identifier: BSD-3-Clause
#include "core/centre.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hingeline::internal {
namespace {

TEST(Centre, TakesTheMeanOff) {
  std::vector<double> numbers = {1, 2, 6};
  EXPECT_EQ(centre(numbers), 3);
  EXPECT_EQ(numbers, (std::vector<double>{-2, -1, 3}));
}

}  // namespace
}  // namespace hingeline::internal
