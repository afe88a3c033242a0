// SPDX-License-Identifier: BSD-3-Clause
#include "files/libsvm_reader.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "hingeline/error.hpp"
#include "support/matrix_contents.hpp"

namespace hingeline::internal {
namespace {

Contents read_contents(std::string_view text, const ReadOptions& options = {}) {
  return contents_of(read_libsvm(text_of("f", text), options));
}

/// Reading every cut of the text by every number of threads says the same.
std::string error_of_libsvm(std::string_view text, ReadOptions options = {}) {
  std::string message;
  for (const int threads : {1, 2, 5}) {
    for (const std::size_t chunk_size : {1, 7, 64, 1 << 20}) {
      for (const Layout layout : {Layout::automatic, Layout::dense, Layout::sparse}) {
        options.layout = layout;
        options.threads = threads;
        try {
          const Dataset data = read_libsvm(text_of("f", text), options, chunk_size);
          ADD_FAILURE() << "read " << rows(data.x) << " rows";
        } catch (const DataError& error) {
          if (message.empty()) message = error.what();
          EXPECT_EQ(message, error.what()) << threads << " threads, chunks of " << chunk_size;
        }
      }
    }
  }
  return message;
}

TEST(LibsvmReader, ReadsRowsAndLabels) {
  const Contents expected{3, 9, {{0, 0, 0.5}, {0, 8, -2}, {2, 3, 1e-3f}}, {1, -1, 2.5}};
  EXPECT_EQ(read_contents("+1 1:0.5 9:-2\n-1\n2.5 4:1e-3\n"), expected);
}

TEST(LibsvmReader, AcceptsCarriageReturnsCommentsBlanksAndAMissingLastNewline) {
  const Contents expected{3, 7, {{0, 0, 1}, {1, 1, 2}, {2, 6, 3}}, {1, 2, 3}};
  EXPECT_EQ(read_contents("# 9:9 head\r\n\r\n1 1:1\r\n \t2\t\t2:+2.  # 99:1\n \n3 7:3#8:\n#\n"), expected);
  EXPECT_EQ(read_contents("1 1:1\n2 2:2 \n3 7:3"), expected);
  EXPECT_EQ(read_contents("\xef\xbb\xbf"
                          "1 1:1\n2 2:2\n3 7:3\r"),
            expected);
}

TEST(LibsvmReader, LeavesExplicitZerosOutOfSparseRows) {
  for (const std::size_t chunk_size : {1, 10, 1000}) {
    const ReadOptions options{.layout = Layout::sparse};
    const Dataset data = read_libsvm(text_of("f", "1 1:0 2:1 5:0\n2 1:2\n3 3:0\n4 2:-0 4:4\n"), options, chunk_size);
    const auto& x = std::get<CsrView<float>>(data.x);
    EXPECT_EQ(std::vector<std::int64_t>(x.offsets, x.offsets + 5), (std::vector<std::int64_t>{0, 1, 2, 2, 3}));
    EXPECT_EQ(std::vector<std::int32_t>(x.columns, x.columns + 3), (std::vector<std::int32_t>{1, 0, 3}));
    EXPECT_EQ(std::vector<float>(x.values, x.values + 3), (std::vector<float>{1, 2, 4}));
    EXPECT_EQ(x.cols, 5);
  }
}

TEST(LibsvmReader, ChoosesTheSmallerLayout) {
  const auto dense = [](std::string_view text, const ReadOptions& options = {}) {
    return is_dense(read_libsvm(text_of("f", text), options));
  };
  EXPECT_TRUE(dense("1 1:1 2:1\n2 3:1 4:1\n"));  // 4 bytes x 8 places, 8 bytes x 4 entries
  EXPECT_FALSE(dense("1 1:1 2:1\n2 5:1 6:1\n"));
  EXPECT_FALSE(dense("1 1:1 2:1\n2 3:1 4:1\n", {.value_type = ValueType::float64}));
  EXPECT_FALSE(dense("1 1:1 2:1\n2 3:1 4:1\n", {.features = 5}));
  EXPECT_FALSE(dense("1 1:1 2:1\n", {.layout = Layout::sparse}));
  EXPECT_TRUE(dense("1 9:1\n", {.layout = Layout::dense}));
}

TEST(LibsvmReader, RoundsLongNumbersCorrectly) {
  const std::string digits = "0.1000000000000000055511151231257827021181583404541015625";
  const ReadOptions options{.value_type = ValueType::float64};
  EXPECT_EQ(read_contents("1 1:" + digits, options).entries, (std::vector<Contents::Entry>{{0, 0, 0.1}}));
  EXPECT_EQ(read_contents("1 1:1234567890123456789012345678901234567890", options).entries,
            (std::vector<Contents::Entry>{{0, 0, 1234567890123456789012345678901234567890.0}}));
}

TEST(LibsvmReader, FlushesWhatIsTooSmall) {
  EXPECT_EQ(read_contents("1 1:1e-60 2:1").entries, (std::vector<Contents::Entry>{{0, 1, 1}}));
  EXPECT_EQ(read_contents("1 1:1e-400 2:1", {.value_type = ValueType::float64}).entries,
            (std::vector<Contents::Entry>{{0, 1, 1}}));
}

TEST(LibsvmReader, KeepsAtLeastTheColumnsAskedFor) {
  EXPECT_EQ(read_contents("1 2:1", {.features = 5}).cols, 5);
  EXPECT_EQ(read_contents("1 2:1", {.features = 1}).cols, 2);
}

TEST(LibsvmReader, ReadsTheLargestIndex) {
  EXPECT_EQ(read_contents("1 0002147483647:1").cols, std::numeric_limits<std::int32_t>::max());
}

TEST(LibsvmReader, CountsFromZeroWhereItIsSaid) {
  const std::string text = "1 0:1 2:2\n2\n3 1:0.5 # 7:1\n";
  const std::string same = "1 1:1 3:2\n2\n3 2:0.5\n";
  for (const Layout layout : {Layout::dense, Layout::sparse})
    EXPECT_EQ(read_contents(text, {.layout = layout, .zero_based = true}), read_contents(same, {.layout = layout}));
  EXPECT_EQ(read_contents("1\n2 # 1:1\n", {.zero_based = true}).cols, 0);
  EXPECT_EQ(read_contents("1 2147483646:1", {.zero_based = true}).cols, std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(error_of_libsvm("1 2147483647:1", {.zero_based = true}),
            "f:1:3: expected an index of at most 2147483646, found '2147483647'");
  EXPECT_EQ(error_of_libsvm("1 0:1 0:1", {.zero_based = true}), "f:1:7: expected an index above 0, found '0'");
}

TEST(LibsvmReader, IgnoresQueryIds) {
  const std::string text = "1 qid:1 1:1 3:2\n2 \tqid:12345678901\n3 qid:1.0 2:0.5\n";
  const std::string same = "1 1:1 3:2\n2\n3 2:0.5\n";
  for (const Layout layout : {Layout::dense, Layout::sparse})
    EXPECT_EQ(read_contents(text, {.layout = layout}), read_contents(same, {.layout = layout}));
  EXPECT_EQ(read_contents("1 qid:7\n", {.zero_based = true}).cols, 0);
}

TEST(LibsvmReader, NamesThePlaceOfTheFirstError) {
  const std::string good = "1 1:1 2:2\n";
  EXPECT_EQ(error_of_libsvm(good + "1 1:1 2:abc 3:1\n1 x\n"), "f:2:9: expected a value (a number), found 'abc'");
  EXPECT_EQ(error_of_libsvm(good + "one 1:1\n"), "f:2:1: expected a label (a number), found 'one'");
  EXPECT_EQ(error_of_libsvm(good + good + "1 0:1\n"),
            "f:3:3: expected an index of at least 1 (the option zero-based allows 0), found '0'");
  EXPECT_EQ(error_of_libsvm("1 -3:1\n" + good), "f:1:3: expected index:value, found '-3:1'");
  EXPECT_EQ(error_of_libsvm("# c\n\n 1 3:1 3:1\n"), "f:3:8: expected an index above 3, found '3'");
  EXPECT_EQ(error_of_libsvm("1 5:1 3:1\n"), "f:1:7: expected an index above 5, found '3'");
  EXPECT_EQ(error_of_libsvm("1 2147483648:1"), "f:1:3: expected an index of at most 2147483647, found '2147483648'");
  EXPECT_EQ(error_of_libsvm("1 99999999999999999999999999:1"),
            "f:1:3: expected an index of at most 2147483647, found '99999999999999999999999999'");
  EXPECT_EQ(error_of_libsvm("1 5\n"), "f:1:3: expected index:value, found '5'");
  EXPECT_EQ(error_of_libsvm("1 5:\n"), "f:1:5: expected a value (a number), found the end of the line");
  EXPECT_EQ(error_of_libsvm("1 5: 3\n"), "f:1:5: expected a value (a number), found a blank");
  EXPECT_EQ(error_of_libsvm("1 5:3:4\n"), "f:1:5: expected a value (a number), found '3:4'");
  EXPECT_EQ(error_of_libsvm("1 5:3,6:1\n"), "f:1:5: expected a value (a number), found '3,6:1'");
  EXPECT_EQ(error_of_libsvm("1 1:1 qid:3\n"), "f:1:7: expected index:value, found 'qid:3'");
  EXPECT_EQ(error_of_libsvm("1 qid:3 qid:3 1:1\n"), "f:1:9: expected index:value, found 'qid:3'");
  EXPECT_EQ(error_of_libsvm("1 qid:a 1:1\n"), "f:1:7: expected a query (a number), found 'a'");
  EXPECT_EQ(error_of_libsvm("1 qid: 1:1\n"), "f:1:7: expected a query (a number), found a blank");
  EXPECT_EQ(error_of_libsvm("1 1:1\r2 1:1\n"), "f:1:6: expected index:value, found '\\x0d'");
  EXPECT_EQ(error_of_libsvm(std::string_view("1 1:\0\n", 6)), "f:1:5: expected a value (a number), found '\\x00'");
}

TEST(LibsvmReader, RefusesWhatIsNotFinite) {
  for (const char* word : {"nan", "inf", "-inf", "Infinity", "+nan"}) {
    EXPECT_EQ(error_of_libsvm(std::string("1 1:") + word),
              std::string("f:1:5: expected a value (a number), found '") + word + "'");
    EXPECT_EQ(error_of_libsvm(std::string(word) + " 1:1"),
              std::string("f:1:1: expected a label (a number), found '") + word + "'");
  }
  EXPECT_EQ(error_of_libsvm("1 1:1e39"), "f:1:5: expected a value within the range of float32, found '1e39'");
  EXPECT_EQ(error_of_libsvm("1 1:-1e309", {.value_type = ValueType::float64}),
            "f:1:5: expected a value within the range of float64, found '-1e309'");
  EXPECT_EQ(error_of_libsvm("1e309 1:1"), "f:1:1: expected a label within the range of float64, found '1e309'");
}

TEST(LibsvmReader, RefusesFilesWithoutRows) {
  for (const char* text : {"", "\n", "\r\n\n", "# 1 1:1", "  \t"})
    EXPECT_EQ(error_of_libsvm(text), "f: expected at least one row, found none");
}

}  // namespace
}  // namespace hingeline::internal
