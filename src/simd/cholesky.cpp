// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "simd/cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/buffer.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/cholesky.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, cholesky_group>;

constexpr std::size_t group = cholesky_group;
constexpr std::size_t panel = 64;  // columns

/// L of a diagonal block of `width` columns, one column after the other.
bool factor_block(double* a, std::size_t stride, std::size_t width) {
  const Doubles d;
  double column[panel] = {};
  for (std::size_t j = 0; j < width; ++j) {
    const double pivot = a[j * stride + j];
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    const double root = std::sqrt(pivot);
    a[j * stride + j] = root;
    column[j] = 0;
    for (std::size_t i = j + 1; i < width; ++i) column[i] = a[i * stride + j] /= root;
    for (std::size_t i = j + 1; i < width; ++i) {
      double* row = a + i * stride;
      const auto factor = hn::Set(d, column[i]);
      for (std::size_t k = (j + 1) / hn::Lanes(d) * hn::Lanes(d); k <= i; k += hn::Lanes(d))
        hn::StoreU(hn::NegMulAdd(factor, hn::LoadU(d, column + k), hn::LoadU(d, row + k)), d, row + k);
    }
  }
  return true;
}

/// Eight rows below the block `l`: b <- b L^-T, and into `packed`, column by column.
void solve_rows(const double* HWY_RESTRICT l, double* HWY_RESTRICT b, std::size_t stride, std::size_t width,
                double* HWY_RESTRICT packed) {
  const Doubles d;
  for (std::size_t j = 0; j < width; ++j)
    for (std::size_t r = 0; r < group; ++r) packed[j * group + r] = b[r * stride + j];
  for (std::size_t v = 0; v < group; v += hn::Lanes(d)) {
    for (std::size_t j = 0; j < width; ++j) {
      const double* row = l + j * stride;
      auto even = hn::Load(d, packed + j * group + v);
      auto odd = hn::Zero(d);
      std::size_t k = 0;
      for (; k + 2 <= j; k += 2) {
        even = hn::NegMulAdd(hn::Set(d, row[k]), hn::Load(d, packed + k * group + v), even);
        odd = hn::NegMulAdd(hn::Set(d, row[k + 1]), hn::Load(d, packed + (k + 1) * group + v), odd);
      }
      if (k < j) even = hn::NegMulAdd(hn::Set(d, row[k]), hn::Load(d, packed + k * group + v), even);
      hn::Store(hn::Div(hn::Add(even, odd), hn::Set(d, row[j])), d, packed + j * group + v);
    }
  }
  for (std::size_t j = 0; j < width; ++j)
    for (std::size_t r = 0; r < group; ++r) b[r * stride + j] = packed[j * group + r];
}

/// Eight rows and V vectors of columns of a less the products of packed rows: all sums stay in registers.
template <std::size_t V>
HWY_INLINE void update_tile(const double* HWY_RESTRICT left, const double* const (&right)[V], std::size_t width,
                            double* const (&a)[V], std::size_t stride) {
  const Doubles d;
  hn::Vec<Doubles> sums[group][V];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < group; ++r)
#pragma GCC unroll 2
    for (std::size_t v = 0; v < V; ++v) sums[r][v] = hn::LoadU(d, a[v] + r * stride);
  for (std::size_t j = 0; j < width; ++j) {
    hn::Vec<Doubles> columns[V];
#pragma GCC unroll 2
    for (std::size_t v = 0; v < V; ++v) columns[v] = hn::Load(d, right[v] + j * group);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < group; ++r) {
      const auto factor = hn::Set(d, left[j * group + r]);
#pragma GCC unroll 2
      for (std::size_t v = 0; v < V; ++v) sums[r][v] = hn::NegMulAdd(factor, columns[v], sums[r][v]);
    }
  }
#pragma GCC unroll 8
  for (std::size_t r = 0; r < group; ++r)
#pragma GCC unroll 2
    for (std::size_t v = 0; v < V; ++v) hn::StoreU(sums[r][v], d, a[v] + r * stride);
}

/// Eight rows of what is right of a panel, up to the diagonal: a -= packed_i packed_j', j = 0 .. i.
void update_rows(const double* packed, std::size_t i, std::size_t width, double* a, std::size_t stride) {
  const Doubles d;
  const double* left = packed + i * panel * group;
  const auto right = [&](std::size_t column) { return packed + column / group * panel * group + column % group; };
  const std::size_t end = (i + 1) * group;
  const std::size_t step = hn::Lanes(d);
  std::size_t j = 0;
  if constexpr (hn::MaxLanes(Doubles()) >= 8) {  // as many registers as there are
    for (; j + 2 * step <= end; j += 2 * step)
      update_tile<2>(left, {right(j), right(j + step)}, width, {a + j, a + j + step}, stride);
  }
  for (; j < end; j += step) update_tile<1>(left, {right(j)}, width, {a + j}, stride);
}

bool cholesky_factor(double* a, std::size_t size) {
  Buffer<double> packed(static_cast<std::int64_t>(size > panel ? (size - panel) * panel : 0));
  for (std::size_t first = 0; first < size; first += panel) {
    const std::size_t width = std::min(panel, size - first);
    double* block = a + first * size + first;
    if (!factor_block(block, size, width)) return false;
    const std::size_t below = (size - first - width) / group;
    for (std::size_t i = 0; i < below; ++i)
      solve_rows(block, block + (width + i * group) * size, size, width, packed.data() + i * panel * group);
    double* rest = block + width * size + width;
    for (std::size_t i = 0; i < below; ++i) update_rows(packed.data(), i, width, rest + i * group * size, size);
  }
  return true;
}

Cholesky chosen_cholesky() { return cholesky_factor; }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(chosen_cholesky);

Cholesky cholesky() { return HINGELINE_DISPATCH(chosen_cholesky)(); }

}  // namespace hingeline::internal
#endif
