// SPDX-License-Identifier: BSD-3-Clause
#include "data/csv_reader.hpp"

#include <gtest/gtest.h>

#include <string>

#include "hingeline/error.hpp"
#include "support/matrix_contents.hpp"

namespace hingeline::internal {
namespace {

using Names = std::vector<std::string>;

Dataset read_text(std::string_view text, const ReadOptions& options = {}) {
  return read_csv(text_of("f", text), options);
}

std::string error_of_csv(std::string_view text, const std::string& target = "") {
  std::string message;
  for (const int threads : {1, 2, 5}) {
    for (const std::size_t chunk_size : {1, 9, 1 << 20}) {
      for (const Layout layout : {Layout::dense, Layout::sparse}) {
        try {
          read_csv(text_of("f", text), {.layout = layout, .target = target, .threads = threads}, chunk_size);
          ADD_FAILURE() << "no error";
        } catch (const Error& error) {
          if (message.empty()) message = error.what();
          EXPECT_EQ(message, error.what()) << threads << " threads, chunks of " << chunk_size;
        }
      }
    }
  }
  return message;
}

TEST(CsvReader, TakesTheLastColumnForTheTarget) {
  const Dataset data = read_text("a,b,y\n1,2.5,-1\n0,1e-3,+1\n");
  EXPECT_EQ(contents_of(data), (Contents{2, 2, {{0, 0, 1}, {0, 1, 2.5}, {1, 1, 1e-3f}}, {-1, 1}}));
  EXPECT_EQ(data.feature_names, (Names{"a", "b"}));
  EXPECT_TRUE(is_dense(data));
}

TEST(CsvReader, FindsTheTargetByNameOrNumber) {
  for (const char* target : {"b", "2"}) {
    const Dataset data = read_text("a,b,c\n1,2,3\n4,5,6\n", {.target = target});
    EXPECT_EQ(contents_of(data), (Contents{2, 2, {{0, 0, 1}, {0, 1, 3}, {1, 0, 4}, {1, 1, 6}}, {2, 5}}));
    EXPECT_EQ(data.feature_names, (Names{"a", "c"}));
  }
  EXPECT_EQ(read_text("x,1,2\n7,8,9\n", {.target = "2"}).y[0], 9);
}

TEST(CsvReader, KnowsQuotesBlanksCarriageReturnsAndAByteOrderMark) {
  const Dataset data = read_text("\xef\xbb\xbf\r\n\"a \"\"x\"\", \nb\",plain c,y\r\n 1 , \"2\" ,\"-3\"\r\n\r\n4,5,6");
  EXPECT_EQ(contents_of(data), (Contents{2, 2, {{0, 0, 1}, {0, 1, 2}, {1, 0, 4}, {1, 1, 5}}, {-3, 6}}));
  EXPECT_EQ(data.feature_names, (Names{"a \"x\", \nb", "plain c"}));
}

TEST(CsvReader, IsSparseOrWiderWhereAsked) {
  const Dataset sparse = read_text("a,b,y\n1,0,1\n0,0,2\n", {.layout = Layout::sparse, .features = 4});
  EXPECT_FALSE(is_dense(sparse));
  EXPECT_EQ(contents_of(sparse), (Contents{2, 4, {{0, 0, 1}}, {1, 2}}));
  EXPECT_EQ(sparse.feature_names, (Names{"a", "b", "", ""}));
  EXPECT_EQ(contents_of(read_text("a,b,y\n1,0,1\n0,0,2\n", {.features = 4})), contents_of(sparse));
}

TEST(CsvReader, NamesThePlaceOfTheFirstError) {
  const std::string good = "a,b,y\n1,2,3\n";
  EXPECT_EQ(error_of_csv(good + "1,two,3\nx,1\n"), "f:3:3: column 2 ('b'): expected a number, found 'two'");
  EXPECT_EQ(error_of_csv(good + "1, two words,3\n"), "f:3:4: column 2 ('b'): expected a number, found 'two'");
  EXPECT_EQ(error_of_csv(good + "1,,3\n"), "f:3:3: column 2 ('b'): expected a number, found an empty field");
  EXPECT_EQ(error_of_csv(good + "1,2, \n"), "f:3:5: column 3 ('y'): expected a number, found an empty field");
  EXPECT_EQ(error_of_csv(good + "1,2\n4,5,6\n"), "f:3:4: expected 3 fields as in the header, found 2");
  EXPECT_EQ(error_of_csv(good + "1,2,3,4\n"), "f:3:6: expected 3 fields as in the header, found more");
  EXPECT_EQ(error_of_csv(good + "1,2 2,3\n"), "f:3:3: column 2 ('b'): expected a number, found '2'");
  EXPECT_EQ(error_of_csv(good + "1,2e39,3\n"),
            "f:3:3: column 2 ('b'): expected a number within the range of its type, found '2e39'");
  EXPECT_EQ(error_of_csv(good + "1,NaN,3\n"), "f:3:3: column 2 ('b'): expected a number, found 'NaN'");
  EXPECT_EQ(error_of_csv("\"a\nb\",y\n1,inf\n"), "f:3:3: column 2 ('y'): expected a number, found 'inf'");
}

TEST(CsvReader, AQuotedFieldOverALineEndIsTheFirstError) {
  EXPECT_EQ(error_of_csv("a,y\n1,2\n\"3\n4\",5\n"), "f:3:1: column 1 ('a'): expected a number, found '\"3'");
  EXPECT_EQ(error_of_csv("a,y\n\"3,5\n"), "f:2:1: column 1 ('a'): expected a number, found '\"3'");
}

TEST(CsvReader, NeedsAHeaderAndARow) {
  EXPECT_EQ(error_of_csv(""), "f:1:1: expected a header with the names of the columns, found an empty file");
  EXPECT_EQ(error_of_csv("\n\n"), "f:3:1: expected a header with the names of the columns, found an empty file");
  EXPECT_EQ(error_of_csv("a,b\n\n"), "f: expected at least one row, found none");
  EXPECT_EQ(error_of_csv("\n1,2.5,-3\n4,5,6\n"),
            "f:2:1: expected a header with the names of the columns, found only numbers");
  EXPECT_EQ(error_of_csv("a,\"b\n1,2\n"), "f:1:3: expected a quote that closes this one, found none");
  EXPECT_EQ(error_of_csv("\"a\" ,b\n1,2\n"), "f:1:4: expected a comma after the closing quote");
}

TEST(CsvReader, RefusesTargetsThatAreNotThere) {
  for (const char* target : {"c", "0", "3", "-1", "1x", "99999999999999999999999"})
    EXPECT_EQ(error_of_csv("a,b\n1,2\n", target),
              std::string("target: ") + target + " given, must be the name of a column or a number from 1 to 2");
  EXPECT_EQ(error_of_csv("a,a\n1,2\n", "a"), "target: a given, is the name of more than one column");
}

}  // namespace
}  // namespace hingeline::internal
