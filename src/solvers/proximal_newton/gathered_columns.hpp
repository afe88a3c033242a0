// SPDX-License-Identifier: BSD-3-Clause
//
// Some columns K, perhaps with the intercept's, copied into sparse rows: column by column, or from the problem's own
// rows where these are sparse and K has at least an eighth of their entries.
//
// Cost: the entries of K twice, scattered, or all entries once, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/rows.hpp"
#include "solvers/rows/columns_with_intercept.hpp"

namespace hingeline::internal {

template <class T>
class GatheredColumns {
 public:
  explicit GatheredColumns(ColumnsWithIntercept<T>& x) : x_(x) {}

  /// Copies these columns, which must ascend. False when told to stop on the way: rows() must not be used then.
  bool take(std::span<const std::uint32_t> columns, const Stop& stop) {
    constexpr std::int64_t share = 8;
    count_ = columns.size();
    offsets_.assign(x_.rows() + 1, 0);
    ranks_.resize(static_cast<std::size_t>(x_.entries(columns)));
    values_.resize(ranks_.size());
    return x_.are_sooner_read_by_rows(columns, share) ? take_by_rows(columns, stop) : take_by_columns(columns, stop);
  }

  /// The number of entries of K.
  std::int64_t entries() const { return offsets_.back(); }

  /// Column k is the k-th of K.
  SparseRows<double> rows() const {
    return SparseRows<double>({offsets_.data(), ranks_.data(), values_.data(), static_cast<std::int64_t>(x_.rows()),
                               static_cast<std::int32_t>(count_)});
  }

 private:
  bool take_by_rows(std::span<const std::uint32_t> columns, const Stop& stop) {
    constexpr std::int32_t none = -1;
    rank_of_.assign(x_.size(), none);
    for (std::size_t k = 0; k < columns.size(); ++k) rank_of_[columns[k]] = static_cast<std::int32_t>(k);
    std::size_t count = 0;
    const auto put = [&](std::size_t j, double value) {
      if (rank_of_[j] == none) return;
      ranks_[count] = rank_of_[j];
      values_[count++] = value;
    };
    return x_.visit_sparse_rows(
        [&](std::size_t i, const auto& entries) {
          for (std::size_t k = 0; k < entries.size(); ++k)
            put(static_cast<std::size_t>(entries.columns[k]), static_cast<double>(entries.values[k]));
          if (x_.variables().has_intercept()) put(x_.features(), x_.appended());
          offsets_[i + 1] = static_cast<std::int64_t>(count);
        },
        stop);
  }

  bool take_by_columns(std::span<const std::uint32_t> columns, const Stop& stop) {
    for (const std::uint32_t j : columns) {
      if (is_due(stop)) return false;
      x_.visit(j, [&](std::size_t i, double) { ++offsets_[i + 1]; });
    }
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    std::vector<std::int64_t> place(offsets_.begin(), offsets_.end() - 1);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (is_due(stop)) return false;
      x_.visit(columns[k], [&](std::size_t i, double value) {
        const auto here = static_cast<std::size_t>(place[i]++);
        ranks_[here] = static_cast<std::int32_t>(k);
        values_[here] = value;
      });
    }
    return true;
  }

  ColumnsWithIntercept<T>& x_;
  std::size_t count_ = 0;
  std::vector<std::int32_t> rank_of_;  // place of every column in K, or -1
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> ranks_;
  std::vector<double> values_;
};

}  // namespace hingeline::internal
