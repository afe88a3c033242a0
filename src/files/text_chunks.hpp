// SPDX-License-Identifier: BSD-3-Clause
//
// Text in chunks of whole lines, which threads read in two passes: one counts, after which the counts before every
// chunk are known, and one parses. A pass releases the pages of a chunk as soon as it is done with it.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "core/buffer.hpp"
#include "files/text_error.hpp"
#include "files/text_source.hpp"
#include "hingeline/error.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// The counts of a chunk. Exact where the text is well-formed; otherwise at least what is parsed before the error.
struct ChunkCounts {
  std::int64_t lines = 0;
  std::int64_t rows = 0;
  std::int64_t entries = 0;  ///< including explicit zeros
  std::int32_t cols = 0;     ///< LIBSVM text: columns up to the largest index
};

/// Number of readable characters before and after the copy of a chunk.
inline constexpr std::size_t chunk_margin = 96;

struct Chunk {
  std::string_view text;
  ChunkCounts counts;
  ChunkCounts before;         ///< sums over the preceding chunks
  std::int64_t nonzeros = 0;  ///< CSR: entries stored
  std::exception_ptr failure;
};

/// Memory that tasks borrow one after the other, so that it is allocated once per thread and stays in its cache.
class ChunkMemory {
 public:
  Buffer<char> borrow(std::size_t size);
  void give_back(Buffer<char> memory);

 private:
  std::mutex mutex_;
  std::vector<Buffer<char>> idle_;
};

class TextChunks {
 public:
  static constexpr std::size_t usual_size = 512 << 10;

  /// Cuts `text`, a part of the source's text after `lines_before` lines, into chunks of about `size` bytes; a longer
  /// line makes a longer chunk.
  TextChunks(const TextSource& source, std::string_view text, std::int64_t lines_before, int threads,
             std::size_t size = usual_size);

  /// Sets the counts of all chunks; `text` is a copy of chunk.text. Throws DataError where there is no row.
  void count(const std::function<ChunkCounts(const Chunk& chunk, std::string_view text)>& count_chunk);

  /// Parses all chunks; `text` is a copy of chunk.text, to which positions in a TextError refer. Throws the first
  /// TextError of the text as DataError, or TextChanged as IoError, whatever the number of threads and the size of
  /// chunks.
  void parse(const std::function<void(Chunk& chunk, std::string_view text)>& parse_chunk) {
    parse(0, std::ssize(chunks_), parse_chunk);
  }
  /// Parses some chunks; all preceding ones must have been parsed.
  void parse(std::int64_t first, std::int64_t count,
             const std::function<void(Chunk& chunk, std::string_view text)>& parse_chunk);
  int threads() const { return pool_.threads(); }

  const ChunkCounts& total() const { return total_; }
  std::span<const Chunk> chunks() const { return chunks_; }

 private:
  /// Calls work(copy of chunk.text).
  void with_copy(const Chunk& chunk, const std::function<void(std::string_view)>& work);
  DataError located(const TextError& error, const Chunk& chunk, std::string_view text) const;

  const TextSource& source_;
  ThreadPool pool_;
  ChunkMemory memory_;
  std::vector<Chunk> chunks_;
  ChunkCounts total_;
};

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

inline bool is_line_end(const char* p, const char* end) {
  return p == end || *p == '\n' || (*p == '\r' && (p + 1 == end || p[1] == '\n'));
}

inline const char* skip_blanks(const char* p, const char* end) {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

/// Takes the first line off `text`; its '\n' belongs to neither.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t newline = text.find('\n');
  const std::string_view line = text.substr(0, newline);
  text.remove_prefix(newline == text.npos ? text.size() : newline + 1);
  return line;
}

}  // namespace hingeline::internal
