// SPDX-License-Identifier: BSD-3-Clause
#include "data/libsvm_reader.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "data/layout.hpp"
#include "data/libsvm_chunk.hpp"
#include "data/libsvm_parser.hpp"
#include "data/owned_rows.hpp"
#include "hingeline/error.hpp"
#include "parallel/thread_pool.hpp"

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

class Reader {
 public:
  Reader(const TextSource& source, const ReadOptions& options, std::size_t chunk_size)
      : source_(source), options_(options), pool_(options.threads), chunks_(split_lines(source.text, chunk_size)) {}

  template <class T>
  Dataset read() {
    count_all();
    const std::int32_t cols = std::max(total_.largest_index, options_.features);
    if (is_dense<T>(options_.layout, total_.rows, cols, total_.entries)) {
      OwnedRows<T> owned = allocate_dense<T>(total_.rows, cols);
      parse_all<T>([&](const Chunk& chunk) { return DenseRows<T>(owned, chunk, cols); });
      return dense_dataset(std::move(owned), total_.rows, cols);
    }
    OwnedRows<T> owned = allocate_csr<T>(total_.rows, total_.entries);
    owned.offsets[0] = 0;
    parse_all<T>([&](const Chunk& chunk) { return CsrRows<T>(owned, chunk); });
    close_gaps(owned);
    return csr_dataset(std::move(owned), total_.rows, cols);
  }

 private:
  void count_all() {
    pool_.run(std::ssize(chunks_), [&](std::int64_t i) {
      Chunk& chunk = chunks_[static_cast<std::size_t>(i)];
      chunk.counts = count(chunk.text);
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

  template <class T, class MakeRows>
  void parse_all(const MakeRows& make_rows) {
    pool_.run(std::ssize(chunks_), [&](std::int64_t i) {
      Chunk& chunk = chunks_[static_cast<std::size_t>(i)];
      auto rows = make_rows(chunk);
      try {
        LibsvmParser<T, decltype(rows)>(chunk.text, source_.text.data() + source_.text.size(), rows).run();
      } catch (const TextError& error) {
        chunk.failure = std::make_exception_ptr(located(error, chunk));
      }
      chunk.nonzeros = rows.nonzeros();
      source_.memory.discard(chunk.text);
    });
    for (const Chunk& chunk : chunks_)
      if (chunk.failure) std::rethrow_exception(chunk.failure);
  }

  DataError located(const TextError& error, const Chunk& chunk) const {
    const std::string_view before = chunk.text.substr(0, static_cast<std::size_t>(error.position - chunk.text.data()));
    const std::int64_t line = chunk.before.lines + std::ranges::count(before, '\n') + 1;
    const auto column = static_cast<std::int64_t>(before.size() - (before.rfind('\n') + 1)) + 1;
    return {source_.name, line, column, error.message};
  }

  template <class T>
  void close_gaps(OwnedRows<T>& owned) const {
    std::int64_t next = 0;
    for (const Chunk& chunk : chunks_) {
      const std::int64_t from = chunk.before.entries;
      if (next < from) {
        std::copy_n(owned.columns.data() + from, chunk.nonzeros, owned.columns.data() + next);
        std::copy_n(owned.values.data() + from, chunk.nonzeros, owned.values.data() + next);
        for (std::int64_t row = 1; row <= chunk.counts.rows; ++row)
          owned.offsets[chunk.before.rows + row] -= from - next;
      }
      next += chunk.nonzeros;
    }
  }

  const TextSource& source_;
  const ReadOptions& options_;
  ThreadPool pool_;
  std::vector<Chunk> chunks_;
  ChunkCounts total_;
};

}  // namespace

Dataset read_libsvm(const TextSource& source, const ReadOptions& options, std::size_t chunk_size) {
  Reader reader(source, options, chunk_size);
  return options.value_type == ValueType::float32 ? reader.read<float>() : reader.read<double>();
}

}  // namespace hingeline::internal
