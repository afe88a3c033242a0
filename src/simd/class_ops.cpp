// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "simd/class_ops.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/class_ops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;

/// Loads and stores the first `size` classes of a vector. Where vectors have two lanes a masked load would read beyond
/// the matrix: then all lanes are set to the single class.
class Part {
 public:
  explicit Part(std::size_t size) : size_(size), mask_(hn::FirstN(Doubles(), size)) {}

  HWY_INLINE hn::Vec<Doubles> load(const double* w) const {
    const Doubles d;
    if (hn::Lanes(d) > 2) return hn::MaskedLoad(mask_, d, w);
    return size_ == 1 ? hn::Set(d, *w) : hn::LoadU(d, w);
  }

  HWY_INLINE void store(hn::Vec<Doubles> sum, double* z) const {
    const Doubles d;
    if (size_ == hn::Lanes(d)) return hn::StoreU(sum, d, z);
    if (hn::Lanes(d) > 2) return hn::BlendedStore(sum, mask_, d, z);
    *z = hn::GetLane(sum);
  }

 private:
  std::size_t size_;
  hn::Mask<Doubles> mask_;
};

template <class T>
struct Row {
  const T* HWY_RESTRICT values;
  const std::int32_t* HWY_RESTRICT columns;
  std::size_t size;

  HWY_INLINE double value(std::size_t e) const { return static_cast<double>(values[e]); }
  HWY_INLINE std::size_t column(std::size_t e) const {
    return columns == nullptr ? e : static_cast<std::size_t>(columns[e]);
  }
};

/// sums += value_e w_e for the classes of V vectors; the last vector has those of `part`.
template <std::size_t V, class T>
HWY_INLINE void add(const Row<T>& row, std::size_t e, const double* HWY_RESTRICT w, std::size_t K, const Part& part,
                    hn::Vec<Doubles> (&sums)[V]) {
  const Doubles d;
  const double* HWY_RESTRICT from = w + row.column(e) * K;
  const auto value = hn::Set(d, row.value(e));
#pragma GCC unroll 8
  for (std::size_t v = 0; v + 1 < V; ++v) sums[v] = hn::MulAdd(value, hn::LoadU(d, from + v * hn::Lanes(d)), sums[v]);
  sums[V - 1] = hn::MulAdd(value, part.load(from + (V - 1) * hn::Lanes(d)), sums[V - 1]);
}

/// What `outputs` does for the classes of V vectors. Entries alternate between two sums, so that additions do not wait
/// for each other.
template <std::size_t V, class T>
HWY_INLINE void block(const Row<T>& row, const double* HWY_RESTRICT w, std::size_t K, const Part& part, double* z) {
  const Doubles d;
  hn::Vec<Doubles> even[V];
  hn::Vec<Doubles> odd[V];
#pragma GCC unroll 8
  for (std::size_t v = 0; v < V; ++v) even[v] = odd[v] = hn::Zero(d);
  std::size_t e = 0;
  for (; e + 2 <= row.size; e += 2) {
    add(row, e, w, K, part, even);
    add(row, e + 1, w, K, part, odd);
  }
  if (e < row.size) add(row, e, w, K, part, even);
#pragma GCC unroll 8
  for (std::size_t v = 0; v + 1 < V; ++v) hn::StoreU(hn::Add(even[v], odd[v]), d, z + v * hn::Lanes(d));
  part.store(hn::Add(even[V - 1], odd[V - 1]), z + (V - 1) * hn::Lanes(d));
}

template <class T>
void outputs(const T* values, const std::int32_t* columns, std::size_t size, const double* w, std::size_t K,
             double* z) {
  const std::size_t lanes = hn::Lanes(Doubles());
  const Row<T> row{values, columns, size};
  for (std::size_t k = 0; k < K; k += 4 * lanes) {
    const std::size_t vectors = std::min<std::size_t>(4, (K - k + lanes - 1) / lanes);
    const Part part(std::min(K - k, vectors * lanes) - (vectors - 1) * lanes);
    if (vectors == 4) block<4>(row, w + k, K, part, z + k);
    if (vectors == 3) block<3>(row, w + k, K, part, z + k);
    if (vectors == 2) block<2>(row, w + k, K, part, z + k);
    if (vectors == 1) block<1>(row, w + k, K, part, z + k);
  }
}

/// What `add` does for the classes of one vector.
template <class T>
HWY_INLINE void add_part(const Row<T>& row, const double* scale, std::size_t K, const Part& part,
                         double* HWY_RESTRICT w) {
  const Doubles d;
  const auto scales = part.load(scale);
  for (std::size_t e = 0; e < row.size; ++e) {
    double* HWY_RESTRICT to = w + row.column(e) * K;
    part.store(hn::MulAdd(hn::Set(d, row.value(e)), scales, part.load(to)), to);
  }
}

template <class T>
void add(const T* values, const std::int32_t* columns, std::size_t size, const double* scale, std::size_t K,
         double* w) {
  const std::size_t lanes = hn::Lanes(Doubles());
  for (std::size_t k = 0; k < K; k += lanes)
    add_part(Row<T>{values, columns, size}, scale + k, K, Part(std::min(K - k, lanes)), w + k);
}

/// What `add_outputs` does for R rows and the classes of V vectors: all R x V sums stay in registers.
template <std::size_t R, std::size_t V, class T>
HWY_INLINE void add_tile(const T* HWY_RESTRICT values, std::size_t stride, std::size_t size,
                         const double* HWY_RESTRICT w, std::size_t K, const Part& part, double* z) {
  const Doubles d;
  hn::Vec<Doubles> sums[R][V];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r)
#pragma GCC unroll 8
    for (std::size_t v = 0; v < V; ++v) sums[r][v] = hn::Zero(d);
  for (std::size_t e = 0; e < size; ++e, w += K) {
    hn::Vec<Doubles> weights[V];
#pragma GCC unroll 8
    for (std::size_t v = 0; v + 1 < V; ++v) weights[v] = hn::LoadU(d, w + v * hn::Lanes(d));
    weights[V - 1] = part.load(w + (V - 1) * hn::Lanes(d));
#pragma GCC unroll 8
    for (std::size_t r = 0; r < R; ++r) {
      const auto value = hn::Set(d, static_cast<double>(values[r * stride + e]));
#pragma GCC unroll 8
      for (std::size_t v = 0; v < V; ++v) sums[r][v] = hn::MulAdd(value, weights[v], sums[r][v]);
    }
  }
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r, z += K) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v + 1 < V; ++v) {
      double* to = z + v * hn::Lanes(d);
      hn::StoreU(hn::Add(hn::LoadU(d, to), sums[r][v]), d, to);
    }
    double* last = z + (V - 1) * hn::Lanes(d);
    part.store(hn::Add(part.load(last), sums[r][V - 1]), last);
  }
}

template <std::size_t V, class T>
void add_columns(const T* values, std::size_t stride, std::size_t rows, std::size_t size, const double* w,
                 std::size_t K, const Part& part, double* z) {
  constexpr std::size_t height = 4;
  std::size_t t = 0;
  for (; t + height <= rows; t += height) add_tile<height, V>(values + t * stride, stride, size, w, K, part, z + t * K);
  for (; t < rows; ++t) add_tile<1, V>(values + t * stride, stride, size, w, K, part, z + t * K);
}

template <class T>
void add_outputs(const T* values, std::size_t stride, std::size_t rows, std::size_t size, const double* w,
                 std::size_t K, double* z) {
  constexpr std::size_t widest = hn::MaxLanes(Doubles()) >= 8 ? 4 : 2;  // vectors, by the number of registers
  const std::size_t lanes = hn::Lanes(Doubles());
  for (std::size_t k = 0; k < K; k += widest * lanes) {
    const std::size_t vectors = std::min<std::size_t>(widest, (K - k + lanes - 1) / lanes);
    const Part part(std::min(K - k, vectors * lanes) - (vectors - 1) * lanes);
    if constexpr (widest == 4) {
      if (vectors == 4) add_columns<4>(values, stride, rows, size, w + k, K, part, z + k);
      if (vectors == 3) add_columns<3>(values, stride, rows, size, w + k, K, part, z + k);
    }
    if (vectors == 2) add_columns<2>(values, stride, rows, size, w + k, K, part, z + k);
    if (vectors == 1) add_columns<1>(values, stride, rows, size, w + k, K, part, z + k);
  }
}

ClassOps<float> float_class_ops() { return {outputs<float>, add<float>, add_outputs<float>}; }
ClassOps<double> double_class_ops() { return {outputs<double>, add<double>, add_outputs<double>}; }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(float_class_ops);
HINGELINE_EXPORT(double_class_ops);

template <>
ClassOps<float> class_ops<float>() {
  return HINGELINE_DISPATCH(float_class_ops)();
}

template <>
ClassOps<double> class_ops<double>() {
  return HINGELINE_DISPATCH(double_class_ops)();
}

}  // namespace hingeline::internal
#endif
