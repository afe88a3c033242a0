// SPDX-License-Identifier: BSD-3-Clause
//
// Where the sizes of elements, summed in ascending order, pass a target: a weighted quantile.
//
// Cost     linear on average: a selection halves what is left to search
#pragma once

#include <algorithm>
#include <iterator>

namespace hingeline::internal {

template <class Iterator>
struct WeightedCut {
  Iterator at;    // none before it is greater, none after it less
  double before;  // the sizes of all before it
};

/// The first element up to which sizes sum to at least `target`, the end where they sum to less. Elements are
/// reordered, by what is at most a guess of the share of the target.
template <class Iterator, class Size>
WeightedCut<Iterator> weighted_cut(Iterator first, Iterator end, double target, double guess, const Size& size) {
  double before = 0;
  while (first != end) {
    const auto middle =
        first + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(guess * static_cast<double>(end - first)),
                                         end - first - 1);
    std::nth_element(first, middle, end);
    double through = before;
    for (auto it = first; it != middle; ++it) through += size(*it);
    if (through >= target && middle != first) {
      end = middle;
    } else {
      before = through;
      first = middle;
      if (before + size(*first) >= target) return {first, before};
      before += size(*first);
      ++first;
    }
    guess = 0.5;
  }
  return {first, before};
}

}  // namespace hingeline::internal
