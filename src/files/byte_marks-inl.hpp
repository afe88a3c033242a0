// SPDX-License-Identifier: BSD-3-Clause
//
// Which of 64 characters pass a test, as bits. Included once for each target of a source that Highway compiles for
// several.
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

/// Bit i is what `test`, from a vector to a mask, says of character i of 64. A vector's bits are read as they were
/// written, at once: words put together in memory wait for their stores.
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
