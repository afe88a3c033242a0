// SPDX-License-Identifier: BSD-3-Clause
//
// The band while rows are still told apart: each task keeps its rows in blocks of its own. Joined, whole blocks stay
// where they are, and what tasks have left over fills others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/arena.hpp"
#include "core/blocks.hpp"
#include "data/row_blocks.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"

namespace hingeline::internal {

template <class T>
class BandCollector {
 public:
  struct Row {
    std::int64_t row;
    double y;
    double c;
  };

  /// What one task keeps.
  struct Part {
    std::vector<Row> rows;
    std::vector<T*> blocks;
  };

  explicit BandCollector(std::size_t cols) : cols_(cols) {}

  /// Adds a row to a part; its features are to be put where this points to.
  T* add(const Row& row, Part& part) {
    T* place = next_place(part.rows.size(), part.blocks);
    part.rows.push_back(row);
    return place;
  }

  Band<T> join(std::span<const Part> parts) {
    std::size_t size = 0;
    for (const Part& part : parts) size += part.rows.size();
    Band<T> band(size, cols_);
    std::size_t end = 0;
    for (const Part& part : parts) end = take_blocks(part, band, end);
    for (const Part& part : parts) end = copy_rest(part, band, end);
    band.block_memory = std::move(memory_);
    return band;
  }

 private:
  static constexpr auto block_rows = static_cast<std::size_t>(rows_per_block);

  /// The whole ones; returns where the band's rows end then.
  std::size_t take_blocks(const Part& part, Band<T>& band, std::size_t end) const {
    const std::size_t whole = in_whole_blocks(part);
    const auto blocks = static_cast<std::ptrdiff_t>(whole / block_rows);
    band.blocks.insert(band.blocks.end(), part.blocks.begin(), part.blocks.begin() + blocks);
    for (std::size_t k = 0; k < whole; ++k) set(part.rows[k], band, end++);
    return end;
  }

  std::size_t copy_rest(const Part& part, Band<T>& band, std::size_t end) {
    const std::size_t whole = in_whole_blocks(part);
    for (std::size_t k = whole; k < part.rows.size(); ++k) {
      std::copy_n(part.blocks.back() + (k - whole) * cols_, cols_, next_place(end, band.blocks));
      set(part.rows[k], band, end++);
    }
    return end;
  }

  static void set(const Row& row, Band<T>& band, std::size_t k) {
    band.rows[k] = row.row;
    band.y[k] = row.y;
    band.c[k] = row.c;
  }

  static std::size_t in_whole_blocks(const Part& part) { return part.rows.size() / block_rows * block_rows; }

  /// Of row `row` of these blocks, which may be the first of one more.
  T* next_place(std::size_t row, std::vector<T*>& blocks) {
    if (row % block_rows == 0) {
      const std::lock_guard lock(mutex_);
      blocks.push_back(memory_.take<T>(block_rows * cols_).data());
    }
    return blocks.back() + row % block_rows * cols_;
  }

  const std::size_t cols_;
  std::mutex mutex_;
  Arena memory_;  // of blocks
};

}  // namespace hingeline::internal
