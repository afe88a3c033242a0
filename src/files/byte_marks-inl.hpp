// SPDX-License-Identifier: BSD-3-Clause
//
// Tests 64 characters and returns the results as bits. Included once per target, in sources that Highway compiles for
// several targets.
#if defined(HINGELINE_DATA_BYTE_MARKS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef HINGELINE_DATA_BYTE_MARKS_INL_HPP
#undef HINGELINE_DATA_BYTE_MARKS_INL_HPP
#else
#define HINGELINE_DATA_BYTE_MARKS_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<std::uint8_t, 64>;

/// Bit i is the result of `test` (a vector to a mask) for character i of 64. The bits of a vector are loaded with the
/// width of their store: a load wider than the stores before it would have to wait for them (no store forwarding).
template <class Test>
HWY_INLINE std::uint64_t mark_bytes(const char* p, const Test& test) {
  const Bytes d;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(p);
  using Part = hwy::UnsignedFromSize<std::max<std::size_t>(hn::MaxLanes(d) / 8, 1)>;
  std::uint64_t marks = 0;
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
    std::uint8_t bits[8] = {};  // StoreMaskBits may write all of them
    hn::StoreMaskBits(d, test(hn::LoadU(d, bytes + i)), bits);
    Part part;
    std::memcpy(&part, bits, sizeof(part));
    marks |= std::uint64_t{part} << i;
  }
  return marks;
}

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#endif
