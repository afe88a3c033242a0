// SPDX-License-Identifier: BSD-3-Clause
#include "files/text_chunks.hpp"

#include <algorithm>
#include <utility>

namespace hingeline::internal {

Buffer<char> ChunkMemory::borrow(std::size_t size) {
  const auto wanted = static_cast<std::int64_t>(size);
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty() && idle_.back().size() >= wanted) {
      Buffer<char> memory = std::move(idle_.back());
      idle_.pop_back();
      return memory;
    }
  }
  return Buffer<char>(wanted + wanted / 8);
}

void ChunkMemory::give_back(Buffer<char> memory) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(memory));
}

TextChunks::TextChunks(const TextSource& source, std::string_view text, std::int64_t lines_before, int threads,
                       std::size_t size)
    : source_(source), pool_(threads) {
  total_.lines = lines_before;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n', std::min(size, text.size()) - 1);
    const std::size_t length = newline == text.npos ? text.size() : newline + 1;
    chunks_.emplace_back().text = text.substr(0, length);
    text.remove_prefix(length);
    if (source_.memory.is_file()) source_.memory.discard(chunks_.back().text);  // read by the search for a newline
  }
}

void TextChunks::count(const std::function<ChunkCounts(const Chunk&, std::string_view)>& count_chunk) {
  pool_.run(std::ssize(chunks_), [&](std::int64_t i) {
    Chunk& chunk = chunks_[static_cast<std::size_t>(i)];
    with_copy(chunk, [&](std::string_view text) { chunk.counts = count_chunk(chunk, text); });
  });
  for (Chunk& chunk : chunks_) {
    chunk.before = total_;
    total_.lines += chunk.counts.lines;
    total_.rows += chunk.counts.rows;
    total_.entries += chunk.counts.entries;
    total_.cols = std::max(total_.cols, chunk.counts.cols);
  }
  if (total_.rows == 0) throw DataError(source_.name, 0, 0, "expected at least one row, found none");
}

void TextChunks::parse(std::int64_t first, std::int64_t count,
                       const std::function<void(Chunk& chunk, std::string_view text)>& parse_chunk) {
  const auto some = std::span(chunks_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  pool_.run(count, [&](std::int64_t i) {
    Chunk& chunk = some[static_cast<std::size_t>(i)];
    with_copy(chunk, [&](std::string_view text) {
      try {
        parse_chunk(chunk, text);
      } catch (const TextError& error) {
        chunk.failure = std::make_exception_ptr(located(error, chunk, text));
      } catch (const TextChanged&) {
        chunk.failure = std::make_exception_ptr(IoError(source_.name, "has changed while it was read"));
      }
    });
    source_.memory.discard(chunk.text);
  });
  for (const Chunk& chunk : some)
    if (chunk.failure) std::rethrow_exception(chunk.failure);
}

void TextChunks::with_copy(const Chunk& chunk, const std::function<void(std::string_view)>& work) {
  const std::size_t size = chunk.text.size();
  Buffer<char> memory = memory_.borrow(size + 2 * chunk_margin);
  char* text = std::fill_n(memory.data(), chunk_margin, '\0');
  source_.memory.copy(chunk.text, text);
  std::fill_n(text + size, chunk_margin, '\0');
  work({text, size});
  memory_.give_back(std::move(memory));
}

DataError TextChunks::located(const TextError& error, const Chunk& chunk, std::string_view text) const {
  const auto [line, column] = place_in(text, error.position);
  return {source_.name, chunk.before.lines + line, column, error.message};
}

}  // namespace hingeline::internal
