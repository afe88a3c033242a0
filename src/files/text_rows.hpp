// SPDX-License-Identifier: BSD-3-Clause
//
// Parses text in chunks, whose rows and entries have been counted, into memory or into a binary store, dense or sparse.
// A parser is called as parse(chunk, its text, rows) and hands the rows of the chunk to `rows`, one of the two writers:
//
//     begin_row(target), or begin_row() and target(target), entry(column from 0, value, whether it is not 0), end_row()
//
// Columns of a row ascend. begin_row() throws TextChanged for more rows than were counted; a parser that does not know
// the number of entries of a row calls has_room() before them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/atomic_file.hpp"
#include "data/layout.hpp"
#include "data/owned_rows.hpp"
#include "files/store_parts.hpp"
#include "files/text_chunks.hpp"
#include "files/text_error.hpp"

namespace hingeline::internal {

/// Where the targets of a chunk go, after those of the chunks `before`; null if there are no targets.
template <class T>
double* targets_of(OwnedRows<T>& owned, const ChunkCounts& before) {
  return owned.y.size() == 0 ? nullptr : owned.y.data() + before.rows;
}

template <class T>
class CsrWriter {
 public:
  using Value = T;

  CsrWriter(OwnedRows<T>& owned, std::int32_t cols, const ChunkCounts& counts, const ChunkCounts& before = {})
      : y_(targets_of(owned, before)),
        row_end_(owned.offsets.data() + before.rows + 1),
        columns_(owned.columns.data()),
        values_(owned.values.data()),
        begin_(before.entries),
        next_(begin_),
        end_(begin_ + counts.entries),
        rows_left_(counts.rows),
        cols_(cols) {}

  void begin_row() {
    if (rows_left_-- == 0) throw TextChanged{};
  }
  void begin_row(double target) {
    begin_row();
    this->target(target);
  }
  void target(double target) { *y_++ = target; }
  void entry(std::int32_t column, T value, bool nonzero) {
    columns_[next_] = column;
    values_[next_] = value;
    next_ += nonzero;
  }
  void end_row() {
    if (next_ != begin_) last_column_ = std::max(last_column_, columns_[next_ - 1]);
    *row_end_++ = next_;
  }
  bool has_room(std::int64_t entries) const { return end_ - next_ >= entries; }
  bool is_as_counted() const { return rows_left_ == 0 && last_column_ < cols_; }
  std::int64_t nonzeros() const { return next_ - begin_; }

 private:
  double* y_;
  std::int64_t* row_end_;
  std::int32_t* columns_;
  T* values_;
  std::int64_t begin_;
  std::int64_t next_;
  std::int64_t end_;
  std::int64_t rows_left_;
  std::int32_t cols_;
  std::int32_t last_column_ = -1;  // largest column of all rows
};

template <class T>
class DenseWriter {
 public:
  using Value = T;

  DenseWriter(OwnedRows<T>& owned, std::int32_t cols, const ChunkCounts& counts, const ChunkCounts& before = {})
      : y_(targets_of(owned, before)),
        row_(owned.values.data() + before.rows * cols),
        rows_left_(counts.rows),
        cols_(cols) {}

  void begin_row() {
    if (rows_left_-- == 0) throw TextChanged{};
    std::fill_n(row_, cols_, T{0});
  }
  void begin_row(double target) {
    begin_row();
    this->target(target);
  }
  void target(double target) { *y_++ = target; }
  /// A column that was not counted belongs to a malformed line, whose error is still to come.
  void entry(std::int32_t column, T value, bool) {
    if (column < cols_)
      row_[column] = value;
    else
      has_other_columns_ = true;
  }
  void end_row() { row_ += cols_; }
  bool has_room(std::int64_t) const { return true; }
  bool is_as_counted() const { return rows_left_ == 0 && !has_other_columns_; }
  std::int64_t nonzeros() const { return 0; }

 private:
  double* y_;
  T* row_;
  std::int64_t rows_left_;
  std::int32_t cols_;
  bool has_other_columns_ = false;
};

/// What is known about the rows of a text after counting.
struct TextRows {
  std::int32_t cols = 0;
  bool have_targets = true;
  std::vector<std::string> feature_names = {};  ///< one per column, or empty
  std::vector<std::string> class_names = {};
};

template <class Rows, class Parse>
void parse_into(Rows rows, Chunk& chunk, std::string_view text, const Parse& parse) {
  parse(chunk, text, rows);
  if (!rows.is_as_counted()) throw TextChanged{};
  chunk.nonzeros = rows.nonzeros();
}

/// Moves entries to close the gaps that explicit zeros left before them.
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

template <class T, class Parse>
Dataset rows_in_memory(TextChunks& chunks, Layout layout, const TextRows& what, const Parse& parse) {
  const std::int64_t rows = chunks.total().rows;
  const std::int64_t entries = chunks.total().entries;
  const std::int64_t targets = what.have_targets ? rows : 0;
  if (prefers_dense<T>(layout, rows, what.cols, entries)) {
    OwnedRows<T> owned = allocate_dense<T>(rows, what.cols, targets);
    chunks.parse([&](Chunk& chunk, std::string_view text) {
      parse_into(DenseWriter<T>(owned, what.cols, chunk.counts, chunk.before), chunk, text, parse);
    });
    return dense_dataset(std::move(owned), rows, what.cols);
  }
  OwnedRows<T> owned = allocate_csr<T>(rows, entries, targets);
  owned.offsets[0] = 0;
  chunks.parse([&](Chunk& chunk, std::string_view text) {
    parse_into(CsrWriter<T>(owned, what.cols, chunk.counts, chunk.before), chunk, text, parse);
  });
  close_gaps(chunks.chunks(), owned);
  return csr_dataset(std::move(owned), rows, what.cols);
}

/// The dataset of all chunks, with the names.
template <class T, class Parse>
Dataset read_text_rows(TextChunks& chunks, Layout layout, TextRows what, const Parse& parse) {
  Dataset data = rows_in_memory<T>(chunks, layout, what, parse);
  data.feature_names = std::move(what.feature_names);
  data.class_names = std::move(what.class_names);
  return data;
}

/// Writes the binary store of what read_text_rows would return, some chunks at a time.
template <class T, class Parse>
StoreSummary store_text_rows(TextChunks& chunks, Layout layout, const TextRows& what, AtomicFile& file,
                             const Parse& parse) {
  const std::int64_t rows = chunks.total().rows;
  const std::int64_t entries = chunks.total().entries;
  StoreHeader header = prefers_dense<T>(layout, rows, what.cols, entries)
                           ? dense_header<T>(rows, what.cols, what.have_targets)
                           : csr_header<T>(rows, what.cols, entries, what.have_targets);
  const std::string names = set_names(header, what.feature_names, what.class_names);
  return StoreParts<T>(file, header, names).fill(chunks, [&](Chunk& chunk, std::string_view text, OwnedRows<T>& part) {
    if (header.is_sparse != 0)
      parse_into(CsrWriter<T>(part, what.cols, chunk.counts), chunk, text, parse);
    else
      parse_into(DenseWriter<T>(part, what.cols, chunk.counts), chunk, text, parse);
  });
}

}  // namespace hingeline::internal
