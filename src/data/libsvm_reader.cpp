// SPDX-License-Identifier: BSD-3-Clause
#include "data/libsvm_reader.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "data/layout.hpp"
#include "data/libsvm_count.hpp"
#include "data/libsvm_parser.hpp"
#include "data/owned_rows.hpp"

namespace hingeline::internal {
namespace {

/// The rows of one chunk in CSR.
template <class T>
class CsrRows {
 public:
  CsrRows(OwnedRows<T>& owned, const Chunk& chunk)
      : y_(owned.y.data() + chunk.before.rows),
        row_end_(owned.offsets.data() + chunk.before.rows + 1),
        columns_(owned.columns.data()),
        values_(owned.values.data()),
        begin_(chunk.before.entries),
        next_(begin_) {}

  void begin_row(double label) { *y_++ = label; }
  void entry(std::int32_t column, T value) {
    columns_[next_] = column;
    values_[next_] = value;
    next_ += value != 0;
  }
  void end_row() { *row_end_++ = next_; }
  std::int64_t nonzeros() const { return next_ - begin_; }

 private:
  double* y_;
  std::int64_t* row_end_;
  std::int32_t* columns_;
  T* values_;
  std::int64_t begin_;
  std::int64_t next_;
};

/// The rows of one chunk in a dense matrix.
template <class T>
class DenseRows {
 public:
  DenseRows(OwnedRows<T>& owned, const Chunk& chunk, std::int32_t cols)
      : y_(owned.y.data() + chunk.before.rows), row_(owned.values.data() + chunk.before.rows * cols), cols_(cols) {}

  void begin_row(double label) {
    *y_++ = label;
    std::fill_n(row_, cols_, T{0});
  }
  /// A column that was not counted is in a malformed line, whose error is still to come.
  void entry(std::int32_t column, T value) {
    if (column < cols_) row_[column] = value;
  }
  void end_row() { row_ += cols_; }
  std::int64_t nonzeros() const { return 0; }

 private:
  double* y_;
  T* row_;
  std::int32_t cols_;
};

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

template <class T, class Rows>
void parse_chunk(Chunk& chunk, const char* text_end, Rows rows) {
  LibsvmParser<T, Rows>(chunk.text, text_end, rows).run();
  chunk.nonzeros = rows.nonzeros();
}

template <class T>
Dataset read(TextChunks& chunks, const ReadOptions& options) {
  chunks.count(count_libsvm);
  const auto [lines, rows, entries, largest_index] = chunks.total();
  const std::int32_t cols = std::max(largest_index, options.features);
  if (is_dense<T>(options.layout, rows, cols, entries)) {
    OwnedRows<T> owned = allocate_dense<T>(rows, cols, rows);
    chunks.parse([&](Chunk& chunk) { parse_chunk<T>(chunk, chunks.text_end(), DenseRows<T>(owned, chunk, cols)); });
    return dense_dataset(std::move(owned), rows, cols);
  }
  OwnedRows<T> owned = allocate_csr<T>(rows, entries, rows);
  owned.offsets[0] = 0;
  chunks.parse([&](Chunk& chunk) { parse_chunk<T>(chunk, chunks.text_end(), CsrRows<T>(owned, chunk)); });
  close_gaps(chunks.chunks(), owned);
  return csr_dataset(std::move(owned), rows, cols);
}

}  // namespace

Dataset read_libsvm(const TextSource& source, const ReadOptions& options, std::size_t chunk_size) {
  TextChunks chunks(source, source.text, 0, options.threads, chunk_size);
  return options.value_type == ValueType::float32 ? read<float>(chunks, options) : read<double>(chunks, options);
}

}  // namespace hingeline::internal
