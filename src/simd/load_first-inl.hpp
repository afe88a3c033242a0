// SPDX-License-Identifier: BSD-3-Clause
//
// Vectors of numbers in memory, also of the last ones, which do not fill one. Included once for each target of a source
// that Highway compiles for several.
#if defined(HINGELINE_SIMD_LOAD_FIRST_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef HINGELINE_SIMD_LOAD_FIRST_INL_HPP
#undef HINGELINE_SIMD_LOAD_FIRST_INL_HPP
#else
#define HINGELINE_SIMD_LOAD_FIRST_INL_HPP
#endif

#include <hwy/highway.h>

#include <concepts>
#include <cstddef>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#undef HINGELINE_COPY_TAILS
// AVX2's masked loads of these types do not fault on what they leave out, whatever Highway says of others.
#if HWY_MEM_OPS_MIGHT_FAULT && HWY_TARGET != HWY_AVX2
#define HINGELINE_COPY_TAILS 1
#else
#define HINGELINE_COPY_TAILS 0
#endif

/// A vector of numbers of the tag's type.
template <class D>
HWY_INLINE hn::Vec<D> load(D d, const hn::TFromD<D>* x) {
  return hn::LoadU(d, x);
}

/// The first `count` of them, zeros behind; reads nothing beyond.
template <class D>
HWY_INLINE hn::Vec<D> load_first(D d, const hn::TFromD<D>* x, std::size_t count) {
#if HINGELINE_COPY_TAILS
  HWY_ALIGN hn::TFromD<D> lanes[HWY_MAX_BYTES / sizeof(hn::TFromD<D>)] = {};
  std::memcpy(lanes, x, count * sizeof(lanes[0]));
  return hn::Load(d, lanes);
#else
  return hn::MaskedLoad(hn::FirstN(d, count), d, x);
#endif
}

/// The same of floats as doubles.
template <class D>
requires(std::same_as<hn::TFromD<D>, double>) HWY_INLINE hn::Vec<D> load(D d, const float* x) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), x));
}
template <class D>
requires(std::same_as<hn::TFromD<D>, double>) HWY_INLINE hn::Vec<D> load_first(D d, const float* x, std::size_t count) {
  return hn::PromoteTo(d, load_first(hn::Rebind<float, D>(), x, count));
}

/// A vector of numbers, zeros behind the last of those left.
template <class D, class T>
HWY_INLINE hn::Vec<D> load_up_to(D d, const T* x, std::size_t left) {
  return left >= hn::Lanes(d) ? load(d, x) : load_first(d, x, left);
}

/// As many of a vector's numbers as there are left.
template <class D>
HWY_INLINE void store_up_to(hn::Vec<D> v, D d, hn::TFromD<D>* x, std::size_t left) {
  if (left >= hn::Lanes(d)) return hn::StoreU(v, d, x);
  HWY_ALIGN hn::TFromD<D> lanes[HWY_MAX_BYTES / sizeof(hn::TFromD<D>)];
  hn::Store(v, d, lanes);
  std::memcpy(x, lanes, left * sizeof(lanes[0]));
}

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#endif
