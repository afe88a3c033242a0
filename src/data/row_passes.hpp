// SPDX-License-Identifier: BSD-3-Clause
//
// Passes over all rows of a matrix by several threads. The number of rows per task depends on the matrix alone, and the
// sums of tasks are added in order: the same bits for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/chunk_rows.hpp"
#include "data/row_blocks.hpp"
#include "data/stored_entries.hpp"
#include "parallel/blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

template <class View>
class RowPasses {
 public:
  RowPasses(const View& view, ThreadPool& pool) : blocks_(view), view_(view), pool_(pool) {}

  ThreadPool& pool() const { return pool_; }
  const RowBlocks<View>& blocks() const { return blocks_; }

  /// z = X w
  void predict(std::span<const double> w, std::span<double> z) const {
    for_each_task(
        [&](std::int64_t first, std::int64_t count) { blocks_.predict(first, count, w.data(), z.data() + first); });
  }
  /// u += X's
  void combine(std::span<const double> s, std::span<double> u) const {
    add_tasks(u, 1, [&](std::int64_t first, std::int64_t end, std::span<double> part) {
      blocks_.combine(first, end - first, s.data() + first, part.data());
    });
  }

  /// z_ik = x_i'w_k for K vectors, one after the other in w.
  void predict_each(std::span<const double> w, std::size_t K, std::span<double> z) const {
    const auto apart = static_cast<std::size_t>(view_.cols);
    for_each_task([&](std::int64_t first, std::int64_t count) {
      blocks_.predict_each(first, count, w.data(), apart, K, z.data() + static_cast<std::size_t>(first) * K);
    });
  }
  /// u_k += sum_i s_ik x_i for K vectors, one after the other in u.
  void combine_each(std::span<const double> s, std::size_t K, std::span<double> u) const {
    const auto apart = static_cast<std::size_t>(view_.cols);
    add_tasks(u, K, [&](std::int64_t first, std::int64_t end, std::span<double> part) {
      blocks_.combine_each(first, end - first, s.data() + static_cast<std::size_t>(first) * K, apart, K, part.data());
    });
  }

  /// Calls f(first, count) for each task; tasks cover all rows.
  template <class F>
  void for_each_task(const F& f) const {
    for_each_block(pool_, view_.rows, chunk_for_vectors(view_.rows, stored_entries(view_), 0), f);
  }
  /// u += what add(first, end, part) adds to `part` for all rows (add_chunks); reads K numbers per entry.
  template <class Add>
  void add_tasks(std::span<double> u, std::size_t K, const Add& add) const {
    add_some(u, view_.rows, static_cast<double>(K), add);
  }
  /// The same for `rows` rows; K: numbers read per entry of all rows.
  template <class Add>
  void add_some(std::span<double> u, std::int64_t rows, double K, const Add& add) const {
    const auto numbers = static_cast<std::int64_t>(K * static_cast<double>(stored_entries(view_)));
    add_chunks(pool_, rows, chunk_for_vectors(rows, numbers, u.size()), u, parts_, add);
  }

 private:
  RowBlocks<View> blocks_;
  View view_;
  ThreadPool& pool_;
  mutable std::vector<double> parts_;  // sums of tasks, for reuse
};

}  // namespace hingeline::internal
