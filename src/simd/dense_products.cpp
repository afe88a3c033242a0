// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "simd/dense_products.hpp"

#include <algorithm>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/dense_products.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/load_first-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Vector = hn::Vec<Doubles>;

constexpr std::size_t rows_together = 4;
constexpr std::size_t vectors_together = HWY_MAX_BYTES == 64 ? 4 : 2;  // 32 registers, or 16

/// Access to R rows of a block.
template <std::size_t R, class T>
struct Rows {
  const T* HWY_RESTRICT values;
  std::size_t stride;

  HWY_INLINE Vector at(std::size_t r, std::size_t j) const { return load(Doubles(), values + r * stride + j); }
  HWY_INLINE Vector first_at(std::size_t r, std::size_t j, std::size_t count) const {
    return load_first(Doubles(), values + r * stride + j, count);
  }
};

/// Access to the squares of the entries of R rows.
template <std::size_t R, class T>
struct SquaredRows {
  Rows<R, T> rows;

  HWY_INLINE Vector at(std::size_t r, std::size_t j) const { return square(rows.at(r, j)); }
  HWY_INLINE Vector first_at(std::size_t r, std::size_t j, std::size_t count) const {
    return square(rows.first_at(r, j, count));
  }
  static HWY_INLINE Vector square(Vector x) { return hn::Mul(x, x); }
};

/// Computes z for R rows and V vectors; sums stay in registers.
template <std::size_t R, std::size_t V, class T>
HWY_INLINE void predict_tile(const Rows<R, T>& x, std::size_t cols, const double* HWY_RESTRICT w, std::size_t apart,
                             std::size_t K, double* HWY_RESTRICT z) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  Vector sums[R][V];
  const auto add = [&](const Vector(&row)[R], std::size_t v, Vector weights) HWY_ATTR {
#pragma GCC unroll 4
    for (std::size_t r = 0; r < R; ++r) sums[r][v] = hn::MulAdd(row[r], weights, sums[r][v]);
  };
#pragma GCC unroll 4
  for (std::size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (std::size_t v = 0; v < V; ++v) sums[r][v] = hn::Zero(d);
  Vector row[R];
  std::size_t j = 0;
  for (; j + lanes <= cols; j += lanes) {
#pragma GCC unroll 4
    for (std::size_t r = 0; r < R; ++r) row[r] = x.at(r, j);
#pragma GCC unroll 4
    for (std::size_t v = 0; v < V; ++v) add(row, v, load(d, w + v * apart + j));
  }
  if (j < cols) {
    for (std::size_t r = 0; r < R; ++r) row[r] = x.first_at(r, j, cols - j);
    for (std::size_t v = 0; v < V; ++v) add(row, v, load_first(d, w + v * apart + j, cols - j));
  }
#pragma GCC unroll 4
  for (std::size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (std::size_t v = 0; v < V; ++v) z[r * K + v] = hn::GetLane(hn::SumOfLanes(d, sums[r][v]));
}

/// Adds the terms of R rows to u for V vectors; the factors of rows stay in registers.
template <std::size_t R, std::size_t V, class RowsOrSquares>
HWY_INLINE void combine_tile(const RowsOrSquares& x, std::size_t cols, const double* HWY_RESTRICT s, std::size_t apart,
                             std::size_t K, double* HWY_RESTRICT u) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  Vector factors[R][V];
#pragma GCC unroll 4
  for (std::size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (std::size_t v = 0; v < V; ++v) factors[r][v] = hn::Set(d, s[r * K + v]);
  const auto added = [&](const Vector(&row)[R], std::size_t v, Vector sum) HWY_ATTR {
#pragma GCC unroll 4
    for (std::size_t r = 0; r < R; ++r) sum = hn::MulAdd(factors[r][v], row[r], sum);
    return sum;
  };
  Vector row[R];
  std::size_t j = 0;
  for (; j + lanes <= cols; j += lanes) {
#pragma GCC unroll 4
    for (std::size_t r = 0; r < R; ++r) row[r] = x.at(r, j);
#pragma GCC unroll 4
    for (std::size_t v = 0; v < V; ++v) {
      double* to = u + v * apart + j;
      hn::StoreU(added(row, v, hn::LoadU(d, to)), d, to);
    }
  }
  if (j == cols) return;
  const std::size_t left = cols - j;
  for (std::size_t r = 0; r < R; ++r) row[r] = x.first_at(r, j, left);
  for (std::size_t v = 0; v < V; ++v) {
    double* to = u + v * apart + j;
    HWY_ALIGN double sums[HWY_MAX_BYTES / sizeof(double)];
    hn::Store(added(row, v, load_first(d, to, left)), d, sums);
    std::copy_n(sums, left, to);
  }
}

/// Calls use(rows, i) for groups of rows_together rows, then for single ones.
template <class T, class Use>
HWY_INLINE void for_each_rows(const DenseBlock<T>& x, const Use& use) {
  std::size_t i = 0;
  for (; i + rows_together <= x.rows; i += rows_together)
    use(Rows<rows_together, T>{x.values + i * x.stride, x.stride}, i);
  for (; i < x.rows; ++i) use(Rows<1, T>{x.values + i * x.stride, x.stride}, i);
}

/// Calls use(k, V) for vectors k to k + V - 1: groups of V, then the rest in smaller groups.
template <std::size_t V, class Use>
HWY_INLINE void for_each_vectors(std::size_t k, std::size_t K, const Use& use) {
  for (; k + V <= K; k += V) use(k, std::integral_constant<std::size_t, V>());
  if constexpr (V > 1) for_each_vectors<V - 1>(k, K, use);
}

/// Calls tile(rows, i, k, V) for all groups of rows and vectors.
template <class T, class Tile>
HWY_INLINE void for_each_tile(const DenseBlock<T>& x, std::size_t K, const Tile& tile) {
  constexpr std::size_t in_cache = 64;
  for (std::size_t first = 0; first < x.rows; first += in_cache) {
    const DenseBlock<T> part{x.values + first * x.stride, std::min(in_cache, x.rows - first), x.cols, x.stride};
    for_each_vectors<vectors_together>(0, K, [&](std::size_t k, auto together) HWY_ATTR {
      for_each_rows(part, [&](const auto& rows, std::size_t i) HWY_ATTR { tile(rows, first + i, k, together); });
    });
  }
}

template <class T>
void predict(const DenseBlock<T>& x, const double* w, std::size_t apart, std::size_t K, double* z) {
  for_each_tile(x, K, [&]<std::size_t R, class V>(const Rows<R, T>& rows, std::size_t i, std::size_t k, V) HWY_ATTR {
    predict_tile<R, V::value>(rows, x.cols, w + k * apart, apart, K, z + i * K + k);
  });
}

template <class T>
void combine(const DenseBlock<T>& x, const double* s, std::size_t apart, std::size_t K, double* u) {
  for_each_tile(x, K, [&]<std::size_t R, class V>(const Rows<R, T>& rows, std::size_t i, std::size_t k, V) HWY_ATTR {
    combine_tile<R, V::value>(rows, x.cols, s + i * K + k, apart, K, u + k * apart);
  });
}

template <class T>
void combine_squares(const DenseBlock<T>& x, const double* s, std::size_t apart, std::size_t K, double* u) {
  for_each_tile(x, K, [&]<std::size_t R, class V>(const Rows<R, T>& rows, std::size_t i, std::size_t k, V) HWY_ATTR {
    combine_tile<R, V::value>(SquaredRows<R, T>{rows}, x.cols, s + i * K + k, apart, K, u + k * apart);
  });
}

DenseProductOps<float> float_product_ops() { return {predict<float>, combine<float>, combine_squares<float>}; }
DenseProductOps<double> double_product_ops() { return {predict<double>, combine<double>, combine_squares<double>}; }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(float_product_ops);
HINGELINE_EXPORT(double_product_ops);

template <>
DenseProductOps<float> dense_product_ops<float>() {
  return HINGELINE_DISPATCH(float_product_ops)();
}

template <>
DenseProductOps<double> dense_product_ops<double>() {
  return HINGELINE_DISPATCH(double_product_ops)();
}

}  // namespace hingeline::internal
#endif
