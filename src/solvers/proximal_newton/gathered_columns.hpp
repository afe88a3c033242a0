// SPDX-License-Identifier: BSD-3-Clause
//
// Some columns K, the intercept's perhaps among them, put together as sparse rows.
//
// Cost: the entries of K twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/rows.hpp"
#include "solvers/common/columns_with_intercept.hpp"

namespace hingeline::internal {

template <class T>
class GatheredColumns {
 public:
  explicit GatheredColumns(ColumnsWithIntercept<T>& x) : x_(x) {}

  /// False, and nothing to be used, when told to stop on the way.
  bool take(std::span<const std::uint32_t> columns, const Stop& stop) {
    offsets_.assign(x_.rows() + 1, 0);
    for (const std::uint32_t j : columns) {
      if (is_due(stop)) return false;
      x_.visit(j, [&](std::size_t i, double) { ++offsets_[i + 1]; });
    }
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    ranks_.resize(static_cast<std::size_t>(offsets_.back()));
    values_.resize(ranks_.size());
    count_ = columns.size();
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

  /// Of all columns.
  std::int64_t entries() const { return offsets_.back(); }

  /// Column k is the k-th of K.
  SparseRows<double> rows() const {
    return SparseRows<double>({offsets_.data(), ranks_.data(), values_.data(), static_cast<std::int64_t>(x_.rows()),
                               static_cast<std::int32_t>(count_)});
  }

 private:
  ColumnsWithIntercept<T>& x_;
  std::size_t count_ = 0;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> ranks_;
  std::vector<double> values_;
};

}  // namespace hingeline::internal
