// SPDX-License-Identifier: BSD-3-Clause
//
// The rows that each fold's trainings see, without those of weight 0: one range of a copy in which the folds follow one
// another twice, A being the rows that no fold holds out,
//
//     f_0 f_1 .. f_K-1 A f_0 .. f_K-2          without f_k: from the end of the first f_k to the second
//
// so that passes of all trainings are over the rows they are of, at the price of two copies of the matrix. Where it is
// too large for that, or in a file, a training sees all rows, those held out with weight 0.
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
  /// Refers to all of them. `weights` are one a row, or none.
  FoldRows(const Dataset& data, std::span<const double> weights, const HeldOut& held_out, int threads);

  struct Training {
    Dataset data;                 ///< without names
    std::vector<double> weights;  ///< one a row, or none
  };
  /// Without that fold. The data are this object's.
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
  std::vector<std::int64_t> begin_;  // of each fold's training; empty: nothing was copied
  std::int64_t present_ = 0;         // rows of weight > 0
};

}  // namespace hingeline::internal
