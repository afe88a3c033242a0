// SPDX-License-Identifier: BSD-3-Clause
#include "files/libsvm_count.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/every_target.hpp"

namespace hingeline::internal {
namespace {

/// Runs a test on every target that this machine has.
class CountsOn : public ::testing::TestWithParam<std::int64_t> {
 private:
  support::OnTargets on_{GetParam()};
};

/// What stands around the text must not count.
ChunkCounts count(const std::string& text, std::int32_t first) {
  const std::string margin(chunk_margin, '7');
  const std::string padded = margin + text + ":\n" + margin;
  return count_libsvm(std::string_view(padded).substr(chunk_margin, text.size()), first);
}

void expect_counts(const std::string& text, ChunkCounts expected, std::int32_t first = 1) {
  const ChunkCounts counts = count(text, first);
  EXPECT_EQ(counts.lines, expected.lines) << text;
  EXPECT_EQ(counts.rows, expected.rows) << text;
  EXPECT_EQ(counts.entries, expected.entries) << text;
  EXPECT_EQ(counts.cols, expected.cols) << text;
}

TEST_P(CountsOn, LinesRowsEntriesAndColumns) {
  expect_counts("1 2:1 30:1\n\n \t\r\n2\n3 4:1", {5, 3, 3, 30});
  expect_counts("\n", {1, 0, 0, 0});
  expect_counts("1 2147483647:1\n", {1, 1, 1, 2147483647});
  expect_counts("1 2147483648:1\n1 99999999999999999999:1\n1 x:1\n", {3, 3, 3, 0});
  expect_counts("1 000000000000012:1\n", {1, 1, 1, 12});
}

TEST_P(CountsOn, ColumnsFromZero) {
  expect_counts("1 0:1\n", {1, 1, 1, 1}, 0);
  expect_counts("1 2:1 30:1\n2 qid:7\n", {2, 2, 3, 31}, 0);
  expect_counts("1 qid:7\n", {1, 1, 1, 0}, 0);
  expect_counts("1 2147483646:1\n", {1, 1, 1, 2147483647}, 0);
  expect_counts("1 2147483647:1\n", {1, 1, 1, 0}, 0);
  expect_counts("1 0000000000000:1 # 4:1\n", {1, 1, 1, 1}, 0);
}

TEST_P(CountsOn, TextAfterAHashIsAComment) { expect_counts("#1 2:1\n1 2:1 # 3:1\n\n 1\n # x\n5 7:1#\n", {6, 3, 2, 7}); }

/// Lines that end anywhere in the 64 characters that are looked at at once.
TEST_P(CountsOn, LinesOfAnyLength) {
  for (int length = 1; length < 200; ++length) {
    std::string text;
    for (int line = 1; line <= 40; ++line)
      text += std::string(static_cast<std::size_t>(length % (3 * line)), ' ') + "1 " + std::to_string(line * length) +
              ":1\n";
    expect_counts(text, {40, 40, 40, 40 * length});
    text.pop_back();
    expect_counts(text, {40, 40, 40, 40 * length});
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, CountsOn, ::testing::ValuesIn(support::every_target()),
                         [](const auto& tested) { return std::string(hwy::TargetName(tested.param)); });

}  // namespace
}  // namespace hingeline::internal
