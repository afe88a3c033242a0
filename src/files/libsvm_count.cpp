// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "files/libsvm_count.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "files/parse_number.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "files/libsvm_count.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "files/byte_marks-inl.hpp"

#ifndef HINGELINE_DATA_LIBSVM_COUNT
#define HINGELINE_DATA_LIBSVM_COUNT
namespace hingeline::internal {

/// Number of columns by the index before a line's last ':', which is the largest, as indices ascend. 0 if there is no
/// index or it is too large, which the parser will report.
inline std::int32_t columns_before(const char* colon, std::int32_t first) {
  const Digits digits = trailing_digits(colon);
  if (digits.count == 0) return 0;
  if (digits.count < 8) return static_cast<std::int32_t>(digits.value) + 1 - first;
  constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  std::int64_t index = 0;
  std::int64_t unit = 1;
  for (const char* p = colon; p[-1] >= '0' && p[-1] <= '9'; --p) {
    index = std::min(largest + 1, index + (p[-1] - '0') * unit);
    unit = std::min(largest + 1, unit * 10);
  }
  return index < largest + first ? static_cast<std::int32_t>(index + 1 - first) : 0;
}

/// Adds a line to the counts, except for its entries; `colon` is the last ':' before its end, maybe of a previous line.
inline void add_line(const char* begin, const char* end, const char* colon, std::int32_t first, ChunkCounts& counts) {
  ++counts.lines;
  if (colon >= begin) {
    ++counts.rows;
    counts.cols = std::max(counts.cols, columns_before(colon, first));
  } else if (!is_line_end(skip_blanks(begin, end), end)) {
    ++counts.rows;
  }
}

/// Counts a chunk that has comments: what follows '#' does not count.
inline ChunkCounts count_commented(std::string_view chunk, std::int32_t first) {
  ChunkCounts counts;
  while (!chunk.empty()) {
    std::string_view line = take_line(chunk);
    line = line.substr(0, line.find('#'));
    counts.entries += std::ranges::count(line, ':');
    const std::size_t colon = line.rfind(':');
    const char* begin = line.data();
    add_line(begin, begin + line.size(), colon == line.npos ? begin - 1 : begin + colon, first, counts);
  }
  return counts;
}

}  // namespace hingeline::internal
#endif

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

HWY_INLINE std::uint64_t marks_of(const char* p, char character) {
  const auto wanted = hn::Set(Bytes(), static_cast<std::uint8_t>(character));
  return mark_bytes(p, [&](auto characters) { return hn::Eq(characters, wanted); });
}

/// The position of the last mark, `otherwise` if there is none.
HWY_INLINE const char* last_of(std::uint64_t marks, const char* window, const char* otherwise) {
  return marks == 0 ? otherwise : window + (63 - std::countl_zero(marks));
}

ChunkCounts count_lines(const char* begin, const char* end, std::int32_t first) {
  ChunkCounts counts;
  const char* line = begin;
  const char* colon = begin - 1;
  for (const char* window = begin; window < end; window += 64) {
    const std::uint64_t inside = end - window < 64 ? (std::uint64_t{1} << (end - window)) - 1 : ~std::uint64_t{0};
    if ((marks_of(window, '#') & inside) != 0) return count_commented({begin, end}, first);
    const std::uint64_t colons = marks_of(window, ':') & inside;
    counts.entries += std::popcount(colons);
    for (std::uint64_t newlines = marks_of(window, '\n') & inside; newlines != 0; newlines &= newlines - 1) {
      const char* newline = window + std::countr_zero(newlines);
      add_line(line, newline, last_of(colons & (newlines - 1), window, colon), first, counts);
      line = newline + 1;
    }
    colon = last_of(colons, window, colon);
  }
  if (line != end) add_line(line, end, colon, first, counts);
  return counts;
}

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {
HINGELINE_EXPORT(count_lines);

ChunkCounts count_libsvm(std::string_view chunk, std::int32_t first_index) {
  return HINGELINE_DISPATCH(count_lines)(chunk.data(), chunk.data() + chunk.size(), first_index);
}

}  // namespace hingeline::internal
#endif
