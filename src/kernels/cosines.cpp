// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "kernels/cosines.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cosines.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Must come after highway.h.
#include <hwy/contrib/math/math-inl.h>

#include "simd/load_first-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

/// For larger angles Highway's functions are inaccurate.
constexpr double largest_angle = 39000;

void write_cosines_and_sines(const double* angles, std::size_t size, double scale, double* cosines, double* sines) {
  const hn::ScalableTag<double> d;
  const auto scales = hn::Set(d, scale);
  for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
    const std::size_t left = size - k;
    const auto angle = load_up_to(d, angles + k, left);
    if (hn::AllTrue(d, hn::Lt(hn::Abs(angle), hn::Set(d, largest_angle)))) {
      store_up_to(hn::Mul(scales, hn::CallSin(d, angle)), d, sines + k, left);
      store_up_to(hn::Mul(scales, hn::CallCos(d, angle)), d, cosines + k, left);
      continue;
    }
    for (std::size_t i = k; i < k + std::min(left, hn::Lanes(d)); ++i) {
      const double each = angles[i];
      sines[i] = scale * std::sin(each);
      cosines[i] = scale * std::cos(each);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(write_cosines_and_sines);

void cosines_and_sines(const double* angles, std::size_t size, double scale, double* cosines, double* sines) {
  HINGELINE_DISPATCH(write_cosines_and_sines)(angles, size, scale, cosines, sines);
}

}  // namespace hingeline::internal
#endif
