// SPDX-License-Identifier: BSD-3-Clause
//
// Sums that ought to be 0, as if added up with twice the digits and then rounded. Each of several lanes keeps what its
// additions lost (Knuth's exact sum of two; Ogita, Rump & Oishi, SIAM Journal on Scientific Computing 2005, Sum2), so
// that they run in vectors and none waits for the last.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace hingeline::internal {

/// total += number, and lost += what that lost.
inline void add_exactly(double number, double& total, double& lost) {
  const double sum = total + number;
  const double of_number = sum - total;
  lost += (total - (sum - of_number)) + (number - of_number);
  total = sum;
}

class SumLanes {
 public:
  static constexpr std::size_t count = 8;

  /// The first `size` of the lanes get a number each.
  void add(const double* numbers, std::size_t size) {
    for (std::size_t k = 0; k < size; ++k) add_exactly(numbers[k], totals_[k], lost_[k]);
  }

  /// What was lost is not a number where the sum is infinite.
  double total() const {
    long double total = 0;
    long double lost = 0;
    for (std::size_t k = 0; k < count; ++k) {
      total += totals_[k];
      lost += lost_[k];
    }
    return static_cast<double>(std::isfinite(lost) ? total + lost : total);
  }

 private:
  std::array<double, count> totals_{};
  std::array<double, count> lost_{};
};

inline double sum(std::span<const double> numbers) {
  SumLanes lanes;
  std::size_t i = 0;
  for (; i + SumLanes::count <= numbers.size(); i += SumLanes::count) lanes.add(numbers.data() + i, SumLanes::count);
  lanes.add(numbers.data() + i, numbers.size() - i);
  return lanes.total();
}

}  // namespace hingeline::internal
