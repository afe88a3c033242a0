// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target; the compiler makes the vectors. Arrays between the
// formulas and their sums let it, and eight sums side by side are its to keep in registers.
#include "problem/row_terms.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "data/row_blocks.hpp"
#include "losses/visit_loss.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problem/row_terms.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

using BlockNumbers = std::array<double, rows_per_block>;

HWY_INLINE double sum_of(const BlockNumbers& numbers) {
  double sums[8] = {};
  for (std::size_t i = 0; i < numbers.size(); i += 8)
    for (std::size_t k = 0; k < 8; ++k) sums[k] += numbers[i + k];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

template <LossSheet Sheet>
RowTerms sum_terms(const Sheet& sheet, std::size_t size, const double* HWY_RESTRICT y, const double* HWY_RESTRICT c,
                   const double* HWY_RESTRICT z, const double* HWY_RESTRICT s) {
  BlockNumbers loss;
  BlockNumbers gap;
  BlockNumbers largest;
  for (std::size_t i = 0; i < size; ++i) {
    const double value = c[i] > 0 ? c[i] * sheet.value(y[i], z[i]) : 0;
    const double conjugate = c[i] > 0 ? sheet.conjugate(y[i], c[i], s[i]) : 0;
    const double product = s[i] * z[i];
    loss[i] = value;
    gap[i] = std::max(0.0, value + conjugate + product);
    largest[i] = value + std::abs(conjugate) + std::abs(product);
  }
  for (BlockNumbers* numbers : {&loss, &gap, &largest})
    std::fill(numbers->begin() + static_cast<std::ptrdiff_t>(size), numbers->end(), 0.0);
  return {sum_of(loss), sum_of(gap), sum_of(largest)};
}

RowTerms row_terms(const Loss& loss, std::size_t size, const double* y, const double* c, const double* z,
                   const double* s) {
  return visit_loss(loss, [&](const auto& sheet) HWY_ATTR { return sum_terms(sheet, size, y, c, z, s); });
}

SumRowTerms row_terms_table() { return row_terms; }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hingeline::internal {

HWY_EXPORT(row_terms_table);

SumRowTerms sum_row_terms() { return HWY_DYNAMIC_DISPATCH(row_terms_table)(); }

}  // namespace hingeline::internal
#endif
