// SPDX-License-Identifier: BSD-3-Clause
//
// A cache of rows of the kernel matrix, limited in bytes; the least recently used row makes room.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <utility>
#include <vector>

namespace hingeline::internal {

class RowCache {
 public:
  /// At least two rows are kept: a pair needs both.
  RowCache(std::int64_t rows, std::int64_t row_size, double bytes)
      : row_size_(static_cast<std::size_t>(row_size)),
        capacity_(static_cast<std::size_t>(
            std::max(2.0, std::min(static_cast<double>(rows), bytes / (8.0 * static_cast<double>(row_size)))))),
        places_(static_cast<std::size_t>(rows), order_.end()) {}

  /// The row, filled by `compute(row, numbers)` if it is not kept. Valid until two other rows have been asked for.
  template <class Compute>
  const double* get(std::int64_t row, const Compute& compute) {
    auto& place = places_[static_cast<std::size_t>(row)];
    if (place != order_.end()) {
      ++hits_;
      order_.splice(order_.begin(), order_, place);
      return place->numbers.data();
    }
    ++misses_;
    if (order_.size() < capacity_) {
      order_.push_front({row, std::vector<double>(row_size_)});
    } else {
      places_[static_cast<std::size_t>(order_.back().row)] = order_.end();
      order_.splice(order_.begin(), order_, std::prev(order_.end()));
      order_.front().row = row;
    }
    place = order_.begin();
    compute(row, place->numbers.data());
    return place->numbers.data();
  }

  std::int64_t hits() const { return hits_; }
  /// Misses since the last call.
  std::int64_t misses() { return std::exchange(misses_, 0); }

 private:
  struct Entry {
    std::int64_t row;
    std::vector<double> numbers;
  };

  std::size_t row_size_;
  std::size_t capacity_;
  std::list<Entry> order_;  // last asked for first
  std::vector<std::list<Entry>::iterator> places_;
  std::int64_t hits_ = 0;
  std::int64_t misses_ = 0;
};

}  // namespace hingeline::internal
