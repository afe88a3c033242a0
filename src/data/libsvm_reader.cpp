// SPDX-License-Identifier: BSD-3-Clause
#include "data/libsvm_reader.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "data/layout.hpp"
#include "data/libsvm_count.hpp"
#include "data/libsvm_parser.hpp"
#include "data/libsvm_rows.hpp"
#include "data/owned_rows.hpp"

namespace hingeline::internal {
namespace {

/// Moves entries up to where explicit zeros left room in front of them.
template <class T>
void close_gaps(std::span<const Chunk> chunks, OwnedRows<T>& owned) {
  std::int64_t next = 0;
  for (const Chunk& chunk : chunks) {
    const std::int64_t from = chunk.before.entries;
    if (next < from) {
      std::copy_n(owned.columns.data() + from, chunk.nonzeros, owned.columns.data() + next);
      std::copy_n(owned.values.data() + from, chunk.nonzeros, owned.values.data() + next);
      for (std::int64_t row = 1; row <= chunk.counts.rows; ++row) owned.offsets[chunk.before.rows + row] -= from - next;
    }
    next += chunk.nonzeros;
  }
}

template <class Rows>
void parse_chunk(Chunk& chunk, std::string_view text, Rows rows) {
  LibsvmParser<Rows>(text, rows).run();
  chunk.nonzeros = rows.nonzeros();
}

template <class T>
Dataset read(TextChunks& chunks, const ReadOptions& options) {
  chunks.count([](const Chunk&, std::string_view text) { return count_libsvm(text); });
  const auto [lines, rows, entries, largest_index] = chunks.total();
  const std::int32_t cols = std::max(largest_index, options.features);
  if (is_dense<T>(options.layout, rows, cols, entries)) {
    OwnedRows<T> owned = allocate_dense<T>(rows, cols, rows);
    chunks.parse(
        [&](Chunk& chunk, std::string_view text) { parse_chunk(chunk, text, DenseWriter<T>(owned, chunk, cols)); });
    return dense_dataset(std::move(owned), rows, cols);
  }
  OwnedRows<T> owned = allocate_csr<T>(rows, entries, rows);
  owned.offsets[0] = 0;
  chunks.parse([&](Chunk& chunk, std::string_view text) { parse_chunk(chunk, text, CsrWriter<T>(owned, chunk)); });
  close_gaps(chunks.chunks(), owned);
  return csr_dataset(std::move(owned), rows, cols);
}

template <class T>
StoreSummary store(TextChunks& chunks, const ReadOptions& options, AtomicFile& file) {
  chunks.count([](const Chunk&, std::string_view text) { return count_libsvm(text); });
  const auto [lines, rows, entries, largest_index] = chunks.total();
  const std::int32_t cols = std::max(largest_index, options.features);
  StoreHeader header;
  header.is_sparse = is_dense<T>(options.layout, rows, cols, entries) ? 0 : 1;
  header.value_size = sizeof(T);
  header.rows = static_cast<std::uint64_t>(rows);
  header.cols = static_cast<std::uint64_t>(cols);
  header.entries = header.is_sparse != 0 ? static_cast<std::uint64_t>(entries) : header.rows * header.cols;
  header.has_targets = 1;
  const std::string no_names;
  const Chunk front;
  return StoreParts<T>(file, header, no_names)
      .fill(chunks, [&](Chunk& chunk, std::string_view text, OwnedRows<T>& part) {
        if (header.is_sparse != 0)
          parse_chunk(chunk, text, CsrWriter<T>(part, front));
        else
          parse_chunk(chunk, text, DenseWriter<T>(part, front, cols));
      });
}

}  // namespace

StoreSummary store_libsvm(const TextSource& source, const ReadOptions& options, AtomicFile& file,
                          std::size_t chunk_size) {
  TextChunks chunks(source, source.text, 0, options.threads, chunk_size);
  return options.value_type == ValueType::float32 ? store<float>(chunks, options, file)
                                                  : store<double>(chunks, options, file);
}

Dataset read_libsvm(const TextSource& source, const ReadOptions& options, std::size_t chunk_size) {
  TextChunks chunks(source, source.text, 0, options.threads, chunk_size);
  return options.value_type == ValueType::float32 ? read<float>(chunks, options) : read<double>(chunks, options);
}

}  // namespace hingeline::internal
