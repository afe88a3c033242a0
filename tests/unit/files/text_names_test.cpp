// SPDX-License-Identifier: BSD-3-Clause
#include "files/text_names.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

using Names = std::vector<std::string>;

TEST(TextNames, AreNoWordsForWhatIsMissing) {
  for (const char* name : {"a", "1", "-", "+", "none", "infinite", "nano", "-infinite"})
    EXPECT_TRUE(is_name(name)) << name;
  for (const char* word : {"", "nan", "-NAN", "inf", "+Inf", "Infinity", "-infinity"})
    EXPECT_FALSE(is_name(word)) << word;
}

TEST(TextNames, AreOrderedByTheirFirstPlaces) {
  const std::string text = "0123456789";
  const char* at = text.data();
  NamesInText names;
  names.add({{"b", at + 5}, {"c", at + 7}});
  names.add({{"d", at + 1}, {"c", at + 2}});
  names.add({{"a", at + 9}, {"b", at + 8}}, 4);
  EXPECT_EQ(names.in_order(), (Names{"d", "c", "b", "a"}));
  EXPECT_FALSE(names.are_too_many());
  names.add({{"e", at}}, 4);
  EXPECT_TRUE(names.are_too_many());
}

TEST(TextNames, HaveNumbers) {
  NameNumbers numbers(Names{"b", "a"}, 5);
  numbers.add("c", 2);
  for (const auto& [name, number] : {std::pair("b", 5), std::pair("a", 6), std::pair("c", 2)}) {
    ASSERT_NE(numbers.find(name), nullptr);
    EXPECT_EQ(*numbers.find(name), number);
  }
  EXPECT_EQ(numbers.find("d"), nullptr);
  EXPECT_EQ(numbers.find(""), nullptr);
}

}  // namespace
}  // namespace hingeline::internal
