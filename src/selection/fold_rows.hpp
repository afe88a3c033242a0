// SPDX-License-Identifier: BSD-3-Clause
//
// The rows for the training without fold k: all rows of weight > 0 but those of f_k. They are one contiguous range of a
// copy in which every fold but the last stands twice; A are the rows that no fold holds out:
//
//     f_0 f_1 .. f_K-1 A f_0 .. f_K-2          without f_k: from the end of the first f_k to the begin of the second
//
// So each training passes over its own rows only, and memory is that of two copies of the matrix. Where the matrix is
// too large for that (1 GiB), or in a file, a training sees all rows, and those held out have weight 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "hingeline/dataset.hpp"
#include "selection/held_out.hpp"

namespace hingeline::internal {

class FoldRows {
 public:
  /// Keeps references to all arguments. `weights` are one per row or empty.
  FoldRows(const Dataset& data, std::span<const double> weights, const HeldOut& held_out, int threads);

  struct Training {
    Dataset data;                 ///< without names
    std::vector<double> weights;  ///< one per row or empty
  };
  /// The data for the training without a fold, which must not outlive this.
  Training without(std::size_t fold) const;

 private:
  bool is_copied() const { return !begin_.empty(); }
  void copy(int threads);
  std::span<const double> range(const std::vector<double>& numbers, std::size_t fold) const;
  std::int64_t count(std::size_t fold) const { return present_ - std::ssize(held_out_.rows(fold)); }

  const Dataset& data_;
  std::span<const double> weights_;
  const HeldOut& held_out_;
  Dataset copy_;
  std::vector<double> copied_y_;
  std::vector<double> copied_weights_;
  std::vector<std::int64_t> begin_;  // first row in the copy for the training without each fold; empty: no copy
  std::int64_t present_ = 0;         // rows of weight > 0
};

}  // namespace hingeline::internal
