// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "simd/cholesky.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/cholesky.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t side = cholesky_panel;
constexpr std::size_t tile = side * side;

using Doubles = hn::CappedTag<double, side>;

/// targets_p -= sum_r left_r' rights_pr over rows of P + 1 panels; sums stay in registers.
template <std::size_t P>
HWY_INLINE void subtract_products(const double* HWY_RESTRICT left, const double* const (&rights)[P], std::size_t rows,
                                  double* const (&targets)[P]) {
  const Doubles d;
  for (std::size_t j = 0; j < side; j += hn::Lanes(d)) {
    hn::Vec<Doubles> sums[side][P];
#pragma GCC unroll 8
    for (std::size_t k = 0; k < side; ++k)
#pragma GCC unroll 2
      for (std::size_t p = 0; p < P; ++p) sums[k][p] = hn::LoadU(d, targets[p] + k * side + j);
    for (std::size_t r = 0; r < rows; ++r) {
      hn::Vec<Doubles> row[P];
#pragma GCC unroll 2
      for (std::size_t p = 0; p < P; ++p) row[p] = hn::LoadU(d, rights[p] + r * side + j);
#pragma GCC unroll 8
      for (std::size_t k = 0; k < side; ++k) {
        const auto factor = hn::Set(d, left[r * side + k]);
#pragma GCC unroll 2
        for (std::size_t p = 0; p < P; ++p) sums[k][p] = hn::NegMulAdd(factor, row[p], sums[k][p]);
      }
    }
#pragma GCC unroll 8
    for (std::size_t k = 0; k < side; ++k)
#pragma GCC unroll 2
      for (std::size_t p = 0; p < P; ++p) hn::StoreU(sums[k][p], d, targets[p] + k * side + j);
  }
}

/// to -= factor * from, 8 numbers.
HWY_INLINE void subtract_row(double factor, const double* HWY_RESTRICT from, double* HWY_RESTRICT to) {
  const Doubles d;
  for (std::size_t j = 0; j < side; j += hn::Lanes(d))
    hn::StoreU(hn::NegMulAdd(hn::Set(d, factor), hn::LoadU(d, from + j), hn::LoadU(d, to + j)), d, to + j);
}

HWY_INLINE void scale_row(double factor, double* row) {
  const Doubles d;
  for (std::size_t j = 0; j < side; j += hn::Lanes(d))
    hn::StoreU(hn::Mul(hn::Set(d, factor), hn::LoadU(d, row + j)), d, row + j);
}

/// Factorises a tile on the diagonal: its upper triangle becomes that of U. Returns false for a bad pivot.
HWY_INLINE bool factor_tile(double* u) {
  for (std::size_t k = 0; k < side; ++k) {
    const double pivot = u[k * side + k];
    if (!(pivot > least_pivot) || std::isinf(pivot)) return false;
    scale_row(1 / std::sqrt(pivot), u + k * side);
    for (std::size_t m = k + 1; m < side; ++m) subtract_row(u[k * side + m], u + k * side, u + m * side);
  }
  return true;
}

/// Solves for a tile right of the diagonal: t <- (U')^(-1) t.
HWY_INLINE void substitute(const double* HWY_RESTRICT u, double* HWY_RESTRICT t) {
  for (std::size_t k = 0; k < side; ++k) {
    scale_row(1 / u[k * side + k], t + k * side);
    for (std::size_t m = k + 1; m < side; ++m) subtract_row(u[k * side + m], t + k * side, t + m * side);
  }
}

/// Computes row `b` of tiles of U; the products of rows from `first` on are still to be subtracted from it.
bool factor_row(double* a, std::size_t panels, std::size_t first, std::size_t b) {
  const double* left = a + cholesky_size(b);
  for (std::size_t p = b; p < panels; ++p) {
    double* right = a + cholesky_size(p);
    double* target = right + b * tile;
    subtract_products<1>(left + first * tile, {right + first * tile}, (b - first) * side, {target});
    if (p > b)
      substitute(left + b * tile, target);
    else if (!factor_tile(target))
      return false;
  }
  return true;
}

/// Subtracts the products of rows first .. last - 1 of tiles from row b of the panels p .. p + P - 1.
template <std::size_t P>
HWY_INLINE void subtract_block(double* a, std::size_t first, std::size_t last, std::size_t b, std::size_t p) {
  const double* rights[P];
  double* targets[P];
  for (std::size_t q = 0; q < P; ++q) {
    rights[q] = a + cholesky_size(p + q) + first * tile;
    targets[q] = a + cholesky_size(p + q) + b * tile;
  }
  subtract_products<P>(a + cholesky_size(b) + first * tile, rights, (last - first) * side, targets);
}

/// Proceeds by blocks of rows, such that what is subtracted from later panels stays in the first-level cache.
bool factor(double* a, std::size_t panels, const Stop& stop) {
  constexpr std::size_t block = 32;                                      // rows of tiles
  constexpr std::size_t most = hn::MaxLanes(Doubles()) == side ? 2 : 1;  // panels at a time, by number of registers
  for (std::size_t first = 0; first < panels; first += block) {
    const std::size_t last = std::min(first + block, panels);
    for (std::size_t b = first; b < last; ++b)
      if (!factor_row(a, panels, first, b)) return false;
    for (std::size_t p = last; p < panels;) {
      if (is_due(stop)) return false;
      const std::size_t count = std::min(most, panels - p);
      for (std::size_t b = last; b <= p; ++b)
        if (count == most)
          subtract_block<most>(a, first, last, b, p);
        else
          subtract_block<1>(a, first, last, b, p);
      for (std::size_t b = p + 1; b < p + count; ++b) subtract_block<1>(a, first, last, b, b);
      p += count;
    }
  }
  return true;
}

/// mine -= sum_r x_r panel_r over rows of a panel, a multiple of 8. Has four partial sums, so that additions do not
/// wait for each other.
HWY_INLINE void subtract_rows(const double* HWY_RESTRICT panel, const double* HWY_RESTRICT x, std::size_t rows,
                              double* HWY_RESTRICT mine) {
  const Doubles d;
  for (std::size_t j = 0; j < side; j += hn::Lanes(d)) {
    auto sum0 = hn::LoadU(d, mine + j);
    auto sum1 = hn::Zero(d);
    auto sum2 = hn::Zero(d);
    auto sum3 = hn::Zero(d);
    for (std::size_t r = 0; r < rows; r += 4) {
      const double* row = panel + r * side + j;
      sum0 = hn::NegMulAdd(hn::Set(d, x[r]), hn::LoadU(d, row), sum0);
      sum1 = hn::NegMulAdd(hn::Set(d, x[r + 1]), hn::LoadU(d, row + side), sum1);
      sum2 = hn::NegMulAdd(hn::Set(d, x[r + 2]), hn::LoadU(d, row + 2 * side), sum2);
      sum3 = hn::NegMulAdd(hn::Set(d, x[r + 3]), hn::LoadU(d, row + 3 * side), sum3);
    }
    hn::StoreU(hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3)), d, mine + j);
  }
}

/// x <- (U')^(-1) x
HWY_INLINE void solve_lower(const double* u, std::size_t panels, double* x) {
  for (std::size_t p = 0; p < panels; ++p) {
    const double* panel = u + cholesky_size(p);
    double* mine = x + p * side;
    subtract_rows(panel, x, p * side, mine);
    for (std::size_t k = 0; k < side; ++k) {
      const double* row = panel + p * tile + k * side;
      mine[k] /= row[k];
      for (std::size_t m = k + 1; m < side; ++m) mine[m] -= row[m] * mine[k];
    }
  }
}

/// x <- U^(-1) x
HWY_INLINE void solve_upper(const double* u, std::size_t panels, double* x) {
  const Doubles d;
  for (std::size_t p = panels; p-- > 0;) {
    const double* panel = u + cholesky_size(p);
    const double* mine = x + p * side;
    for (std::size_t k = side; k-- > 0;) {
      const double* row = panel + p * tile + k * side;
      double left = mine[k];
      for (std::size_t m = k + 1; m < side; ++m) left -= row[m] * mine[m];
      x[p * side + k] = left / row[k];
    }
    for (std::size_t r = 0; r < p * side; ++r) {
      auto sum = hn::Zero(d);
      for (std::size_t j = 0; j < side; j += hn::Lanes(d))
        sum = hn::MulAdd(hn::LoadU(d, panel + r * side + j), hn::LoadU(d, mine + j), sum);
      x[r] -= hn::GetLane(hn::SumOfLanes(d, sum));
    }
  }
}

void solve(const double* u, std::size_t panels, double* x) {
  solve_lower(u, panels, x);
  solve_upper(u, panels, x);
}

CholeskyOps cholesky_table() { return {factor, solve}; }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(cholesky_table);

CholeskyOps cholesky_ops() { return HINGELINE_DISPATCH(cholesky_table)(); }

}  // namespace hingeline::internal
#endif
