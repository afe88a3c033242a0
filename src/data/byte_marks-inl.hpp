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

#include <cstddef>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<std::uint8_t, 64>;

/// Bit i is what `test`, from a vector to a mask, says of character i of 64.
template <class Test>
HWY_INLINE std::uint64_t mark_bytes(const char* p, const Test& test) {
  const Bytes d;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(p);
#if HWY_TARGET == HWY_SCALAR
  std::uint64_t marks = 0;
  for (int i = 0; i < 64; ++i) {
    std::uint8_t bit = 0;
    hn::StoreMaskBits(d, test(hn::LoadU(d, bytes + i)), &bit);
    marks |= std::uint64_t{bit} << i;
  }
  return marks;
#else
  std::uint8_t bits[64];  // 8 bytes of bits, and what StoreMaskBits may write behind them
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) hn::StoreMaskBits(d, test(hn::LoadU(d, bytes + i)), bits + i / 8);
  std::uint64_t marks;
  std::memcpy(&marks, bits, 8);
  return marks;
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#endif
