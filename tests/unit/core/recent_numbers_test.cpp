// SPDX-License-Identifier: BSD-3-Clause
#include "core/recent_numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

TEST(RecentNumbers, AreTheTextsOfNumbers) {
  Random random(1);
  std::vector<double> numbers = {0.0, -0.0, 1.0, -std::numeric_limits<double>::denorm_min(),
                                 -std::numeric_limits<double>::max()};
  for (int i = 0; i < 500; ++i) numbers.push_back(random.normal());
  for (const std::size_t expected : {std::size_t{0}, std::size_t{1000}, std::size_t{10000000}}) {
    RecentNumbers recent(expected);
    for (int i = 0; i < 5000; ++i) {
      const double number = numbers[random.below(static_cast<std::uint32_t>(numbers.size()))];
      const NumberText text(number);
      EXPECT_EQ(recent.text(number), std::string_view(text));
    }
  }
}

}  // namespace
}  // namespace hingeline::internal
