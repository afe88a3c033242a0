// SPDX-License-Identifier: BSD-3-Clause
#include "data/class_names.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

using Names = std::vector<std::string>;

TEST(ClassNames, AreNoWordsForWhatIsMissing) {
  for (const char* name : {"a", "1", "-", "+", "none", "infinite", "nano"}) EXPECT_TRUE(is_class_name(name)) << name;
  for (const char* word : {"", "nan", "-NAN", "inf", "+Inf", "Infinity"}) EXPECT_FALSE(is_class_name(word)) << word;
}

TEST(ClassNames, AreOrderedByTheirFirstPlaces) {
  const std::string text = "0123456789";
  const char* at = text.data();
  NamesInText names;
  names.add({{"b", at + 5}, {"c", at + 7}});
  names.add({{"d", at + 1}, {"c", at + 2}});
  names.add({{"a", at + 9}, {"b", at + 8}});
  EXPECT_EQ(names.in_order(), (Names{"d", "c", "b", "a"}));
  EXPECT_FALSE(names.are_too_many());
}

TEST(ClassNames, HaveNumbers) {
  const ClassNumbers numbers(Names{"b", "a"});
  EXPECT_EQ(numbers.of("b"), 0);
  EXPECT_EQ(numbers.of("a"), 1);
  EXPECT_FALSE(numbers.is_empty());
  EXPECT_TRUE(are_class_numbers(std::vector<double>{0, 1, 1}, 2));
  for (const double wrong : {-1.0, 0.5, 2.0}) EXPECT_FALSE(are_class_numbers(std::vector{wrong}, 2)) << wrong;
}

}  // namespace
}  // namespace hingeline::internal
