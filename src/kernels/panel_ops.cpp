// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target: the baseline, AVX2, AVX-512, NEON.
#include "kernels/panel_ops.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/panel_ops.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using Vector = hn::Vec<Tag<T>>;

template <class T>
constexpr std::size_t lanes = hn::MaxLanes(Tag<T>());
template <class T>
constexpr std::size_t panel_vectors = panel_width / lanes<T>;

constexpr std::size_t tile_rows = 6;
constexpr std::size_t tile_vectors = HWY_TARGET == HWY_AVX3 ? 4 : 2;

// ---- dot products --------------------------------------------------------------------------------------------------

/// The products of R left rows with V vectors of panel rows.
template <std::size_t R, std::size_t V, class T>
HWY_INLINE void multiply_tile(const T* HWY_RESTRICT const* rows, std::size_t features, const T* HWY_RESTRICT panel,
                              T* HWY_RESTRICT out) {
  const Tag<T> d;
  Vector<T> sums[R][V];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < V; ++v) sums[r][v] = hn::Zero(d);
  }
  for (std::size_t k = 0; k < features; ++k, panel += panel_width) {
    Vector<T> right[V];
#pragma GCC unroll 8
    for (std::size_t v = 0; v < V; ++v) right[v] = hn::Load(d, panel + v * lanes<T>);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < R; ++r) {
      const Vector<T> left = hn::Set(d, rows[r][k]);
#pragma GCC unroll 8
      for (std::size_t v = 0; v < V; ++v) sums[r][v] = hn::MulAdd(left, right[v], sums[r][v]);
    }
  }
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < V; ++v) hn::StoreU(sums[r][v], d, out + r * panel_width + v * lanes<T>);
  }
}

template <std::size_t R, class T>
HWY_INLINE void multiply_rows(const T* const* rows, std::size_t features, const T* panel, T* out) {
  constexpr std::size_t step = std::min(tile_vectors, panel_vectors<T>);
  for (std::size_t v = 0; v < panel_vectors<T>; v += step)
    multiply_tile<R, step>(rows, features, panel + v * lanes<T>, out + v * lanes<T>);
}

HWY_INLINE std::int64_t row_number(const RowSet& set, std::size_t t) {
  return set.rows != nullptr ? set.rows[t] : set.first + static_cast<std::int64_t>(t);
}

/// out[64 t + p] = left_t'panel_p for `count` <= 6 rows from t = first.
template <class T>
HWY_INLINE void multiply(const DenseLeft<T>& left, const RowSet& set, std::size_t first, std::size_t count,
                         const PanelView<T>& panel, T* out) {
  const T* rows[tile_rows];
  for (std::size_t t = 0; t < count; ++t)
    rows[t] = left.values + static_cast<std::size_t>(row_number(set, first + t)) * left.stride;
  if (count == tile_rows) {
    multiply_rows<tile_rows>(rows, left.features, panel.values, out);
    return;
  }
  for (std::size_t t = 0; t < count; ++t)
    multiply_rows<1>(rows + t, left.features, panel.values, out + t * panel_width);
}

/// V vectors of the products of one sparse row.
template <std::size_t V, bool compressed, class T>
HWY_INLINE void multiply_sparse(const SparseLeft<T>& left, std::int64_t begin, std::int64_t end,
                                const T* HWY_RESTRICT panel, const std::int32_t* slots, T* HWY_RESTRICT out) {
  const Tag<T> d;
  Vector<T> sums[V];
#pragma GCC unroll 16
  for (std::size_t v = 0; v < V; ++v) sums[v] = hn::Zero(d);
  for (std::int64_t k = begin; k < end; ++k) {
    std::int32_t column = left.columns[k];
    if (compressed && (column = slots[column]) < 0) continue;
    const T* HWY_RESTRICT line = panel + static_cast<std::size_t>(column) * panel_width;
    const Vector<T> value = hn::Set(d, left.values[k]);
#pragma GCC unroll 16
    for (std::size_t v = 0; v < V; ++v) sums[v] = hn::MulAdd(value, hn::Load(d, line + v * lanes<T>), sums[v]);
  }
#pragma GCC unroll 16
  for (std::size_t v = 0; v < V; ++v) hn::StoreU(sums[v], d, out + v * lanes<T>);
}

template <class T>
HWY_INLINE void multiply(const SparseLeft<T>& left, const RowSet& set, std::size_t first, std::size_t count,
                         const PanelView<T>& panel, T* out) {
  constexpr std::size_t step = std::min<std::size_t>(8, panel_vectors<T>);
  for (std::size_t t = 0; t < count; ++t, out += panel_width) {
    const std::int64_t row = row_number(set, first + t);
    const std::int64_t begin = left.offsets[row];
    const std::int64_t end = left.offsets[row + 1];
    for (std::size_t v = 0; v < panel_vectors<T>; v += step) {
      const T* values = panel.values + v * lanes<T>;
      if (panel.slots != nullptr)
        multiply_sparse<step, true>(left, begin, end, values, panel.slots, out + v * lanes<T>);
      else
        multiply_sparse<step, false>(left, begin, end, values, panel.slots, out + v * lanes<T>);
    }
  }
}

// ---- kernel functions ----------------------------------------------------------------------------------------------

/// Polynomials p with 2^r = 1 + r p(r) on |r| <= 1/2, interpolated at Chebyshev's points: errors 5e-9 and 8e-18.
template <class T>
struct Exp2;

template <>
struct Exp2<float> {
  using Integer = std::int32_t;
  static constexpr int mantissa_bits = 23;
  static constexpr float least = -126;
  static constexpr Integer bias = 127;
  static constexpr float p[] = {0.69314718802622877F,   0.24022650760568126F,   0.055503571142190782F,
                                0.0096180825572778524F, 0.0013390863364671234F, 0.00015453162945120691F};
};

template <>
struct Exp2<double> {
  using Integer = std::int64_t;
  static constexpr int mantissa_bits = 52;
  static constexpr double least = -1022;
  static constexpr Integer bias = 1023;
  static constexpr double p[] = {0.69314718055994529,    0.24022650695910097,    0.055504108664821597,
                                 0.0096181291076068882,  0.0013333558146416936,  0.0001540353044173605,
                                 1.5252733829836119e-05, 1.3215442587921689e-06, 1.0178062445845774e-07,
                                 7.0725859492692234e-09, 4.4549605981865186e-10};
};

/// 2^x for x <= 0 (larger x count as 0); below the least normal number, that number.
template <class T>
HWY_INLINE Vector<T> exp2_of(Vector<T> x) {
  using Constants = Exp2<T>;
  const Tag<T> d;
  const hn::Rebind<typename Constants::Integer, Tag<T>> integers;
  x = hn::Min(hn::Max(x, hn::Set(d, Constants::least)), hn::Zero(d));
  const Vector<T> whole = hn::Round(x);
  const Vector<T> r = hn::Sub(x, whole);
  constexpr std::size_t terms = std::size(Constants::p);
  Vector<T> sum = hn::Set(d, Constants::p[terms - 1]);
#pragma GCC unroll 16
  for (std::size_t k = terms - 1; k > 0; --k) sum = hn::MulAdd(sum, r, hn::Set(d, Constants::p[k - 1]));
  sum = hn::MulAdd(sum, r, hn::Set(d, T{1}));
  const auto exponent = hn::Add(hn::ConvertTo(integers, whole), hn::Set(integers, Constants::bias));
  return hn::Mul(sum, hn::BitCast(d, hn::ShiftLeft<Constants::mantissa_bits>(exponent)));
}

/// tanh(|u|) = (1 - t) / (1 + t), t = 2^(-2 |u| log2 e).
template <class T>
HWY_INLINE Vector<T> tanh_of(Vector<T> u) {
  const Tag<T> d;
  const Vector<T> one = hn::Set(d, T{1});
  const Vector<T> t = exp2_of<T>(hn::Mul(hn::Abs(u), hn::Set(d, T(-2.8853900817779268))));
  return hn::CopySign(hn::Div(hn::Sub(one, t), hn::Add(one, t)), u);
}

template <class T>
HWY_INLINE Vector<T> power(Vector<T> base, int degree) {
  Vector<T> result = hn::Set(Tag<T>(), T{1});
  for (; degree > 0; degree /= 2) {
    if (degree % 2 == 1) result = hn::Mul(result, base);
    base = hn::Mul(base, base);
  }
  return result;
}

/// values[64 t + p] = f(values[64 t + p], term of left row t, term of panel row p).
template <class T, class Left, class Function>
HWY_INLINE void transform(const Left& left, const RowSet& set, std::size_t first, std::size_t count,
                          const PanelView<T>& panel, T* HWY_RESTRICT values, const Function& f) {
  const Tag<T> d;
  for (std::size_t t = 0; t < count; ++t) {
    const Vector<T> term = hn::Set(d, left.terms[row_number(set, first + t)]);
    T* HWY_RESTRICT row = values + t * panel_width;
#pragma GCC unroll 4
    for (std::size_t p = 0; p < panel_width; p += lanes<T>)
      hn::StoreU(f(hn::LoadU(d, row + p), term, hn::Load(d, panel.terms + p)), d, row + p);
  }
}

template <class T, class Left>
HWY_INLINE void apply(const Kernel& kernel, const Left& left, const RowSet& set, std::size_t first, std::size_t count,
                      const PanelView<T>& panel, T* values) {
  const Tag<T> d;
  const Vector<T> gamma = hn::Set(d, static_cast<T>(kernel.gamma));
  const Vector<T> coef0 = hn::Set(d, static_cast<T>(kernel.coef0));
  switch (kernel.name) {
    case KernelName::rbf:
      transform(left, set, first, count, panel, values, [](Vector<T> dot, Vector<T> a, Vector<T> b) HWY_ATTR {
        return exp2_of<T>(hn::Add(dot, hn::Add(a, b)));
      });
      return;
    case KernelName::polynomial:
      transform(left, set, first, count, panel, values, [&](Vector<T> dot, Vector<T>, Vector<T>) HWY_ATTR {
        return power<T>(hn::MulAdd(gamma, dot, coef0), kernel.degree);
      });
      return;
    case KernelName::sigmoid:
      transform(left, set, first, count, panel, values, [&](Vector<T> dot, Vector<T>, Vector<T>) HWY_ATTR {
        return tanh_of<T>(hn::MulAdd(gamma, dot, coef0));
      });
      return;
    case KernelName::linear:
    case KernelName::precomputed:
      return;
  }
}

// ---- blocks --------------------------------------------------------------------------------------------------------

template <class T>
HWY_INLINE void add_row(const T* HWY_RESTRICT values, const T* HWY_RESTRICT weights, const Sums& out, std::size_t t) {
  const Tag<T> d;
  Vector<T> sum = hn::Zero(d);
#pragma GCC unroll 4
  for (std::size_t p = 0; p < panel_width; p += lanes<T>)
    sum = hn::MulAdd(hn::Load(d, values + p), hn::Load(d, weights + p), sum);
  out.sums[t] += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sum)));
  if (out.magnitudes == nullptr) return;
  Vector<T> magnitude = hn::Zero(d);
#pragma GCC unroll 4
  for (std::size_t p = 0; p < panel_width; p += lanes<T>)
    magnitude = hn::Add(hn::Abs(hn::Mul(hn::Load(d, values + p), hn::Load(d, weights + p))), magnitude);
  out.magnitudes[t] += static_cast<float>(hn::GetLane(hn::SumOfLanes(d, magnitude)));
}

/// Calls take(t, 64 kernel values) for every row of the set.
template <class T, class Left, class Take>
HWY_INLINE void for_each_row(const Kernel& kernel, const Left& left, const RowSet& set, const PanelView<T>& panel,
                             const Take& take) {
  alignas(64) T values[tile_rows * panel_width];
  for (std::size_t first = 0; first < set.count; first += tile_rows) {
    const std::size_t count = std::min(tile_rows, set.count - first);
    multiply(left, set, first, count, panel, values);
    apply(kernel, left, set, first, count, panel, values);
    for (std::size_t t = 0; t < count; ++t) take(first + t, values + t * panel_width);
  }
}

template <class T>
HWY_INLINE void copy_values(const T* HWY_RESTRICT values, float* HWY_RESTRICT out) {
  for (std::size_t p = 0; p < panel_width; ++p) out[p] = static_cast<float>(values[p]);
}

template <class T, class Left>
void add_sums(const Kernel& kernel, const Left& left, const RowSet& set, const PanelView<T>& panel, const Sums& sums) {
  for_each_row(kernel, left, set, panel,
               [&](std::size_t t, const T* values) HWY_ATTR { add_row(values, panel.weights, sums, t); });
}

template <class T, class Left>
void write_values(const Kernel& kernel, const Left& left, const RowSet& set, const PanelView<T>& panel, float* out,
                  std::size_t stride) {
  for_each_row(kernel, left, set, panel,
               [&](std::size_t t, const T* values) HWY_ATTR { copy_values(values, out + t * stride); });
}

template <class T, class Left>
void add_sums_and_write_values(const Kernel& kernel, const Left& left, const RowSet& set, const PanelView<T>& panel,
                               const Sums& sums, float* out, std::size_t stride) {
  for_each_row(kernel, left, set, panel, [&](std::size_t t, const T* values) HWY_ATTR {
    add_row(values, panel.weights, sums, t);
    copy_values(values, out + t * stride);
  });
}

/// Vectors of products in turn, each with all rows.
void add_rows(const float* const* rows, const float* weights, std::size_t size, std::size_t count, const Sums& out) {
  const Tag<float> d;
  const hn::Rebind<float, Tag<double>> half;
  const Tag<double> wide;
  const std::size_t whole = count / lanes<float> * lanes<float>;
  for (std::size_t i = 0; i < whole; i += lanes<float>) {
    Vector<float> sum = hn::Zero(d);
    Vector<float> magnitude = hn::Zero(d);
    for (std::size_t j = 0; j < size; ++j) {
      const Vector<float> term = hn::Mul(hn::Set(d, weights[j]), hn::LoadU(d, rows[j] + i));
      sum = hn::Add(sum, term);
      magnitude = hn::Add(magnitude, hn::Abs(term));
    }
    alignas(64) float sums[lanes<float>];
    hn::Store(sum, d, sums);
    for (std::size_t k = 0; k < lanes<float>; k += lanes<double>) {
      const auto more = hn::PromoteTo(wide, hn::Load(half, sums + k));
      hn::StoreU(hn::Add(hn::LoadU(wide, out.sums + i + k), more), wide, out.sums + i + k);
    }
    if (out.magnitudes != nullptr)
      hn::StoreU(hn::Add(hn::LoadU(d, out.magnitudes + i), magnitude), d, out.magnitudes + i);
  }
  for (std::size_t i = whole; i < count; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      const float term = weights[j] * rows[j][i];
      out.sums[i] += static_cast<double>(term);
      if (out.magnitudes != nullptr) out.magnitudes[i] += std::abs(term);
    }
}

template <class T>
PanelOps<T> all_ops() {
  return {{add_sums<T, DenseLeft<T>>, write_values<T, DenseLeft<T>>, add_sums_and_write_values<T, DenseLeft<T>>},
          {add_sums<T, SparseLeft<T>>, write_values<T, SparseLeft<T>>, add_sums_and_write_values<T, SparseLeft<T>>},
          add_rows};
}

PanelOps<float> float_panels() { return all_ops<float>(); }
PanelOps<double> double_panels() { return all_ops<double>(); }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(float_panels);
HINGELINE_EXPORT(double_panels);

template <>
PanelOps<float> panel_ops<float>() {
  return HINGELINE_DISPATCH(float_panels)();
}

template <>
PanelOps<double> panel_ops<double>() {
  return HINGELINE_DISPATCH(double_panels)();
}

}  // namespace hingeline::internal
#endif
