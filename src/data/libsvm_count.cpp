// SPDX-License-Identifier: BSD-3-Clause
#include "data/libsvm_count.hpp"

#include <algorithm>
#include <limits>

namespace hingeline::internal {
namespace {

/// In blocks whose sum fits a byte, which the compiler turns into byte-wise vector code.
std::int64_t count_byte(std::string_view text, char byte) {
  constexpr std::size_t block = 128;
  std::int64_t sum = 0;
  std::size_t i = 0;
  for (; i + block <= text.size(); i += block) {
    std::uint8_t in_block = 0;
    for (std::size_t j = 0; j < block; ++j) in_block = static_cast<std::uint8_t>(in_block + (text[i + j] == byte));
    sum += in_block;
  }
  return sum + std::ranges::count(text.substr(i), byte);
}

/// The digits before the last ':' of a line: indices ascend, so it is the largest. 0 where it is too large, an error to
/// come.
std::int32_t last_index(std::string_view line) {
  const std::size_t colon = line.rfind(':');
  if (colon == line.npos) return 0;
  constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  std::int64_t index = 0;
  std::int64_t unit = 1;
  for (std::size_t i = colon; i-- > 0 && line[i] >= '0' && line[i] <= '9';) {
    index = std::min(largest + 1, index + (line[i] - '0') * unit);
    unit = std::min(largest + 1, unit * 10);
  }
  return index <= largest ? static_cast<std::int32_t>(index) : 0;
}

}  // namespace

ChunkCounts count_libsvm(std::string_view chunk) {
  ChunkCounts counts;
  const bool has_comments = chunk.find('#') != chunk.npos;
  if (!has_comments) counts.entries = count_byte(chunk, ':');
  while (!chunk.empty()) {
    std::string_view line = take_line(chunk);
    ++counts.lines;
    if (has_comments) {
      line = line.substr(0, line.find('#'));
      counts.entries += count_byte(line, ':');
    }
    const char* end = line.data() + line.size();
    if (is_line_end(skip_blanks(line.data(), end), end)) continue;
    ++counts.rows;
    counts.largest_index = std::max(counts.largest_index, last_index(line));
  }
  return counts;
}

}  // namespace hingeline::internal
