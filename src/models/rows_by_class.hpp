// SPDX-License-Identifier: BSD-3-Clause
//
// Which class each row is of, and which rows each class has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hingeline::internal {

/// The rows that tell one class from another.
struct PairOfClasses {
  std::vector<std::int64_t> rows;  // of the two classes, ascending
  std::vector<double> y;           // of each of them, +1 for the first class and -1 for the second
  std::vector<double> weights;     // empty: 1 each
};

class RowsByClass {
 public:
  RowsByClass() = default;
  /// Every target must be one of the labels, which are the classes in their order.
  RowsByClass(std::span<const double> y, std::span<const double> labels);

  /// One per row.
  const std::vector<std::int32_t>& classes() const { return classes_; }
  /// Ascending.
  const std::vector<std::int64_t>& of_class(std::size_t c) const { return rows_[c]; }
  /// Those of two classes, ascending.
  std::vector<std::int64_t> of_pair(std::pair<std::size_t, std::size_t> classes) const;
  /// The same with their targets and weights; `weights` are those of all rows, or none.
  PairOfClasses pair(std::pair<std::size_t, std::size_t> classes, std::span<const double> weights) const;
  /// How many rows every two classes have, in the order of outputs.
  std::vector<std::size_t> pair_sizes() const;

 private:
  std::vector<std::int32_t> classes_;
  std::vector<std::vector<std::int64_t>> rows_;
};

}  // namespace hingeline::internal
