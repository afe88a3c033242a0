// SPDX-License-Identifier: BSD-3-Clause
//
// The class of each row, and the rows of each class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hingeline::internal {

/// The training rows of a one-vs-one problem.
struct PairOfClasses {
  std::vector<std::int64_t> rows;  // of the two classes, ascending
  std::vector<double> y;           // one per row, +1 for the first class and -1 for the second
  std::vector<double> weights;     // empty: 1 each
};

class RowsByClass {
 public:
  RowsByClass() = default;
  /// `labels` gives the order of the classes; every target must be one of them.
  RowsByClass(std::span<const double> y, std::span<const double> labels);

  /// The index of each row's class.
  const std::vector<std::int32_t>& classes() const { return classes_; }
  /// The rows of class c, ascending.
  const std::vector<std::int64_t>& of_class(std::size_t c) const { return rows_[c]; }
  /// The rows of two classes, ascending.
  std::vector<std::int64_t> of_pair(std::pair<std::size_t, std::size_t> classes) const;
  /// The rows of two classes with targets and weights; `weights` are one for every row of the data, or empty.
  PairOfClasses pair(std::pair<std::size_t, std::size_t> classes, std::span<const double> weights) const;
  /// The number of rows of every two classes, in the order of outputs.
  std::vector<std::size_t> pair_sizes() const;

 private:
  std::vector<std::int32_t> classes_;
  std::vector<std::vector<std::int64_t>> rows_;
};

}  // namespace hingeline::internal
