// SPDX-License-Identifier: BSD-3-Clause
//
// The dual variables of the band's rows at the solution of a reduced problem of all rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "losses/ramps.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"

namespace hingeline::internal {

class BandDuals {
 public:
  BandDuals() = default;
  /// `all` is the number of rows of the matrix. The dual variables overwrite the band's y, whose memory must outlive
  /// this.
  template <class T>
  BandDuals(const Band<T>& band, std::span<const double> slopes, const RampLoss& loss, std::int64_t all)
      : rows_(band.rows), s_(band.y) {
    for (std::size_t k = 0; k < s_.size(); ++k) s_[k] = -loss.sign(band.y[k]) * slopes[k];
    const auto ascending = static_cast<std::size_t>(std::ranges::is_sorted_until(rows_) - rows_.begin());
    begin_ = {first_of_blocks(0, ascending, all), first_of_blocks(ascending, rows_.size(), all)};
  }

  std::int64_t size() const { return std::ssize(rows_); }

  /// Writes the dual variables of the band's rows in the block that begins with `first` to s.
  void put(std::int64_t first, std::span<double> s) const {
    const auto block = static_cast<std::size_t>(first / rows_per_block);
    for (const std::vector<std::size_t>& begin : begin_)
      for (std::size_t k = begin[block]; k < begin[block + 1]; ++k)
        s[static_cast<std::size_t>(rows_[k] - first)] = s_[k];
  }

 private:
  /// Where in rows_[first .. end - 1], which ascend, the rows of every block begin.
  std::vector<std::size_t> first_of_blocks(std::size_t first, std::size_t end, std::int64_t all) const {
    std::vector<std::size_t> begin;
    std::size_t k = first;
    for (std::int64_t row = 0; row < all + rows_per_block; row += rows_per_block) {
      while (k < end && rows_[k] < row) ++k;
      begin.push_back(k);
    }
    return begin;
  }

  std::span<std::int64_t> rows_;
  std::span<double> s_;
  std::array<std::vector<std::size_t>, 2> begin_;  // of the two runs in which rows ascend
};

}  // namespace hingeline::internal
