// SPDX-License-Identifier: BSD-3-Clause
#include "files/csv_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "files/csv_separator.hpp"
#include "files/text_names.hpp"
#include "hingeline/error.hpp"
#include "support/matrix_contents.hpp"
#include "support/message_of.hpp"

namespace hingeline::internal {
namespace {

using Names = std::vector<std::string>;

Dataset read_text(std::string_view text, const ReadOptions& options = {}) {
  return read_csv(text_of("f", text), options);
}

std::string error_of_csv(std::string_view text, ReadOptions options) {
  std::string message;
  for (const int threads : {1, 2, 5}) {
    for (const std::size_t chunk_size : {1, 9, 1 << 20}) {
      for (const Layout layout : {Layout::dense, Layout::sparse}) {
        options.layout = layout;
        options.threads = threads;
        try {
          read_csv(text_of("f", text), options, chunk_size);
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

std::string error_of_csv(std::string_view text, const std::string& target = "") {
  return error_of_csv(text, ReadOptions{.target = target});
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

TEST(CsvReader, SkipsLinesOfBlanks) {
  const Contents expected = {2, 1, {{0, 0, 1}, {1, 0, 3}}, {2, 4}};
  EXPECT_EQ(contents_of(read_text("a,y\n  \n1,2\n\t \r\n3,4\n   ")), expected);
  EXPECT_EQ(contents_of(read_text("a\ty\n  \n1\t2\n3\t4\n \n", {.separator = '\t'})), expected);
  EXPECT_EQ(contents_of(read_text("a y\n \t\n1 2\n3 4\n\t\n", {.separator = ' '})), expected);
  EXPECT_EQ(error_of_csv("a\ty\n1\t2\n\t\n", ReadOptions{.separator = '\t'}),
            "f:3:1: column 1 ('a'): expected a number, found an empty field");
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
            "f:3:3: column 2 ('b'): expected a number within the range of float32, found '2e39'");
  EXPECT_EQ(error_of_csv(good + "1,NaN,3\n"), "f:3:3: column 2 ('b'): expected a number, found 'NaN'");
  EXPECT_EQ(error_of_csv("\"a\nb\",y\n1,inf\n"), "f:3:3: column 2 ('y'): expected a number, found 'inf'");
}

TEST(CsvReader, AQuotedFieldOverALineEndIsTheFirstError) {
  EXPECT_EQ(error_of_csv("a,y\n1,2\n\"3\n4\",5\n"),
            "f:3:1: column 1 ('a'): expected a number whose quote is closed on its line, found '\"3'");
  EXPECT_EQ(error_of_csv("a,y\n\"3,5\n"),
            "f:2:1: column 1 ('a'): expected a number whose quote is closed on its line, found '\"3'");
}

/// Whatever the threads, the chunks and the layout.
Dataset read_names(std::string_view text, ReadOptions options = {}) {
  const Dataset whole = read_text(text, options);
  for (const int threads : {1, 2, 5})
    for (const std::size_t chunk_size : {1, 9, 40})
      for (const Layout layout : {Layout::dense, Layout::sparse}) {
        options.layout = layout;
        options.threads = threads;
        const Dataset data = read_csv(text_of("f", text), options, chunk_size);
        EXPECT_EQ(contents_of(data), contents_of(whole)) << threads << " threads, chunks of " << chunk_size;
        EXPECT_EQ(data.class_names, whole.class_names) << threads << " threads, chunks of " << chunk_size;
        EXPECT_EQ(data.feature_names, whole.feature_names) << threads << " threads, chunks of " << chunk_size;
        EXPECT_EQ(data.unknown_names, whole.unknown_names) << threads << " threads, chunks of " << chunk_size;
      }
  return whole;
}

std::vector<double> targets_of(const Dataset& data) { return {data.y.begin(), data.y.end()}; }

TEST(CsvReader, NumbersNamesByTheirFirstAppearance) {
  const Dataset data = read_names("a,y\n1,no\n2,yes\n3,no\n4,maybe\n5,yes\n");
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
  EXPECT_EQ(read_names(text, {.target = "y"}).class_names, names);
}

TEST(CsvReader, NamesMayHaveQuotesBlanksAndAnyLineEnd) {
  const Dataset data = read_names(
      "a,\"b\",y\r\n1,\"2\", >50K \r\n\r\n3,4,\">50K\"\r\n\"5\" ,6, \"Paris, \"\"TX\"\"\" \r\n7,8,\" x\"\r\n7,8,5\" "
      "pipe");
  EXPECT_EQ(data.class_names, (Names{">50K", "Paris, \"TX\"", " x", "5\" pipe"}));
  EXPECT_EQ(targets_of(data), (std::vector<double>{0, 0, 1, 2, 3}));
}

TEST(CsvReader, WhatFollowsANameIsAName) {
  const Dataset data = read_names("y,a\n\n+,1\n1,2\n-,3\n1.0,4\n+,5", {.target = "1"});
  EXPECT_EQ(data.class_names, (Names{"+", "1", "-", "1.0"}));
  EXPECT_EQ(targets_of(data), (std::vector<double>{0, 1, 2, 3, 0}));
  EXPECT_EQ(read_names("y\nb\na\n").class_names, (Names{"b", "a"}));
}

TEST(CsvReader, WhatFollowsANumberIsANumber) {
  EXPECT_EQ(error_of_csv("a,y\n1,2\n3,yes\n"), "f:3:3: column 2 ('y'): expected a number, found 'yes'");
  EXPECT_EQ(error_of_csv("a,y\n1,1e999\n3,yes\n"),
            "f:2:3: column 2 ('y'): expected a number within the range of float64, found '1e999'");
  EXPECT_TRUE(read_text("a,y\n1,\"2\"\n").class_names.empty());
}

TEST(CsvReader, AMissingValueIsNotAName) {
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

TEST(CsvReader, TextBehindANumberIsRefused) {
  EXPECT_EQ(error_of_csv("a,y\n1,yes\nx,no\n"), "f:3:1: column 1 ('a'): expected a number, found 'x'");
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n\"2,3\",no\n"), "f:3:1: column 1 ('a'): expected a number, found '\"2'");
  for (const std::string wrong : {"\"red", "\"red\"x", "\"red\nblue\""})
    EXPECT_EQ(error_of_csv("a,y\n" + wrong + ",1\nblue,2\n"),
              "f:2:1: column 1 ('a'): expected a number whose quote is closed on its line, found '" +
                  wrong.substr(0, wrong.find('\n')) + "'");
  EXPECT_EQ(error_of_csv("\"a \x1b[31m\n\",y\nx,1\n,2\n"),
            "f:4:1: column 1 ('a \\x1b[31m\\x0a'): expected a name, found an empty field");
  EXPECT_EQ(error_of_csv("a,y\n1,yes\n2\n"), "f:3:2: expected 2 fields as in the header, found 1");
}

TEST(CsvReader, ColumnsOfTextAreCategories) {
  const Dataset data =
      read_names("size,colour,y,shape\n1,red,5,\" a, b\"\n0,blue,6, round \n2,red,7,round\n", {.target = "y"});
  EXPECT_EQ(data.feature_names, (Names{"size", "colour=red", "colour=blue", "shape= a, b", "shape=round"}));
  EXPECT_EQ(
      contents_of(data),
      (Contents{
          3, 5, {{0, 0, 1}, {0, 1, 1}, {0, 3, 1}, {1, 2, 1}, {1, 4, 1}, {2, 0, 2}, {2, 1, 1}, {2, 4, 1}}, {5, 6, 7}}));
  EXPECT_TRUE(data.class_names.empty());
  EXPECT_EQ(read_names("a,y\nx,no\ny,no\n", {.target = "none"}).feature_names, (Names{"a=x", "a=y", "y=no"}));
}

TEST(CsvReader, ManyNamesMakeItSparse) {
  std::string text = "a,y\n";
  for (int i = 0; i < 9; ++i) text += "x" + std::to_string(i) + ",1\n";
  EXPECT_FALSE(is_dense(read_text(text)));
  EXPECT_TRUE(is_dense(read_text("a,y\nx,1\nz,1\nx,1\n")));
}

TEST(CsvReader, AColumnThatBeginsWithANameHasNoNumbers) {
  EXPECT_EQ(error_of_csv("a,y\nx,1\n2,1\n"),
            "f:3:1: column 1 ('a'): expected a name as 'x' in the first row, found '2'");
  EXPECT_EQ(error_of_csv("a,y\nx,1\n,1\n"), "f:3:1: column 1 ('a'): expected a name, found an empty field");
  EXPECT_EQ(error_of_csv("a,y\nx,1\nNaN,1\n"), "f:3:1: column 1 ('a'): expected a name, found 'NaN'");
  EXPECT_EQ(error_of_csv("a,y\nnan,1\nx,1\n"), "f:2:1: column 1 ('a'): expected a number, found 'nan'");
  EXPECT_EQ(error_of_csv("a,y\nx,1\n\"x\"y,1\n"),
            "f:3:1: column 1 ('a'): expected a name whose quote is closed on its line, found '\"x\"y'");
}

TEST(CsvReader, NumbersAreNamesWhereAsked) {
  for (const char* zip : {"zip", "2"}) {
    const Dataset data = read_names("a,zip,y\n1,01,1\n2,1,2\n3,01,3\n", {.categorical = {zip}});
    EXPECT_EQ(data.feature_names, (Names{"a", "zip=01", "zip=1"}));
    EXPECT_EQ(contents_of(data),
              (Contents{3, 3, {{0, 0, 1}, {0, 1, 1}, {1, 0, 2}, {1, 2, 1}, {2, 0, 3}, {2, 1, 1}}, {1, 2, 3}}));
  }
  EXPECT_EQ(read_names("a,y\nx,1\n2,1\n", {.categorical = {"a"}}).feature_names, (Names{"a=x", "a=2"}));
  EXPECT_EQ(error_of_csv("a,y\n1,1\nnan,1\n", ReadOptions{.categorical = {"a"}}),
            "f:3:1: column 1 ('a'): expected a name, found 'nan'");
}

TEST(CsvReader, ColumnsAreLeftOutWhereAsked) {
  const Dataset data = read_names("id,a,note,y\n,1,\"x, y\",3\nq1,2,nan,4\n", {.ignored = {"id", "3"}});
  EXPECT_EQ(data.feature_names, (Names{"a"}));
  EXPECT_EQ(contents_of(data), (Contents{2, 1, {{0, 0, 1}, {1, 0, 2}}, {3, 4}}));
  EXPECT_EQ(error_of_csv("a,b,y\n1,2,3\n1,\"2,3\n", ReadOptions{.ignored = {"b"}}),
            "f:3:3: column 2 ('b'): expected a field whose quote is closed on its line, found '\"2'");
}

TEST(CsvReader, OptionsOfColumnsMustAgree) {
  const std::string text = "a,b,y\n1,2,3\n";
  EXPECT_EQ(error_of_csv(text, ReadOptions{.categorical = {"c"}}),
            "categorical: c given, must be the name of a column or a number from 1 to 3");
  EXPECT_EQ(error_of_csv(text, ReadOptions{.categorical = {"y"}}), "categorical: y given, must not be the target");
  for (const char* column : {"y", "b", "2"})
    EXPECT_EQ(error_of_csv(text, ReadOptions{.categorical = {"b"}, .ignored = {column}}),
              std::string("ignored: ") + column + " given, must be neither the target nor categorical");
  EXPECT_EQ(error_of_csv(text, ReadOptions{.ignored = {"4"}}),
            "ignored: 4 given, must be the name of a column or a number from 1 to 3");
}

TEST(CsvReader, NamesOfColumnsAreFieldsToo) {
  const Dataset data = read_text("a, \"b, c\" ,\t y \n1,2,3\n", {.target = "y"});
  EXPECT_EQ(data.feature_names, (Names{"a", "b, c"}));
  EXPECT_EQ(data.y[0], 3);
}

TEST(CsvReader, FeaturesThatCouldNotBeFoundAgainAreRefused) {
  EXPECT_EQ(error_of_csv("colour,colour=size,y\nred,1,2\n"),
            "f: columns 1 ('colour') and 2 ('colour=size'): their features would have the same names");
  EXPECT_EQ(error_of_csv("a=b,a,y\nu,c,2\n"),
            "f: columns 2 ('a') and 1 ('a=b'): their features would have the same names");
  EXPECT_EQ(error_of_csv("a,a,y\n1,c,2\n"), "f: columns 2 ('a') and 1 ('a'): their features would have the same names");
  EXPECT_EQ(read_names("a,a,y\n1,2,3\n").feature_names, (Names{"a", "a"}));
  EXPECT_EQ(read_names("a=,a,ab,y\n1,2,u,3\n").feature_names, (Names{"a=", "a", "ab=u"}));
}

TEST(CsvReader, WhatIsSaidOfColumnsMustAgreeWithWhatIsWanted) {
  const std::string text = "a,b,c,y\nu,1,2,3\n";
  const Names wanted = {"a=u", "b"};
  const ReadOptions same = {.target = "y", .categorical = {"a"}, .ignored = {"c"}, .feature_names = wanted};
  EXPECT_EQ(contents_of(read_names(text, same)), (Contents{1, 2, {{0, 0, 1}, {0, 1, 1}}, {3}}));
  EXPECT_EQ(error_of_csv(text, {.ignored = {"none"}, .feature_names = wanted}),
            "ignored: none given, must be the name of a column or a number from 1 to 4");
  EXPECT_EQ(error_of_csv(text, {.ignored = {"b"}, .feature_names = wanted}),
            "ignored: b given, must not be one of the wanted features, such as those of a model");
  EXPECT_EQ(error_of_csv(text, {.categorical = {"b"}, .feature_names = wanted}),
            "categorical: b given, must be a categorical column among the wanted features, such as those of a model");
}

TEST(CsvReader, FindsTheFeaturesThatAreWanted) {
  const ReadOptions wanted = {.feature_names = {"b", "colour=red", "a", "colour=7"}};
  const Dataset data = read_names("id,a,colour,b,y\nx,1,red,2,5\nx,3,blue,4,6\nx,0,7,8,7\n", wanted);
  EXPECT_EQ(data.feature_names, wanted.feature_names);
  EXPECT_EQ(contents_of(data),
            (Contents{3, 4, {{0, 0, 2}, {0, 1, 1}, {0, 2, 1}, {1, 0, 4}, {1, 2, 3}, {2, 0, 8}, {2, 3, 1}}, {5, 6, 7}}));
  EXPECT_EQ(data.unknown_names, 1);
}

TEST(CsvReader, AWantedFeatureIsNotTakenForTheTarget) {
  for (const char* name : {"a", "a=1"}) {
    const Dataset data = read_names("b,a\n2,1\n3,1\n", {.feature_names = {name}});
    EXPECT_TRUE(data.y.empty());
    EXPECT_EQ(contents_of(data), (Contents{2, 1, {{0, 0, 1}, {1, 0, 1}}, {}}));
  }
  EXPECT_EQ(targets_of(read_names("b,a\n2,1\n3,1\n", {.target = "b", .feature_names = {"a"}})),
            (std::vector<double>{2, 3}));
}

TEST(CsvReader, AWantedFeatureMustBeThereOnce) {
  EXPECT_EQ(error_of_csv("a,y\n1,2\n", ReadOptions{.feature_names = {"a", "b"}}), "f: no column has the feature 'b'");
  EXPECT_EQ(error_of_csv("a,y\n1,2\n", ReadOptions{.feature_names = {"a", "b=x"}}),
            "f: no column has the feature 'b=x'");
  EXPECT_EQ(error_of_csv("a,y,a\n1,2,3\n", ReadOptions{.target = "y", .feature_names = {"a"}}),
            "f: more than one column has the feature 'a'");
  EXPECT_EQ(error_of_csv("a,y,a\nu,2,v\n", ReadOptions{.target = "y", .feature_names = {"a=u"}}),
            "f: more than one column has the feature 'a=u'");
  const Dataset twice = read_names("a,a,y\n1,2,3\n", {.feature_names = {"a", "a"}});
  EXPECT_EQ(contents_of(twice), (Contents{1, 2, {{0, 0, 1}, {0, 1, 2}}, {3}}));
}

TEST(CsvReader, TooManyNamesAreRefusedAsClasses) {
  std::string text = "a,id\n";
  for (std::size_t i = 0; i < most_usual_names; ++i) text += "1,x" + std::to_string(i) + "\n";
  EXPECT_EQ(read_text(text).class_names.size(), most_usual_names);
  text += "1,y\n";
  for (const int threads : {1, 3})
    EXPECT_EQ(support::message_of<DataError>([&] { read_csv(text_of("f", text), {.threads = threads}, 5000); }),
              "f: column 2 ('id'): more than 10000 different names, too many for classes");
  const ReadOptions no_target = {.target = "none", .threads = 3};
  EXPECT_EQ(support::message_of<DataError>([&] { read_csv(text_of("f", text), no_target, 5000); }),
            "f: column 2 ('id'): more than 10000 different names, which only columns named by the option categorical "
            "may have");
  const Dataset data = read_text(text, {.target = "none", .categorical = {"id"}});
  EXPECT_EQ(data.feature_names.size(), most_usual_names + 2);
}

TEST(CsvReader, RefusesColumnsSeparatedByBlanks) {
  const std::string refused =
      "f:1:1: expected names of columns separated by commas, found one name with blanks, and rows with as many (the "
      "option separator chooses another one)";
  EXPECT_EQ(error_of_csv("a b t\n1 2 yes\n4 4 no\n"), refused);
  EXPECT_EQ(error_of_csv("a  b t \r\n\r\n 1 2  yes\r\n4 4 no"), refused);
  const std::vector<std::string> one_column = {"body mass\n1\n2\n", "full name\nAnn Lee\nBo Li\n",
                                               "a flat\n3 rooms\nmany rooms\n", "size of it\nat most 3\nlarge\n",
                                               "\"rooms in it\"\n3 or 4\n5 or 6\n"};
  for (const std::string& text : one_column) EXPECT_EQ(read_text(text, {}).y.size(), 2U) << text;
}

TEST(CsvReader, FieldsMayBeSeparatedByOtherCharacters) {
  const Contents expected{2, 2, {{0, 0, 1}, {0, 1, 2.5}, {1, 0, 4}, {1, 1, 5}}, {3, 6}};
  const auto expect_read = [&](std::string text, char separator, const ReadOptions& options) {
    std::ranges::replace(text, ',', separator);
    const Dataset data = read_text(text, options);
    EXPECT_EQ(contents_of(data), expected) << text;
    EXPECT_EQ(data.feature_names, (Names{"a b", "c"})) << text;
  };
  for (const char separator : CsvSeparator::characters)
    expect_read("\"a b\",c,y\n1,2.5,3\r\n\n4,5,6", separator, {.separator = separator});
  for (const char separator : {';', '\t'})
    expect_read("a b,c,y\n1 , 2.5,\"3\"\n4,5,6 \n", separator, {.separator = separator});
  expect_read(" \"a b\" \t c   y \n\t1 2.5  3\t\n\"4\" 5 6", ' ', {.separator = ' '});
  EXPECT_EQ(contents_of(read_csv(text_of("f.tsv", "a\tc\ty\n1\t2.5\t3\n4\t5\t6\n"), {})), expected);
  EXPECT_EQ(contents_of(read_csv(text_of("f.tsv", "a,c,y\n1,2.5,3\n4,5,6\n"), {.separator = ','})), expected);
  const Dataset names = read_text("a;y\nx, z;1\n\"u;v\";2\n", {.separator = ';'});
  EXPECT_EQ(names.feature_names, (Names{"a=x, z", "a=u;v"}));
}

TEST(CsvReader, NamesThePlaceOfErrorsWhateverTheSeparator) {
  EXPECT_EQ(error_of_csv("a;y\n1,5;2\n", ReadOptions{.separator = ';'}),
            "f:2:1: column 1 ('a'): expected a number, found '1,5'");
  EXPECT_EQ(error_of_csv("a\ty\n \t2\n", ReadOptions{.separator = '\t'}),
            "f:2:1: column 1 ('a'): expected a number, found an empty field");
  EXPECT_EQ(error_of_csv("a y\n 1  \n", ReadOptions{.separator = ' '}),
            "f:2:5: expected 2 fields as in the header, found 1");
  EXPECT_EQ(error_of_csv("a y\n 1 2  3\n", ReadOptions{.separator = ' '}),
            "f:2:7: expected 2 fields as in the header, found more");
  EXPECT_EQ(error_of_csv("a,y\n1,2\n", ReadOptions{.separator = ';'}),
            "f:1:1: expected names of columns separated by semicolons, found one name with commas (the option "
            "separator chooses another one)");
  EXPECT_EQ(error_of_csv("\"a\"x|y\n1|2\n", ReadOptions{.separator = '|'}),
            "f:1:4: expected a bar after the closing quote");
}

TEST(CsvReader, ColumnsWithoutNamesAreNumbered) {
  const Dataset data = read_text("\n1,2.5,red\n4,5,blue\n", {.no_header = true});
  EXPECT_EQ(contents_of(data), (Contents{2, 2, {{0, 0, 1}, {0, 1, 2.5}, {1, 0, 4}, {1, 1, 5}}, {0, 1}}));
  EXPECT_EQ(data.feature_names, (Names{"1", "2"}));
  EXPECT_EQ(data.class_names, (Names{"red", "blue"}));
  EXPECT_EQ(read_text("1,2,red\n", {.no_header = true, .target = "2"}).feature_names, (Names{"1", "3=red"}));
  EXPECT_TRUE(read_text("1,2\n", {.no_header = true, .feature_names = {"1", "2"}}).y.empty());
  EXPECT_EQ(read_text(" 1 2 3\n", {.no_header = true, .separator = ' '}).feature_names, (Names{"1", "2"}));
  EXPECT_EQ(error_of_csv("\n\n", ReadOptions{.no_header = true}), "f: expected at least one row, found none");
  EXPECT_EQ(error_of_csv("1,2\n3\n", ReadOptions{.no_header = true}),
            "f:2:2: expected 2 fields as in the first row, found 1");
  EXPECT_EQ(error_of_csv("\"1,2\n", ReadOptions{.no_header = true}),
            "f:1:1: column 1 ('1'): expected a number whose quote is closed on its line, found '\"1'");
}

TEST(CsvReader, NeedsAHeaderAndARow) {
  EXPECT_EQ(error_of_csv(""), "f:1:1: expected a header with the names of the columns, found an empty file");
  EXPECT_EQ(error_of_csv("\n\n"), "f:3:1: expected a header with the names of the columns, found an empty file");
  EXPECT_EQ(error_of_csv("\n\r\n\n\"a\n\",b\n1,2\n1,x\n"), "f:7:3: column 2 ('b'): expected a number, found 'x'");
  EXPECT_EQ(error_of_csv("\na;b;y\n1;2;1\n"),
            "f:2:1: expected names of columns separated by commas, found one name with semicolons (the option "
            "separator chooses another one)");
  EXPECT_EQ(error_of_csv("a,b\n\n"), "f: expected at least one row, found none");
  EXPECT_EQ(error_of_csv("\n1,2.5,-3\n4,5,6\n"),
            "f:2:1: expected a header with the names of the columns, found only numbers (the option no-header is for "
            "files without one)");
  EXPECT_EQ(error_of_csv("a,\"b\n1,2\n"), "f:1:3: expected a closing quote, found none");
  const std::string lone = "expected a newline at the end of the line, found a lone carriage return";
  EXPECT_EQ(error_of_csv("a,b,y\r1,2,3\r4,1,3\r"), "f:1:6: " + lone);
  EXPECT_EQ(error_of_csv("a,b,\"y\"\r1,2,3\r"), "f:1:8: " + lone);
  EXPECT_EQ(error_of_csv("\ra,b,y\r1,2,3\r"), "f:1:1: " + lone);
  EXPECT_EQ(error_of_csv("\"a\" x,b\n1,2\n"), "f:1:5: expected a comma after the closing quote");
}

TEST(CsvReader, RefusesTargetsThatAreNotThere) {
  for (const char* target : {"c", "0", "3", "-1", "1x", "99999999999999999999999"})
    EXPECT_EQ(error_of_csv("a,b\n1,2\n", target),
              std::string("target: ") + target + " given, must be the name of a column or a number from 1 to 2");
  EXPECT_EQ(error_of_csv("a,a\n1,2\n", "a"), "target: a given, is the name of more than one column");
}

}  // namespace
}  // namespace hingeline::internal
