// SPDX-License-Identifier: BSD-3-Clause
#include "data/text_chunks.hpp"

#include <algorithm>

namespace hingeline::internal {

TextChunks::TextChunks(const TextSource& source, std::string_view text, std::int64_t lines_before, int threads,
                       std::size_t size)
    : source_(source), pool_(threads) {
  total_.lines = lines_before;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n', std::min(size, text.size()) - 1);
    const std::size_t length = newline == text.npos ? text.size() : newline + 1;
    chunks_.emplace_back().text = text.substr(0, length);
    text.remove_prefix(length);
  }
}

void TextChunks::count(const std::function<ChunkCounts(std::string_view)>& count_chunk) {
  pool_.run(std::ssize(chunks_), [&](std::int64_t i) {
    Chunk& chunk = chunks_[static_cast<std::size_t>(i)];
    source_.memory.bring_in(chunk.text);
    chunk.counts = count_chunk(chunk.text);
    source_.memory.set_aside(chunk.text);
  });
  for (Chunk& chunk : chunks_) {
    chunk.before = total_;
    total_.lines += chunk.counts.lines;
    total_.rows += chunk.counts.rows;
    total_.entries += chunk.counts.entries;
    total_.largest_index = std::max(total_.largest_index, chunk.counts.largest_index);
  }
  if (total_.rows == 0) throw DataError(source_.name, 0, 0, "expected at least one row, found none");
}

void TextChunks::parse(const std::function<void(Chunk&)>& parse_chunk) {
  pool_.run(std::ssize(chunks_), [&](std::int64_t i) {
    Chunk& chunk = chunks_[static_cast<std::size_t>(i)];
    source_.memory.bring_in(chunk.text);
    try {
      parse_chunk(chunk);
    } catch (const TextError& error) {
      chunk.failure = std::make_exception_ptr(located(error, chunk));
    }
    source_.memory.discard(chunk.text);
  });
  for (const Chunk& chunk : chunks_)
    if (chunk.failure) std::rethrow_exception(chunk.failure);
}

DataError TextChunks::located(const TextError& error, const Chunk& chunk) const {
  const std::string_view before = chunk.text.substr(0, static_cast<std::size_t>(error.position - chunk.text.data()));
  const std::int64_t line = chunk.before.lines + std::ranges::count(before, '\n') + 1;
  const auto column = static_cast<std::int64_t>(before.size() - (before.rfind('\n') + 1)) + 1;
  return {source_.name, line, column, error.message};
}

}  // namespace hingeline::internal
