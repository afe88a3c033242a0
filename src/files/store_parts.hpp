// SPDX-License-Identifier: BSD-3-Clause
//
// Makes a binary store (binary_store.hpp) from text a few chunks at a time, where text does not fit in memory.
//
//     1. count all chunks: this gives the header, and with it the place of every section
//     2. repeatedly parse some chunks into memory of their own and put their rows where they belong
//
// CSR does not store explicit zeros. Their number is known at the end; then the sections after columns are moved.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/atomic_file.hpp"
#include "data/owned_rows.hpp"
#include "files/binary_store.hpp"
#include "files/text_chunks.hpp"

namespace hingeline::internal {

/// What a store made from text holds.
struct StoreSummary {
  std::int64_t rows = 0;
  std::int32_t cols = 0;
  std::int64_t nonzeros = 0;
  bool is_sparse = false;
  double write_seconds = 0;
};

template <class T>
class StoreParts {
 public:
  /// CSR: `header` has the entries that were counted in the chunks, explicit zeros included.
  StoreParts(AtomicFile& file, const StoreHeader& header, const std::string& names);

  /// `parse(chunk, text, rows)` fills `rows` with the rows that were counted in the chunk, and sets chunk.nonzeros to
  /// the number of CSR entries stored. Throws as TextChunks::parse does.
  template <class Parse>
  StoreSummary fill(TextChunks& chunks, const Parse& parse) {
    const std::int64_t at_once = std::int64_t{4} * chunks.threads();
    const std::int64_t all = std::ssize(chunks.chunks());
    for (std::int64_t first = 0; first < all; first += at_once) {
      const std::int64_t count = std::min(at_once, all - first);
      std::vector<OwnedRows<T>> parts(static_cast<std::size_t>(count));
      const Chunk* const begin = chunks.chunks().data() + first;
      chunks.parse(first, count, [&](Chunk& chunk, std::string_view text) {
        OwnedRows<T>& rows = parts[static_cast<std::size_t>(&chunk - begin)];
        rows = allocate(chunk.counts);
        parse(chunk, text, rows);
      });
      for (std::int64_t k = 0; k < count; ++k) put(begin[k], parts[static_cast<std::size_t>(k)]);
    }
    return finish();
  }

 private:
  OwnedRows<T> allocate(const ChunkCounts& counts) const;
  void put(const Chunk& chunk, OwnedRows<T>& rows);
  void put_sparse(const Chunk& chunk, OwnedRows<T>& rows);
  template <class Number>
  void put(std::uint64_t section, std::int64_t first, std::span<const Number> numbers);
  StoreSummary finish();
  void leave_zeros_out();

  AtomicFile& file_;
  StoreHeader header_;
  StorePlaces at_;
  const std::string& names_;
  std::int64_t entries_ = 0;  // CSR entries put so far
  StoreSummary summary_;
};

extern template class StoreParts<float>;
extern template class StoreParts<double>;

}  // namespace hingeline::internal
