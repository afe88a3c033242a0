// SPDX-License-Identifier: BSD-3-Clause
//
// Loads and stores vectors, also the last numbers of an array, which do not fill a vector. Included once per target, in
// sources that Highway compiles for several targets.
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
// AVX2's masked loads of these types do not fault on the lanes they leave out, although HWY_MEM_OPS_MIGHT_FAULT is set.
#if HWY_MEM_OPS_MIGHT_FAULT && HWY_TARGET != HWY_AVX2
#define HINGELINE_COPY_TAILS 1
#else
#define HINGELINE_COPY_TAILS 0
#endif

/// Loads a vector of numbers of the tag's type.
template <class D>
HWY_INLINE hn::Vec<D> load(D d, const hn::TFromD<D>* x) {
  return hn::LoadU(d, x);
}

/// Loads `count` numbers and sets the other lanes to zero; reads nothing beyond them.
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

/// Loads floats as doubles.
template <class D>
requires(std::same_as<hn::TFromD<D>, double>) HWY_INLINE hn::Vec<D> load(D d, const float* x) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), x));
}
template <class D>
requires(std::same_as<hn::TFromD<D>, double>) HWY_INLINE hn::Vec<D> load_first(D d, const float* x, std::size_t count) {
  return hn::PromoteTo(d, load_first(hn::Rebind<float, D>(), x, count));
}

/// Loads a vector, of which `left` numbers are left in the array; zeros follow them.
template <class D, class T>
HWY_INLINE hn::Vec<D> load_up_to(D d, const T* x, std::size_t left) {
  return left >= hn::Lanes(d) ? load(d, x) : load_first(d, x, left);
}

/// Stores a vector, or its first `left` numbers if these are fewer.
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
