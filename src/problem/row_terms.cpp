// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target; the compiler makes the vectors. Sheets are passed
// by value, for a loop might write to what a reference refers to.
#include "problem/row_terms.hpp"

#include <algorithm>
#include <cmath>

#include "data/block_numbers.hpp"
#include "losses/logistic_ops.hpp"
#include "losses/visit_loss.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problem/row_terms.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

/// values_i = c phi(y, z), conjugates_i = (c phi)*(-s)
template <LossSheet Sheet>
HWY_INLINE void evaluate(const Sheet sheet, std::size_t size, const double* HWY_RESTRICT y,
                         const double* HWY_RESTRICT c, const double* HWY_RESTRICT z, const double* HWY_RESTRICT s,
                         BlockNumbers& values, BlockNumbers& conjugates) {
  for (std::size_t i = 0; i < size; ++i) {
    const double value = c[i] * sheet.value(y[i], z[i]);
    values[i] = c[i] > 0 ? value : 0;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const double conjugate = sheet.conjugate(y[i], c[i], s[i]);
    conjugates[i] = c[i] > 0 ? conjugate : 0;
  }
}

HWY_INLINE void evaluate(const LogisticLoss&, std::size_t size, const double* y, const double* c, const double* z,
                         const double* s, BlockNumbers& values, BlockNumbers& conjugates) {
  logistic_ops().evaluate({y, c, z, size}, s, values.data(), conjugates.data());
}

RowTerms sum(const Loss& loss, std::size_t size, const double* y, const double* c, const double* HWY_RESTRICT z,
             const double* HWY_RESTRICT s) {
  BlockNumbers values;
  BlockNumbers conjugates;
  visit_loss_of_rows(loss, [&](const auto& sheet) HWY_ATTR { evaluate(sheet, size, y, c, z, s, values, conjugates); });
  BlockNumbers gap;
  BlockNumbers magnitude;
  for (std::size_t i = 0; i < size; ++i) {
    const double product = c[i] > 0 ? s[i] * z[i] : 0;            // z may be infinite
    gap[i] = std::max(values[i] + conjugates[i] + product, 0.0);  // not a number stays none
    magnitude[i] = values[i] + std::abs(conjugates[i]) + std::abs(product);
  }
  return {sum_first(values, size), sum_first(gap, size), sum_first(magnitude, size)};
}

/// values_i = c phi(y, z), s_i = -c phi'(y, z)
template <LossSheet Sheet>
HWY_INLINE void evaluate_at_slopes(const Sheet sheet, std::size_t size, const double* HWY_RESTRICT y,
                                   const double* HWY_RESTRICT c, const double* HWY_RESTRICT z, double* HWY_RESTRICT s,
                                   BlockNumbers& values) {
  for (std::size_t i = 0; i < size; ++i) {
    const double value = c[i] * sheet.value(y[i], z[i]);
    values[i] = c[i] > 0 ? value : 0;
    s[i] = internal::clip(sheet, y[i], c[i], -c[i] * sheet.derivative(y[i], z[i]));
  }
}

HWY_INLINE void evaluate_at_slopes(const LogisticLoss&, std::size_t size, const double* y, const double* c,
                                   const double* z, double* s, BlockNumbers& values) {
  logistic_ops().evaluate_at_slopes({y, c, z, size}, s, values.data());
}

RowTerms sum_at_slopes(const Loss& loss, std::size_t size, const double* y, const double* c,
                       const double* HWY_RESTRICT z, double* HWY_RESTRICT s) {
  BlockNumbers values;
  visit_loss_of_rows(loss, [&](const auto& sheet) HWY_ATTR { evaluate_at_slopes(sheet, size, y, c, z, s, values); });
  BlockNumbers magnitude;
  for (std::size_t i = 0; i < size; ++i) {
    const double product = c[i] > 0 ? s[i] * z[i] : 0;
    magnitude[i] = values[i] + std::abs(values[i] + product) + std::abs(product);
  }
  return {sum_first(values, size), 0, sum_first(magnitude, size)};
}

template <LossSheet Sheet>
HWY_INLINE ValueAndSlope differentiate(const Sheet sheet, std::size_t size, const double* HWY_RESTRICT y,
                                       const double* HWY_RESTRICT c, const double* HWY_RESTRICT z) {
  BlockNumbers values;
  BlockNumbers slopes;
  for (std::size_t i = 0; i < size; ++i) {
    const double value = c[i] * sheet.value(y[i], z[i]);
    const double slope = c[i] * sheet.derivative(y[i], z[i]);
    values[i] = c[i] > 0 ? value : 0;
    slopes[i] = c[i] > 0 ? slope : 0;
  }
  return {sum_first(values, size), sum_first(slopes, size)};
}

inline ValueAndSlope differentiate(const LogisticLoss&, std::size_t size, const double* y, const double* c,
                                   const double* z) {
  BlockNumbers slopes;
  BlockNumbers curvatures;
  logistic_ops().differentiate({y, c, z, size}, slopes.data(), curvatures.data());
  return {logistic_ops().sum({y, c, z, size}), sum_first(slopes, size)};
}

ValueAndSlope value_and_slope(const Loss& loss, std::size_t size, const double* y, const double* c, const double* z) {
  return visit_loss_of_rows(loss, [&](const auto& sheet) HWY_ATTR { return differentiate(sheet, size, y, c, z); });
}

void clip_all(const Loss& loss, std::size_t size, const double* HWY_RESTRICT y, const double* HWY_RESTRICT c,
              double* HWY_RESTRICT s) {
  visit_loss_of_rows(loss, [&](const auto sheet) HWY_ATTR {
    for (std::size_t i = 0; i < size; ++i) s[i] = internal::clip(sheet, y[i], c[i], s[i]);
  });
}

RowTermOps row_term_table() { return {sum, sum_at_slopes, value_and_slope}; }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(row_term_table);
HINGELINE_EXPORT(clip_all);

RowTermOps row_term_ops() { return HINGELINE_DISPATCH(row_term_table)(); }

void clip_rows(const Loss& loss, std::span<const double> y, std::span<const double> c, std::span<double> s) {
  HINGELINE_DISPATCH(clip_all)(loss, s.size(), y.data(), c.data(), s.data());
}

}  // namespace hingeline::internal
#endif
