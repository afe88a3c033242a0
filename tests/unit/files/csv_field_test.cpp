// SPDX-License-Identifier: BSD-3-Clause
#include "files/csv_field.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hingeline::internal {
namespace {

using Fields = std::vector<std::string>;

/// Those in front of a wrong quote.
Fields fields_of(std::string_view line, char separator = ',') {
  Fields fields;
  std::string memory;
  for_each_csv_field(line, CsvSeparator(separator), [&](std::size_t column, const char* p, const char* end) {
    EXPECT_EQ(column, fields.size());
    fields.emplace_back(csv_text(p, end, CsvSeparator(separator), memory));
    return true;
  });
  return fields;
}

TEST(CsvField, EndsAtCommasAndAtTheLineEnd) {
  EXPECT_EQ(fields_of("a,b,c"), (Fields{"a", "b", "c"}));
  EXPECT_EQ(fields_of("a,b,c\r"), (Fields{"a", "b", "c"}));
  EXPECT_EQ(fields_of("a,,c"), (Fields{"a", "", "c"}));
  EXPECT_EQ(fields_of("a,b,"), (Fields{"a", "b", ""}));
  EXPECT_EQ(fields_of(""), (Fields{""}));
}

TEST(CsvField, AreSeenAsLongAsTheyAreAskedFor) {
  int seen = 0;
  for_each_csv_field("a,b,c", CsvSeparator(), [&](std::size_t column, const char*, const char*) {
    ++seen;
    return column < 1;
  });
  EXPECT_EQ(seen, 2);
}

TEST(CsvField, UndoesQuotes) {
  EXPECT_EQ(fields_of("\"a, b\",c"), (Fields{"a, b", "c"}));
  EXPECT_EQ(fields_of("1,\"\"\"\""), (Fields{"1", "\""}));
  EXPECT_EQ(fields_of("\"\"\"a\"\"b\"\"\""), (Fields{"\"a\"b\""}));
  EXPECT_EQ(fields_of("\"\""), (Fields{""}));
  EXPECT_EQ(fields_of("\"a"), (Fields{}));
  EXPECT_EQ(fields_of("\"a\"\""), (Fields{}));
  EXPECT_EQ(fields_of("a,\"a\"b,c"), (Fields{"a"}));
}

TEST(CsvField, BlanksAroundItAreTrimmed) {
  EXPECT_EQ(fields_of(" a b\t,c"), (Fields{"a b", "c"}));
  EXPECT_EQ(fields_of(" \" a \" ,c"), (Fields{" a ", "c"}));
  EXPECT_EQ(fields_of("a,  "), (Fields{"a", ""}));
}

TEST(CsvField, EndsAtTheSeparator) {
  EXPECT_EQ(fields_of("a,b ; c", ';'), (Fields{"a,b", "c"}));
  EXPECT_EQ(fields_of("a\t b \t\t\"\t\"\t", '\t'), (Fields{"a", "b", "", "\t", ""}));
}

TEST(CsvField, ARunOfBlanksSeparates) {
  EXPECT_EQ(fields_of("a  b\t \"c d\"", ' '), (Fields{"a", "b", "c d"}));
  EXPECT_EQ(fields_of("  a b \t\r", ' '), (Fields{"a", "b"}));
  EXPECT_EQ(fields_of("a \"b\"c", ' '), (Fields{"a"}));
}

TEST(CsvField, IsANumberOrNot) {
  for (const char* number : {"1", "-2.5", "+3", "1e-5", ".5", "1e999"}) EXPECT_TRUE(is_number(number)) << number;
  for (const char* text : {"", "a", "1a", "1 2", "nan", "inf", "-", "0x10"}) EXPECT_FALSE(is_number(text)) << text;
}

}  // namespace
}  // namespace hingeline::internal
