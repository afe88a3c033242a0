// SPDX-License-Identifier: BSD-3-Clause
#include "data/csv_field.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(CsvField, FindsItsColumn) {
  EXPECT_EQ(csv_field("a,b,c", 0), "a");
  EXPECT_EQ(csv_field("a,b,c", 2), "c");
  EXPECT_EQ(csv_field("a,b,c\r", 2), "c");
  EXPECT_EQ(csv_field("a,,c", 1), "");
  EXPECT_EQ(csv_field("a,b,", 2), "");
  EXPECT_EQ(csv_field("a,b,c", 3), std::nullopt);
  EXPECT_EQ(csv_field("", 0), "");
}

TEST(CsvField, UndoesQuotes) {
  EXPECT_EQ(csv_field("\"a, b\",c", 0), "a, b");
  EXPECT_EQ(csv_field("\"a, b\",c", 1), "c");
  EXPECT_EQ(csv_field("1,\"\"\"\"", 1), "\"");
  EXPECT_EQ(csv_field("\"\"\"a\"\"b\"\"\"", 0), "\"a\"b\"");
  EXPECT_EQ(csv_field("\"\"", 0), "");
  EXPECT_EQ(csv_field("\"a", 0), std::nullopt);
  EXPECT_EQ(csv_field("\"a\"\"", 0), std::nullopt);
  EXPECT_EQ(csv_field("\"a\"b,c", 1), std::nullopt);
}

TEST(CsvField, BlanksAroundItAreNoPart) {
  EXPECT_EQ(csv_field(" a b\t,c", 0), "a b");
  EXPECT_EQ(csv_field(" \" a \" ,c", 0), " a ");
  EXPECT_EQ(csv_field("a,  ", 1), "");
}

TEST(CsvField, IsANumberOrNot) {
  for (const char* number : {"1", "-2.5", "+3", "1e-5", ".5", "1e999"}) EXPECT_TRUE(is_number(number)) << number;
  for (const char* text : {"", "a", "1a", "1 2", "nan", "inf", "-", "0x10"}) EXPECT_FALSE(is_number(text)) << text;
}

}  // namespace
}  // namespace hingeline::internal
