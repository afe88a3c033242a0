// SPDX-License-Identifier: BSD-3-Clause
//
// Where the sizes of elements, summed in ascending order of their keys, reach a target: a weighted quantile.
//
// Round    a pivot from a sample of the elements, a little beyond where the target is expected, splits all elements;
//          the side that has the target, which is then nearly always the small one, is searched next. Elements move
//          without a branch, for no processor predicts where they belong
// Cost     two visits to each element
// Paper    Floyd & Rivest, Communications of the ACM 1975
#pragma once

#include <cstddef>
#include <span>

namespace hingeline::internal {

struct WeightedKey {
  double key;
  double size;  // >= 0
};

struct WeightedCut {
  std::size_t at;  // no key before it is greater, none after it less
  double before;   // the sizes of all before it
};

/// The first element up to which sizes sum to at least `target`, the number of elements where they sum to less.
/// Elements are reordered.
WeightedCut weighted_cut(std::span<WeightedKey> elements, double target);

}  // namespace hingeline::internal
