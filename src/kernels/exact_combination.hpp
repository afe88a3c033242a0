// SPDX-License-Identifier: BSD-3-Clause
//
// w = sum_i s_i x_i as if summed with twice the digits and rounded once: terms of large s_i cancel, and rounding errors
// in w are multiplied by rows again in X w. Numbers are split in two halves, whose products are exact, and sums keep
// the rounding errors of additions (Dekker, Numerische Mathematik 1971; Ogita, Rump & Oishi, SIAM Journal on Scientific
// Computing 2005).
//
// Cost     two dozen flops for each number of the rows with s_i != 0, twice as many for numbers that float cannot hold
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/sum.hpp"
#include "data/rows.hpp"

namespace hingeline::internal {

class ExactSums {
 public:
  explicit ExactSums(std::size_t size) : totals_(size), lost_(size) {}

  void add(std::size_t j, double number) { add_exactly(number, totals_[j], lost_[j]); }

  std::vector<double> take() {
    for (std::size_t j = 0; j < totals_.size(); ++j) totals_[j] += lost_[j];
    return std::move(totals_);
  }

 private:
  std::vector<double> totals_;
  std::vector<double> lost_;
};

/// `s` with 26 significant bits, the others cleared.
inline double upper_half(double s) {
  constexpr std::uint64_t low_bits = (std::uint64_t{1} << 27) - 1;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(s) & ~low_bits);
}

/// sum_i s_i x_i; `s` has one number per row.
template <RowMatrix Rows>
std::vector<double> exact_combination(const Rows& x, std::span<const double> s) {
  ExactSums sums(static_cast<std::size_t>(x.cols()));
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == 0) continue;
    const double high = upper_half(s[i]);
    const double low = s[i] - high;
    const auto add = [&](std::size_t j, double value) {
      const double high_value = upper_half(value);
      sums.add(j, high * high_value);
      sums.add(j, low * high_value);
      if (value == high_value) return;
      sums.add(j, high * (value - high_value));
      sums.add(j, low * (value - high_value));
    };
    if constexpr (SparseRowMatrix<Rows>) {
      const auto entries = x.entries(static_cast<std::int64_t>(i));
      for (std::size_t k = 0; k < entries.size(); ++k)
        add(static_cast<std::size_t>(entries.columns[k]), static_cast<double>(entries.values[k]));
    } else {
      const auto values = x.values(static_cast<std::int64_t>(i));
      for (std::size_t j = 0; j < values.size(); ++j) add(j, static_cast<double>(values[j]));
    }
  }
  return sums.take();
}

}  // namespace hingeline::internal
