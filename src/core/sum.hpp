// SPDX-License-Identifier: BSD-3-Clause
//
// Sums, mostly of numbers that should sum to 0, as if added with twice the digits and then rounded. Each of several
// lanes keeps what its additions lost (Knuth's exact sum of two; Ogita, Rump & Oishi, SIAM Journal on Scientific
// Computing 2005, Sum2), so that they run in vectors and none waits for the last.
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

  /// Adds a number to each of the first `size` lanes.
  void add(const double* numbers, std::size_t size) {
    for (std::size_t k = 0; k < size; ++k) add_exactly(numbers[k], totals_[k], lost_[k]);
  }

  /// The sum of all lanes; without the lost parts where the sum is infinite, for they are NaN then.
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
