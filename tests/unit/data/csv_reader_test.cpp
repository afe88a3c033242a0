// SPDX-License-Identifier: BSD-3-Clause
#include "data/csv_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "data/class_names.hpp"
#include "hingeline/error.hpp"
#include "support/matrix_contents.hpp"
#include "support/message_of.hpp"

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

/// Whatever the threads and the chunks.
Dataset read_text_targets(std::string_view text, const std::string& target = "") {
  const Dataset whole = read_text(text, {.target = target});
  for (const int threads : {1, 2, 5})
    for (const std::size_t chunk_size : {1, 9, 40})
      for (const Layout layout : {Layout::dense, Layout::sparse}) {
        const Dataset data =
            read_csv(text_of("f", text), {.layout = layout, .target = target, .threads = threads}, chunk_size);
        EXPECT_EQ(contents_of(data), contents_of(whole)) << threads << " threads, chunks of " << chunk_size;
        EXPECT_EQ(data.class_names, whole.class_names) << threads << " threads, chunks of " << chunk_size;
      }
  return whole;
}

std::vector<double> targets_of(const Dataset& data) { return {data.y.begin(), data.y.end()}; }

TEST(CsvReader, NumbersNamesByTheirFirstAppearance) {
  const Dataset data = read_text_targets("a,y\n1,no\n2,yes\n3,no\n4,maybe\n5,yes\n");
  EXPECT_EQ(data.class_names, (Names{"no", "yes", "maybe"}));
  EXPECT_EQ(contents_of(data),
            (Contents{5, 1, {{0, 0, 1}, {1, 0, 2}, {2, 0, 3}, {3, 0, 4}, {4, 0, 5}}, {0, 1, 0, 2, 1}}));
  EXPECT_EQ(data.feature_names, (Names{"a"}));

  std::string text = "y,a\n";
  Names names;
  for (int i = 0; i < 300; ++i) {
    const int label = 7 * i * i % 101;
    const std::string name = "class " + std::to_string(label);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    text += name + "," + std::to_string(i) + "\n";
  }
  EXPECT_EQ(read_text_targets(text, "y").class_names, names);
}

TEST(CsvReader, NamesMayHaveQuotesBlanksAndAnyLineEnd) {
  const Dataset data = read_text_targets(
      "a,\"b\",y\r\n1,\"2\", >50K \r\n\r\n3,4,\">50K\"\r\n\"5\" ,6, \"Paris, \"\"TX\"\"\" \r\n7,8,\" x\"\r\n7,8,5\" "
      "pipe");
  EXPECT_EQ(data.class_names, (Names{">50K", "Paris, \"TX\"", " x", "5\" pipe"}));
  EXPECT_EQ(targets_of(data), (std::vector<double>{0, 0, 1, 2, 3}));
}

TEST(CsvReader, WhatFollowsANameIsAName) {
  const Dataset data = read_text_targets("y,a\n\n+,1\n1,2\n-,3\n1.0,4\n+,5", "1");
  EXPECT_EQ(data.class_names, (Names{"+", "1", "-", "1.0"}));
  EXPECT_EQ(targets_of(data), (std::vector<double>{0, 1, 2, 3, 0}));
  EXPECT_EQ(read_text_targets("y\nb\na\n").class_names, (Names{"b", "a"}));
}

TEST(CsvReader, WhatFollowsANumberIsANumber) {
  EXPECT_EQ(error_of_csv("a,y\n1,2\n3,yes\n"), "f:3:3: column 2 ('y'): expected a number, found 'yes'");
  EXPECT_EQ(error_of_csv("a,y\n1,1e999\n3,yes\n"),
            "f:2:3: column 2 ('y'): expected a number within the range of its type, found '1e999'");
  EXPECT_TRUE(read_text("a,y\n1,\"2\"\n").class_names.empty());
}

TEST(CsvReader, WhatIsMissingIsNoName) {
  for (const char* word : {"nan", "NaN", "-inf", "+Infinity"}) {
    const std::string found = std::string("found '") + word + "'";
    EXPECT_EQ(error_of_csv(std::string("a,y\n1,") + word + "\n2,yes\n"),
              "f:2:3: column 2 ('y'): expected a number, " + found);
    EXPECT_EQ(error_of_csv(std::string("a,y\n1,yes\n2,") + word + "\n"),
              "f:3:3: column 2 ('y'): expected a name, " + found);
  }
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n2, \n"), "f:3:3: column 2 ('y'): expected a name, found an empty field");
  EXPECT_EQ(error_of_csv("y,a\nyes,1\n,2\n", "y"), "f:3:1: column 1 ('y'): expected a name, found an empty field");
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n2,\"\"\n"), "f:3:3: column 2 ('y'): expected a name, found '\"\"'");
}

TEST(CsvReader, ANameMustEndOnItsLine) {
  const std::string expected = "column 2 ('y'): expected a name whose quote is closed on its line, found '\"no'";
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n2,\"no\n\"\n"), "f:3:3: " + expected);
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n2,\"no"), "f:3:3: " + expected);
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n2,\"no\"x\n"),
            "f:3:3: column 2 ('y'): expected a name whose quote is closed on its line, found '\"no\"x'");
}

TEST(CsvReader, TextIsNoFeature) {
  EXPECT_EQ(error_of_csv("a,y\nx,yes\n2,no\n"), "f:2:1: column 1 ('a'): expected a number, found 'x'");
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n\"2,3\",no\n"), "f:3:1: column 1 ('a'): expected a number, found '\"2'");
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n", "none"), "f:2:3: column 2 ('y'): expected a number, found 'yes'");
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n2\n"), "f:3:2: expected 2 fields as in the header, found 1");
}

TEST(CsvReader, ManyNamesAreNoClasses) {
  std::string text = "a,id\n";
  for (std::size_t i = 0; i < most_class_names; ++i) text += "1,x" + std::to_string(i) + "\n";
  EXPECT_EQ(read_text(text).class_names.size(), most_class_names);
  text += "1,y\n";
  for (const int threads : {1, 3})
    EXPECT_EQ(support::message_of<DataError>([&] { read_csv(text_of("f", text), {.threads = threads}, 5000); }),
              "f: column 2 ('id'): more than 10000 different names are no classes");
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
