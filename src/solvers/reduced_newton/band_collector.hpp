// SPDX-License-Identifier: BSD-3-Clause
//
// The band while rows are being sorted: each task keeps its rows in blocks of its own. When joined, whole blocks stay
// where they are, and the rows of incomplete blocks are moved together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "core/arena.hpp"
#include "core/blocks.hpp"
#include "data/row_blocks.hpp"
#include "losses/ramps.hpp"
#include "parallel/thread_pool.hpp"
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

  BandCollector(std::size_t cols, Arena& memory) : cols_(cols), memory_(memory) {}

  /// Adds a row to a part; returns where the caller must put its features.
  T* add(const Row& row, Part& part) {
    const std::size_t in_block = part.rows.size() % block_rows;
    if (in_block == 0) part.blocks.push_back(new_block());
    part.rows.push_back(row);
    return part.blocks.back() + in_block * cols_;
  }

  Band<T> join(std::span<const Part> parts, ThreadPool& pool) {
    const std::vector<Place> places = place(parts);
    Band<T> band = empty_band(places.back().rest);
    for (const Part& part : parts)
      band.blocks.insert(band.blocks.end(), part.blocks.begin(), part.blocks.begin() + whole_blocks(part));
    close_up(parts, band);
    pool.run(std::ssize(parts), [&](std::int64_t part) {
      list(parts[static_cast<std::size_t>(part)], places[static_cast<std::size_t>(part)], band);
    });
    return band;
  }

 private:
  static constexpr auto block_rows = static_cast<std::size_t>(rows_per_block);

  /// Where in the band the rows of a part's whole blocks begin, and those of its incomplete block.
  struct Place {
    std::size_t whole;
    std::size_t rest;
  };

  /// The places of all parts, and of the end.
  static std::vector<Place> place(std::span<const Part> parts) {
    std::vector<Place> places = {{0, 0}};
    for (const Part& part : parts) {
      const std::size_t whole = in_whole_blocks(part);
      places.push_back({places.back().whole + whole, places.back().rest + part.rows.size() - whole});
    }
    for (Place& place : places) place.rest += places.back().whole;
    return places;
  }

  Band<T> empty_band(std::size_t size) {
    const std::size_t padded = whole_groups(size, std::size_t{ramp_group});
    Band<T> band{static_cast<std::int32_t>(cols_),
                 memory_.take<std::int64_t>(size),
                 memory_.take<double>(size),
                 memory_.take<double>(padded),
                 {}};
    std::fill(band.c.begin() + static_cast<std::ptrdiff_t>(size), band.c.end(), 0.0);
    return band;
  }

  /// Moves the features of incomplete blocks together into the first of these blocks. None is overwritten before it has
  /// moved, as each has fewer rows than a block.
  void close_up(std::span<const Part> parts, Band<T>& band) const {
    std::vector<T*> begun;
    std::size_t rows = 0;
    for (const Part& part : parts) {
      const std::size_t count = part.rows.size() % block_rows;
      if (count == 0) continue;
      begun.push_back(part.blocks.back());
      for (std::size_t k = 0; k < count; ++k, ++rows)
        std::copy_n(part.blocks.back() + k * cols_, cols_, begun[rows / block_rows] + rows % block_rows * cols_);
    }
    begun.resize((rows + block_rows - 1) / block_rows);
    band.blocks.insert(band.blocks.end(), begun.begin(), begun.end());
  }

  static void list(const Part& part, const Place& place, Band<T>& band) {
    const std::size_t whole = in_whole_blocks(part);
    for (std::size_t k = 0; k < part.rows.size(); ++k)
      set(part.rows[k], band, k < whole ? place.whole + k : place.rest + k - whole);
  }

  static void set(const Row& row, Band<T>& band, std::size_t k) {
    band.rows[k] = row.row;
    band.y[k] = row.y;
    band.c[k] = row.c;
  }

  static std::ptrdiff_t whole_blocks(const Part& part) {
    return static_cast<std::ptrdiff_t>(part.rows.size() / block_rows);
  }
  static std::size_t in_whole_blocks(const Part& part) { return part.rows.size() / block_rows * block_rows; }

  T* new_block() {
    const std::lock_guard lock(mutex_);
    return memory_.take<T>(block_rows * cols_).data();
  }

  const std::size_t cols_;
  std::mutex mutex_;
  Arena& memory_;
};

}  // namespace hingeline::internal
