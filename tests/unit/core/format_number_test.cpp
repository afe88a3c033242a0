// SPDX-License-Identifier: BSD-3-Clause
#include "core/format_number.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "support/random_dataset.hpp"

namespace hingeline::internal {
namespace {

std::string shortest(auto number) { return std::string(std::string_view(NumberText(number))); }

TEST(NumberText, ShortestTextReadsBackAsTheSame) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto real = random_number<double>(random);
    EXPECT_EQ(std::strtod(shortest(real).c_str(), nullptr), real);
    const auto single = random_number<float>(random);
    EXPECT_EQ(std::strtof(shortest(single).c_str(), nullptr), single);
  }
}

TEST(NumberText, IsAsShortAsCanBe) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(0.1F), "0.1");
  EXPECT_EQ(shortest(-1.0), "-1");
  EXPECT_EQ(shortest(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(shortest(-std::numeric_limits<double>::denorm_min()), "-5e-324");
  EXPECT_EQ(shortest(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
}

TEST(NumberText, GivesTheDigitsAskedFor) {
  EXPECT_EQ(std::string_view(NumberText(0.1, 17)), "0.10000000000000001");
  EXPECT_EQ(std::string_view(NumberText(-std::numeric_limits<double>::max(), 17)), "-1.7976931348623157e+308");
  EXPECT_EQ(std::string_view(NumberText(2.0 / 3, 3)), "0.667");
}

}  // namespace
}  // namespace hingeline::internal
