// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "simd/cholesky.hpp"

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

/// target -= sum_r left_r' right_r over the first rows of two panels: eight sums that stay in registers.
HWY_INLINE void subtract_products(const double* HWY_RESTRICT left, const double* HWY_RESTRICT right, std::size_t rows,
                                  double* HWY_RESTRICT target) {
  const Doubles d;
  for (std::size_t j = 0; j < side; j += hn::Lanes(d)) {
    auto sum0 = hn::LoadU(d, target + 0 * side + j);
    auto sum1 = hn::LoadU(d, target + 1 * side + j);
    auto sum2 = hn::LoadU(d, target + 2 * side + j);
    auto sum3 = hn::LoadU(d, target + 3 * side + j);
    auto sum4 = hn::LoadU(d, target + 4 * side + j);
    auto sum5 = hn::LoadU(d, target + 5 * side + j);
    auto sum6 = hn::LoadU(d, target + 6 * side + j);
    auto sum7 = hn::LoadU(d, target + 7 * side + j);
    for (std::size_t r = 0; r < rows; ++r) {
      const double* u = left + r * side;
      const auto row = hn::LoadU(d, right + r * side + j);
      sum0 = hn::NegMulAdd(hn::Set(d, u[0]), row, sum0);
      sum1 = hn::NegMulAdd(hn::Set(d, u[1]), row, sum1);
      sum2 = hn::NegMulAdd(hn::Set(d, u[2]), row, sum2);
      sum3 = hn::NegMulAdd(hn::Set(d, u[3]), row, sum3);
      sum4 = hn::NegMulAdd(hn::Set(d, u[4]), row, sum4);
      sum5 = hn::NegMulAdd(hn::Set(d, u[5]), row, sum5);
      sum6 = hn::NegMulAdd(hn::Set(d, u[6]), row, sum6);
      sum7 = hn::NegMulAdd(hn::Set(d, u[7]), row, sum7);
    }
    hn::StoreU(sum0, d, target + 0 * side + j);
    hn::StoreU(sum1, d, target + 1 * side + j);
    hn::StoreU(sum2, d, target + 2 * side + j);
    hn::StoreU(sum3, d, target + 3 * side + j);
    hn::StoreU(sum4, d, target + 4 * side + j);
    hn::StoreU(sum5, d, target + 5 * side + j);
    hn::StoreU(sum6, d, target + 6 * side + j);
    hn::StoreU(sum7, d, target + 7 * side + j);
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

/// A tile on the diagonal: its upper triangle becomes U's.
HWY_INLINE bool factor_tile(double* u) {
  for (std::size_t k = 0; k < side; ++k) {
    const double pivot = u[k * side + k];
    if (!(pivot > 0) || std::isinf(pivot)) return false;
    scale_row(1 / std::sqrt(pivot), u + k * side);
    for (std::size_t m = k + 1; m < side; ++m) subtract_row(u[k * side + m], u + k * side, u + m * side);
  }
  return true;
}

/// A tile right of it: t <- (U')^(-1) t.
HWY_INLINE void substitute(const double* HWY_RESTRICT u, double* HWY_RESTRICT t) {
  for (std::size_t k = 0; k < side; ++k) {
    scale_row(1 / u[k * side + k], t + k * side);
    for (std::size_t m = k + 1; m < side; ++m) subtract_row(u[k * side + m], t + k * side, t + m * side);
  }
}

bool factor(double* a, std::size_t panels) {
  for (std::size_t b = 0; b < panels; ++b) {
    const double* left = a + cholesky_size(b);
    for (std::size_t p = b; p < panels; ++p) {
      double* right = a + cholesky_size(p);
      double* target = right + b * tile;
      subtract_products(left, right, b * side, target);
      if (p > b)
        substitute(left + b * tile, target);
      else if (!factor_tile(target))
        return false;
    }
  }
  return true;
}

/// mine -= sum_r x_r panel_r over rows of a panel, a multiple of 8; four sums, so that they do not wait for each other.
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
