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

/// The first classes of a vector. Where vectors have two lanes a masked load would read beyond the matrix: all lanes
/// are set to the one class then.
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
    HWY_ALIGN double lanes[hn::MaxLanes(d)];
    hn::Store(sum, d, lanes);
    std::copy_n(lanes, size_, z);
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

/// The classes of one vector or less. Entries alternate between two sums, so that
/// additions do not wait for each other.
template <class T>
HWY_INLINE void block1(const Row<T>& row, const double* HWY_RESTRICT w, std::size_t K, const Part& part, double* z) {
  const Doubles d;
  auto even = hn::Zero(d);
  auto odd = hn::Zero(d);
  std::size_t e = 0;
  for (; e + 2 <= row.size; e += 2) {
    even = hn::MulAdd(hn::Set(d, row.value(e)), part.load(w + row.column(e) * K), even);
    odd = hn::MulAdd(hn::Set(d, row.value(e + 1)), part.load(w + row.column(e + 1) * K), odd);
  }
  if (e < row.size) even = hn::MulAdd(hn::Set(d, row.value(e)), part.load(w + row.column(e) * K), even);
  part.store(hn::Add(even, odd), z);
}

/// The classes of one vector and another or a part of it.
template <class T>
HWY_INLINE void block2(const Row<T>& row, const double* HWY_RESTRICT w, std::size_t K, const Part& part, double* z) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  auto even0 = hn::Zero(d);
  auto even1 = hn::Zero(d);
  auto odd0 = hn::Zero(d);
  auto odd1 = hn::Zero(d);
  std::size_t e = 0;
  for (; e + 2 <= row.size; e += 2) {
    const double* HWY_RESTRICT even = w + row.column(e) * K;
    const double* HWY_RESTRICT odd = w + row.column(e + 1) * K;
    const auto even_value = hn::Set(d, row.value(e));
    const auto odd_value = hn::Set(d, row.value(e + 1));
    even0 = hn::MulAdd(even_value, hn::LoadU(d, even), even0);
    even1 = hn::MulAdd(even_value, part.load(even + lanes), even1);
    odd0 = hn::MulAdd(odd_value, hn::LoadU(d, odd), odd0);
    odd1 = hn::MulAdd(odd_value, part.load(odd + lanes), odd1);
  }
  if (e < row.size) {
    const double* HWY_RESTRICT even = w + row.column(e) * K;
    const auto even_value = hn::Set(d, row.value(e));
    even0 = hn::MulAdd(even_value, hn::LoadU(d, even), even0);
    even1 = hn::MulAdd(even_value, part.load(even + lanes), even1);
  }
  hn::StoreU(hn::Add(even0, odd0), d, z);
  part.store(hn::Add(even1, odd1), z + lanes);
}

/// Four whole vectors.
template <class T>
HWY_INLINE void block4(const Row<T>& row, const double* HWY_RESTRICT w, std::size_t K, double* z) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  auto sum0 = hn::Zero(d);
  auto sum1 = hn::Zero(d);
  auto sum2 = hn::Zero(d);
  auto sum3 = hn::Zero(d);
  for (std::size_t e = 0; e < row.size; ++e) {
    const double* HWY_RESTRICT from = w + row.column(e) * K;
    const auto value = hn::Set(d, row.value(e));
    sum0 = hn::MulAdd(value, hn::LoadU(d, from), sum0);
    sum1 = hn::MulAdd(value, hn::LoadU(d, from + lanes), sum1);
    sum2 = hn::MulAdd(value, hn::LoadU(d, from + 2 * lanes), sum2);
    sum3 = hn::MulAdd(value, hn::LoadU(d, from + 3 * lanes), sum3);
  }
  hn::StoreU(sum0, d, z);
  hn::StoreU(sum1, d, z + lanes);
  hn::StoreU(sum2, d, z + 2 * lanes);
  hn::StoreU(sum3, d, z + 3 * lanes);
}

template <class T>
void outputs(const T* values, const std::int32_t* columns, std::size_t size, const double* w, std::size_t K,
             double* z) {
  const std::size_t lanes = hn::Lanes(Doubles());
  const Row<T> row{values, columns, size};
  std::size_t k = 0;
  for (; k + 4 * lanes <= K; k += 4 * lanes) block4(row, w + k, K, z + k);
  for (; k + lanes < K; k += 2 * lanes) block2(row, w + k, K, Part(std::min(lanes, K - k - lanes)), z + k);
  if (k < K) block1(row, w + k, K, Part(K - k), z + k);
}

ClassOps<float> float_class_ops() { return {outputs<float>}; }
ClassOps<double> double_class_ops() { return {outputs<double>}; }

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
