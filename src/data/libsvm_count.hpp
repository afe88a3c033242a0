// SPDX-License-Identifier: BSD-3-Clause
//
// A piece of LIBSVM text that begins and ends with whole lines.
//
//     line    = [ label { blank index ":" value } ] [ blank ] [ "#" comment ] end
//     index   = 1 .. 2^31 - 1, ascending within the line
//     blank   = spaces and tabs,  end = "\n", "\r\n" or the end of the text
#pragma once

#include <cstdint>
#include <exception>
#include <string_view>
#include <vector>

namespace hingeline::internal {

/// What a chunk holds. Exact where the text is well-formed; where it is not, at least what will be parsed before the
/// error.
struct ChunkCounts {
  std::int64_t lines = 0;
  std::int64_t rows = 0;           ///< lines that are neither blank nor a comment
  std::int64_t entries = 0;        ///< explicit zeros included
  std::int32_t largest_index = 0;  ///< counted from 1
};

struct Chunk {
  std::string_view text;
  ChunkCounts counts;
  ChunkCounts before;         ///< sums over the chunks in front
  std::int64_t nonzeros = 0;  ///< entries stored
  std::exception_ptr failure;
};

/// Cuts text into chunks of about `size` bytes; a longer line makes a longer chunk.
std::vector<Chunk> split_lines(std::string_view text, std::size_t size);

ChunkCounts count(std::string_view chunk);

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

inline bool is_line_end(const char* p, const char* end) {
  return p == end || *p == '\n' || (*p == '\r' && (p + 1 == end || p[1] == '\n'));
}

inline const char* skip_blanks(const char* p, const char* end) {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

}  // namespace hingeline::internal
