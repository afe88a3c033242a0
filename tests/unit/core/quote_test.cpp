// SPDX-License-Identifier: BSD-3-Clause
#include "core/quote.hpp"

#include <gtest/gtest.h>

#include <string>

namespace hingeline {
namespace {

using internal::quote;

TEST(Quote, WordsOfAnyAlphabetStayReadable) {
  EXPECT_EQ(quote(""), "''");
  EXPECT_EQ(quote("age group"), "'age group'");
  EXPECT_EQ(quote("Gr\xc3\xb6\xc3\x9f"
                  "e"),
            "'Gr\xc3\xb6\xc3\x9f"
            "e'");
  EXPECT_EQ(quote("\xe5\xb9\xb4\xe9\xbe\x84"), "'\xe5\xb9\xb4\xe9\xbe\x84'");
  EXPECT_EQ(quote("\xf0\x9f\x98\x80"), "'\xf0\x9f\x98\x80'");
}

TEST(Quote, ControlCharactersAreEscaped) {
  EXPECT_EQ(quote("a\x1b[31m\n\x7f"), "'a\\x1b[31m\\x0a\\x7f'");
  EXPECT_EQ(quote(std::string(1, '\0')), "'\\x00'");
  EXPECT_EQ(quote("\xc2\x9b"
                  "31m"),
            "'\\xc2\\x9b31m'");
}

TEST(Quote, BytesThatAreNoUtf8AreEscaped) {
  EXPECT_EQ(quote("Gr\xf6\xdf"
                  "e"),
            "'Gr\\xf6\\xdfe'");
  EXPECT_EQ(quote("\xe5\xb9"), "'\\xe5\\xb9'") << "cut off";
  EXPECT_EQ(quote("\xb9\xc3"), "'\\xb9\\xc3'");
  EXPECT_EQ(quote("\xc0\x8a"), "'\\xc0\\x8a'") << "a line break of two bytes";
  EXPECT_EQ(quote("\xe0\x82\x8a"), "'\\xe0\\x82\\x8a'");
  EXPECT_EQ(quote("\xf0\x80\x82\x8a"), "'\\xf0\\x80\\x82\\x8a'");
  EXPECT_EQ(quote("\xed\xa0\x80"), "'\\xed\\xa0\\x80'") << "a surrogate";
  EXPECT_EQ(quote("\xf4\x90\x80\x80"), "'\\xf4\\x90\\x80\\x80'") << "above U+10FFFF";
  EXPECT_EQ(quote("\xf8\x88\x80\x80\x80"), "'\\xf8\\x88\\x80\\x80\\x80'");
  EXPECT_EQ(quote("\xff"), "'\\xff'");
}

TEST(Quote, LongTextsAreCutBetweenCharacters) {
  EXPECT_EQ(quote(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
  EXPECT_EQ(quote(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
  std::string umlauts;
  for (int i = 0; i < 40; ++i) umlauts += "\xc3\xb6";
  EXPECT_EQ(quote(umlauts + "\xc3\xb6"), "'" + umlauts + "...'");
}

}  // namespace
}  // namespace hingeline
