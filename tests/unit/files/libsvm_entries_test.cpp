// SPDX-License-Identifier: BSD-3-Clause
#include "files/libsvm_entries.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "support/by_strtod.hpp"
#include "support/every_target.hpp"

namespace hingeline::internal {
namespace {

/// Runs a test on every target that this machine has.
class UsualEntriesOn : public ::testing::TestWithParam<std::int64_t> {
 private:
  support::OnTargets on_{GetParam()};
};

template <class T>
struct Parsed {
  std::int64_t entries = 0;
  std::int32_t column = -1;
  T value = 0;
};

/// What is made of one entry with more text behind it.
template <class T>
Parsed<T> parse(const std::string& entry) {
  const std::string front(chunk_margin, '9');
  const std::string text = front + " " + entry + " " + std::string(chunk_margin, '8');
  OwnedRows<T> owned = allocate_csr<T>(1, 1000, 1);
  CsrWriter<T> rows(owned, 100'000'000, {.rows = 100, .entries = 1000});
  std::int32_t previous = -1;
  const char* begin = text.data() + front.size();
  const char* end = usual_entry_parsers().of(rows)(begin, begin + 1, 1, previous, rows);
  if (rows.nonzeros() == 0) return {end == begin ? 0 : 1, previous, 0};
  return {1, owned.columns[0], owned.values[0]};
}

using support::by_strtod;

template <class T>
void random_entries_agree() {
  Random random(1);
  const auto digits = [&](std::uint32_t count) {
    std::string text;
    for (; count > 0; --count) text += static_cast<char>('0' + random.below(10));
    return text;
  };
  int taken = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string index = std::to_string(1 + random.below(9)) + digits(random.below(8));
    std::string value = (random.below(2) == 0 ? "-" : "") + digits(random.below(random.below(2) == 0 ? 2 : 9));
    if (random.below(4) != 0) value += "." + digits(random.below(18));
    const auto parsed = parse<T>(index + ":" + value);
    if (parsed.entries == 0) continue;
    ++taken;
    ASSERT_EQ(parsed.column, std::stoi(index) - 1) << index << ":" << value;
    ASSERT_EQ(parsed.value, by_strtod<T>(value)) << value;
  }
  EXPECT_GT(taken, 10000);
}

TEST_P(UsualEntriesOn, RandomEntriesAreReadAsStrtodDoes) {
  random_entries_agree<float>();
  random_entries_agree<double>();
}

TEST_P(UsualEntriesOn, TheOrdinaryOnesAreTaken) {
  for (const char* value : {"1", "-1", "0", "0.5", "-0.733333", "-0.0666667", "0.033754818", "255", "12345678",
                            "0.12345678901234", "1234567.12345678", "999999999999999", ".5", "5.", "-1234567.8"})
    EXPECT_EQ(parse<double>(std::string("7:") + value).entries, 1) << value;
  EXPECT_EQ(parse<float>("12345678:0.0123456").column, 12345677);
}

TEST_P(UsualEntriesOn, UnusualEntriesAreLeftToTheGeneralReader) {
  for (const char* entry : {":",
                            ":1",
                            "1",
                            "1:",
                            "1:.",
                            "1:-",
                            "1:-.",
                            "1:--1",
                            "1:+1",
                            "1:1.2.3",
                            "1:1:1",
                            "1:1e5",
                            "1:nan",
                            "0:1",
                            "-1:1",
                            "x1:1",
                            "1x:1",
                            "1:1x",
                            "1:x1",
                            "123456789:1",
                            "1:1234567890123456",
                            "1:.1234567890123456",
                            "1:12345678901234567",
                            "1: 1",
                            "1 :1",
                            "1,:1",
                            "1:1,",
                            "1:\xff\xff\xff\xff\xff\xff\xff\xff"})
    EXPECT_EQ(parse<float>(entry).entries, 0) << entry;
}

/// Parses from the blank behind the first label on; the rest of the text where it stopped.
struct ParsedRows {
  std::string rest;
  std::vector<double> y;
  std::vector<std::int64_t> row_ends;
  std::vector<std::int32_t> columns;
};

ParsedRows parse_rows(const std::string& text) {
  const std::string padded = std::string(chunk_margin, '\0') + text + std::string(chunk_margin, '\0');
  OwnedRows<float> owned = allocate_csr<float>(100, 1000, 100);
  CsrWriter<float> rows(owned, 100'000'000, {.rows = 100, .entries = 1000});
  rows.begin_row(1);
  std::int32_t previous = -1;
  const char* begin = padded.data() + chunk_margin;
  const char* limit = begin + text.size();
  const char* end = usual_entry_parsers().of(rows)(begin, limit, 1, previous, rows);
  rows.end_row();
  ParsedRows parsed{{end, limit}, {}, {}, {owned.columns.data(), owned.columns.data() + rows.nonzeros()}};
  for (std::int64_t i = 0; i == 0 || parsed.row_ends.back() < rows.nonzeros(); ++i) {
    parsed.y.push_back(owned.y[i]);
    parsed.row_ends.push_back(owned.offsets[i + 1]);
  }
  return parsed;
}

TEST_P(UsualEntriesOn, GoOnFromRowToRow) {
  const ParsedRows parsed = parse_rows(" 3:1 5:2 \n-1 1:1\n+2.5  2:1  7:1\n3\n12345678.25 4:1\n");
  EXPECT_EQ(parsed.rest, "\n");
  EXPECT_EQ(parsed.y, (std::vector<double>{1, -1, 2.5, 3, 12345678.25}));
  EXPECT_EQ(parsed.row_ends, (std::vector<std::int64_t>{2, 3, 5, 5, 6}));
  EXPECT_EQ(parsed.columns, (std::vector<std::int32_t>{2, 4, 0, 1, 6, 3}));
}

TEST_P(UsualEntriesOn, StopInFrontOfAnUnusualLabel) {
  for (const char* label : {"", " 1", "#1", "\r", "x", "-", "+", ".", "1x", "--1", "+-1", "1:1", "1.5.", "1e3", "nan",
                            "12345678901234567"}) {
    const ParsedRows parsed = parse_rows(std::string(" 3:1\n2 1:1\n") + label + "\n");
    EXPECT_EQ(parsed.rest, "\n" + std::string(label) + "\n");
    EXPECT_EQ(parsed.y, (std::vector<double>{1, 2})) << label;
  }
}

TEST_P(UsualEntriesOn, RepeatedTextGivesTheSameValue) {
  const std::string text = std::string(chunk_margin, '9') +
                           " 1:2 2:2 3:-2 4:-2 5:12 6:0.2 7:0.2 8:2. 9:2.0 10:0 11:0 12:2 " +
                           std::string(chunk_margin, '8');
  OwnedRows<double> owned = allocate_dense<double>(1, 12, 1);
  DenseWriter<double> rows(owned, 12, {.rows = 1});
  rows.begin_row(1);
  std::int32_t previous = -1;
  usual_entry_parsers().of(rows)(text.data() + chunk_margin, text.data() + text.size() - chunk_margin, 1, previous,
                                 rows);
  EXPECT_EQ(previous, 11);
  const std::vector<double> expected = {2, 2, -2, -2, 12, 0.2, 0.2, 2, 2, 0, 0, 2};
  EXPECT_EQ(std::vector<double>(owned.values.data(), owned.values.data() + 12), expected);
}

TEST_P(UsualEntriesOn, IndicesMustAscend) {
  const std::string text = std::string(chunk_margin, '9') + " 5:1 7:1 7:1 9:1 " + std::string(chunk_margin, '8');
  OwnedRows<float> owned = allocate_csr<float>(1, 1000, 1);
  CsrWriter<float> rows(owned, 100'000'000, {.rows = 100, .entries = 1000});
  std::int32_t previous = 3;
  const char* begin = text.data() + chunk_margin;
  EXPECT_EQ(usual_entry_parsers().of(rows)(begin, begin + 16, 1, previous, rows), begin + 8);
  EXPECT_EQ(previous, 6);
  previous = 4;
  EXPECT_EQ(usual_entry_parsers().of(rows)(begin, begin + 16, 1, previous, rows), begin);
}

TEST_P(UsualEntriesOn, IndicesMayCountFromZero) {
  const std::string text = std::string(chunk_margin, '9') + " 0:1 2:1\n7 0:1 0:1 " + std::string(chunk_margin, '8');
  OwnedRows<float> owned = allocate_csr<float>(2, 1000, 2);
  CsrWriter<float> rows(owned, 3, {.rows = 100, .entries = 1000});
  rows.begin_row(1);
  std::int32_t previous = -1;
  const char* begin = text.data() + chunk_margin;
  EXPECT_EQ(usual_entry_parsers().of(rows)(begin, begin + 20, 0, previous, rows), begin + 14);
  EXPECT_EQ(previous, 0);
  EXPECT_EQ(std::vector(owned.columns.data(), owned.columns.data() + rows.nonzeros()), (std::vector{0, 2, 0}));
}

INSTANTIATE_TEST_SUITE_P(Targets, UsualEntriesOn, ::testing::ValuesIn(support::every_target()),
                         [](const auto& tested) { return std::string(hwy::TargetName(tested.param)); });

}  // namespace
}  // namespace hingeline::internal
