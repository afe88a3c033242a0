// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target; the compiler makes the vectors. Sheets are passed
// by value, for a loop might write to what a reference refers to.
#include "solvers/steps/row_steps.hpp"

#include <algorithm>

#include "data/block_numbers.hpp"
#include "losses/visit_loss.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/steps/row_steps.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

/// Takes the steps of at most rows_per_block rows.
template <LossSheet Sheet>
HWY_INLINE StepSums take_block(const Sheet sheet, const SteppedRows& rows, double* HWY_RESTRICT next_s,
                               double* HWY_RESTRICT slope) {
  const std::size_t size = rows.y.size();
  const double* HWY_RESTRICT y = rows.y.data();
  const double* HWY_RESTRICT c = rows.c.data();
  const double* HWY_RESTRICT p = rows.p.data();
  const double* HWY_RESTRICT s = rows.s.data();
  const double t = rows.t;
  for (std::size_t i = 0; i < size; ++i) next_s[i] = sheet.step(y[i], c[i], p[i] - t * s[i], t);
  for (std::size_t i = 0; i < size; ++i) slope[i] = sheet.step_slope(y[i], c[i], p[i] - t * s[i], t);
  BlockNumbers values;
  BlockNumbers gaps;
  BlockNumbers moves;
  for (std::size_t i = 0; i < size; ++i) {
    const double value = c[i] * sheet.value(y[i], p[i]);
    values[i] = c[i] > 0 ? value : 0;
    gaps[i] = std::max(values[i] + sheet.conjugate(y[i], c[i], next_s[i]) + next_s[i] * p[i], 0.0);
    moves[i] = (next_s[i] - s[i]) * (next_s[i] - s[i]);
  }
  std::size_t curved = 0;
  for (std::size_t i = 0; i < size; ++i) curved += slope[i] > 0;
  return {sum_first(values, size), sum_first(gaps, size), sum_first(moves, size), curved};
}

StepSums take(const SteppedRows& rows, double* next_s, double* slope) {
  return visit_loss_of_rows(rows.loss,
                            [&](const auto& sheet) HWY_ATTR { return take_block(sheet, rows, next_s, slope); });
}

template <LossSheet Sheet>
HWY_INLINE double along_block(const Sheet sheet, const SteppedRows& rows, const double* HWY_RESTRICT d, double a) {
  const double* HWY_RESTRICT y = rows.y.data();
  const double* HWY_RESTRICT c = rows.c.data();
  const double* HWY_RESTRICT p = rows.p.data();
  const double* HWY_RESTRICT s = rows.s.data();
  const double t = rows.t;
  BlockNumbers slopes;
  for (std::size_t i = 0; i < rows.y.size(); ++i)
    slopes[i] = d[i] * sheet.step(y[i], c[i], p[i] + a * d[i] - t * s[i], t);
  return sum_first(slopes, rows.y.size());
}

double along(const SteppedRows& rows, const double* d, double a) {
  return visit_loss_of_rows(rows.loss, [&](const auto& sheet) HWY_ATTR { return along_block(sheet, rows, d, a); });
}

/// The minimum is at z = p - t (s - s+).
template <LossSheet Sheet>
HWY_INLINE double envelopes_of_block(const Sheet sheet, const SteppedRows& rows) {
  const double* HWY_RESTRICT y = rows.y.data();
  const double* HWY_RESTRICT c = rows.c.data();
  const double* HWY_RESTRICT p = rows.p.data();
  const double* HWY_RESTRICT s = rows.s.data();
  const double t = rows.t;
  BlockNumbers moves;
  BlockNumbers envelopes;
  for (std::size_t i = 0; i < rows.y.size(); ++i) moves[i] = sheet.step(y[i], c[i], p[i] - t * s[i], t) - s[i];
  for (std::size_t i = 0; i < rows.y.size(); ++i) {
    const double value = c[i] * sheet.value(y[i], p[i] + t * moves[i]);
    envelopes[i] = (c[i] > 0 ? value : 0) + t * moves[i] * (s[i] + 0.5 * moves[i]);
  }
  return sum_first(envelopes, rows.y.size());
}

double envelopes(const SteppedRows& rows) {
  return visit_loss_of_rows(rows.loss, [&](const auto& sheet) HWY_ATTR { return envelopes_of_block(sheet, rows); });
}

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "data/sum_row_blocks.hpp"
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(take);
HINGELINE_EXPORT(along);
HINGELINE_EXPORT(envelopes);

namespace {

/// The sum of of_block(first, block) over blocks of rows.
template <class Sum, class OfBlock>
Sum sum_blocks(const SteppedRows& rows, ThreadPool& pool, const OfBlock& of_block) {
  return sum_row_blocks<Sum>(pool, rows.y.size(), [&](std::size_t first, std::size_t size) {
    const auto block = [=](std::span<const double> numbers) { return numbers.subspan(first, size); };
    return of_block(first, SteppedRows{rows.loss, block(rows.y), block(rows.c), block(rows.p), block(rows.s), rows.t});
  });
}

}  // namespace

StepSums take_steps(const SteppedRows& rows, std::span<double> next_s, std::span<double> slope, ThreadPool& pool) {
  return sum_blocks<StepSums>(rows, pool, [&](std::size_t first, const SteppedRows& block) {
    return HINGELINE_DISPATCH(take)(block, next_s.data() + first, slope.data() + first);
  });
}

double steps_along(const SteppedRows& rows, std::span<const double> d, double a, ThreadPool& pool) {
  return sum_blocks<double>(rows, pool, [&](std::size_t first, const SteppedRows& block) {
    return HINGELINE_DISPATCH(along)(block, d.data() + first, a);
  });
}

double sum_envelopes(const SteppedRows& rows, ThreadPool& pool) {
  return sum_blocks<double>(rows, pool,
                            [](std::size_t, const SteppedRows& block) { return HINGELINE_DISPATCH(envelopes)(block); });
}

}  // namespace hingeline::internal
#endif
