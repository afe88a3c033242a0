// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "data/libsvm_entries.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>

#include "data/parse_number.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "data/libsvm_entries.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "data/byte_marks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

/// Bit i is about character i of 64.
struct Marks {
  std::uint64_t others;  ///< no digit
  std::uint64_t blanks;  ///< a blank or a control character
};

HWY_INLINE Marks marks(const char* p) {
  const Bytes d;
  const auto zero = hn::Set(d, '0');
  const auto nine = hn::Set(d, 9);
  const auto above_blank = hn::Set(d, ' ' + 1);
  return {mark_bytes(p, [&](auto characters) { return hn::Gt(hn::Sub(characters, zero), nine); }),
          mark_bytes(p, [&](auto characters) { return hn::Lt(characters, above_blank); })};
}

HWY_INLINE std::uint64_t eight_before(const char* end) {
  std::uint64_t word;
  std::memcpy(&word, end - 8, 8);
  return word;
}

/// Masks that keep the last 0 .. 8 characters of a word, or their digits.
struct LastMasks {
  std::uint64_t characters[9];
  std::uint64_t digits[9];
};

constexpr LastMasks last_masks = [] {
  LastMasks masks{};
  for (int count = 1; count <= 8; ++count) {
    masks.characters[count] = ~std::uint64_t{0} << (64 - 8 * count);
    masks.digits[count] = masks.characters[count] & 0x0f0f0f0f0f0f0f0f;
  }
  return masks;
}();

HWY_INLINE std::uint64_t last_characters(std::uint64_t word, std::size_t count) {
  return word & last_masks.characters[count];
}

HWY_INLINE std::uint64_t last_digits(std::uint64_t word, std::size_t count) { return word & last_masks.digits[count]; }

HWY_INLINE std::uint64_t digits_before(const char* end, std::size_t count) {
  return join_eight_digits(last_digits(eight_before(end), count));
}

/// A number of `length` characters in front of `end`, `fraction` digits of them behind the point, where `point` is 1.
struct Decimal {
  const char* end;
  std::size_t length;
  std::size_t negative;
  std::size_t point;
  std::size_t fraction;
};

/// Finds the point. `others` are marks that begin with the first character, which is `size` in front of the end. False
/// where there is anything else but digits, where there is no digit, and for more than 16 characters.
HWY_INLINE bool find_point(std::uint64_t others, std::size_t size, Decimal& number) {
  const std::size_t whole_end = std::countr_zero(others);
  number.point = *(number.end - size + whole_end) == '.';
  number.fraction = size - whole_end - number.point;
  others &= others - number.point;
  const std::size_t lengths = (number.length - 1) | (number.length - number.point - 1);
  return ((static_cast<std::size_t>(std::countr_zero(others)) ^ size) | (lengths & ~std::size_t{15})) == 0;
}

#if HWY_TARGET == HWY_SCALAR

/// The integer of all digits of up to 16 characters.
HWY_INLINE std::uint64_t digits_of(const Decimal& number) {
  std::uint64_t digits = 0;
  for (const char* p = number.end - number.length; p != number.end; ++p)
    if (*p != '.') digits = 10 * digits + static_cast<std::uint64_t>(*p - '0');
  return digits;
}

#else

/// Where the last 16 digits come from, of 16 characters with the point in front of the last `fraction` (16: none), and
/// masks that keep the last so many.
struct DigitMasks {
  alignas(16) std::uint8_t sources[17][16];
  alignas(16) std::uint8_t digits[17][16];
};

constexpr DigitMasks digit_masks = [] {
  DigitMasks masks{};
  for (int k = 0; k <= 16; ++k)
    for (int i = 0; i < 16; ++i) {
      const bool in_front = i < 16 - k;
      masks.sources[k][i] = static_cast<std::uint8_t>(in_front && k < 16 && i > 0 ? i - 1 : i);
      masks.digits[k][i] = in_front ? 0 : 0xff;
    }
  return masks;
}();

/// The integer of all digits of up to 16 characters: neighbours are joined to pairs, pairs to fours, fours to eight.
HWY_INLINE std::uint64_t digits_of(const Decimal& number) {
  const hn::FixedTag<std::uint8_t, 16> bytes;
  const hn::FixedTag<std::uint16_t, 8> words;
  const hn::FixedTag<std::uint32_t, 4> halves;
  const hn::FixedTag<std::uint64_t, 2> wholes;
  const auto characters = hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(number.end - 16));
  const auto sources = hn::Load(bytes, digit_masks.sources[number.point != 0 ? number.fraction : 16]);
  const auto kept = hn::Load(bytes, digit_masks.digits[number.length - number.point]);
  const auto digits =
      hn::And(hn::TableLookupBytes(hn::Sub(characters, hn::Set(bytes, std::uint8_t{'0'})), sources), kept);
  const auto pairs = hn::ShiftRight<8>(hn::Mul(hn::BitCast(words, digits), hn::Set(words, 10 * 0x100 + 1)));
  const auto hundreds = hn::BitCast(halves, hn::Mul(pairs, hn::BitCast(words, hn::Set(halves, 1 << 16 | 100))));
  const auto fours = hn::Add(hn::And(hundreds, hn::Set(halves, 0xffff)), hn::ShiftRight<16>(hundreds));
  const auto eights =
      hn::Add(hn::MulEven(fours, hn::Set(halves, 10000)), hn::ShiftRight<32>(hn::BitCast(wholes, fours)));
  return hn::GetLane(eights) * integer_powers_of_ten[8] + hn::ExtractLane(eights, 1);
}

#endif

/// +-10^k, so that the division sets the sign, too: no processor foresees signs.
template <class T, std::size_t count>
constexpr auto signed_powers_of_ten = [] {
  std::array<std::array<T, count>, 2> powers{};
  for (std::size_t k = 0; k < count; ++k) {
    powers[0][k] = static_cast<T>(powers_of_ten[k]);
    powers[1][k] = -powers[0][k];
  }
  return powers;
}();

constexpr auto signed_inverse_powers_of_ten = [] {
  auto powers = signed_powers_of_ten<double, 17>;
  for (auto& signed_powers : powers)
    for (double& power : signed_powers) power = 1 / power;
  return powers;
}();

/// A number of up to 16 characters; NaN where it may not be rounded correctly. To double, one division of integers that
/// double holds is. To float, a product of two roundings is within 4 units of double's last place, so that it has the
/// literal's rounding unless it is that near to the middle of two floats; being 0 or at least 1e-16, it is not too
/// small.
template <class T>
HWY_INLINE T convert_long(const Decimal& number) {
  const std::uint64_t digits = digits_of(number);
  const auto integer = static_cast<double>(static_cast<std::int64_t>(digits));
  if constexpr (std::is_same_v<T, double>) {
    const double quotient = integer / signed_powers_of_ten<double, 17>[number.negative][number.fraction];
    return digits <= std::uint64_t{1} << 53 ? quotient : std::numeric_limits<T>::quiet_NaN();
  } else {
    constexpr std::uint64_t dropped = (std::uint64_t{1} << 29) - 1;
    constexpr std::uint64_t middle = std::uint64_t{1} << 28;
    const double product = integer * signed_inverse_powers_of_ten[number.negative][number.fraction];
    const bool is_safe = (std::bit_cast<std::uint64_t>(product) & dropped) - (middle - 4) > 8;
    return is_safe ? static_cast<T>(product) : std::numeric_limits<T>::quiet_NaN();
  }
}

/// Eight characters of a number whose last `fraction` are behind its point, `digits` in all. `moved` are the same with
/// the whole part moved over the point.
HWY_INLINE std::uint64_t join(std::uint64_t word, std::uint64_t moved, std::size_t fraction, std::size_t digits) {
  const std::uint64_t kept = last_digits(moved, digits);
  return join_eight_digits((kept - last_digits(kept, fraction)) | last_digits(word, fraction));
}

/// Where T holds the integer of the digits as it does the power of ten, their quotient is rounded correctly.
template <class T>
HWY_INLINE T convert(const Decimal& number) {
  if (number.length <= 8) {
    const std::uint64_t word = eight_before(number.end);
    const std::uint64_t digits = join(word, word << (8 * number.point), number.fraction, number.length - number.point);
    if (digits <= std::uint64_t{1} << std::numeric_limits<T>::digits)
      return static_cast<T>(static_cast<std::int64_t>(digits)) /
             signed_powers_of_ten<T, 9>[number.negative][number.fraction];
  }
  return convert_long<T>(number);
}

template <class Rows>
class Parser {
 public:
  Parser(std::int32_t previous, const Rows& rows) : rows_(rows), previous_(previous) {}

  const char* run(const char* p, const char* limit) {
    const char* window = nullptr;
    while (p < limit && p != window) {
      window = p;
      const Marks marked = marks(window);
      for (std::uint64_t ends = marked.blanks & ~std::uint64_t{1}; ends != 0; ends &= ends - 1) {
        const char* end = window + std::countr_zero(ends);
        if (!token(p, end, marked.others >> 1 >> (p - window))) return p;
        p = end;
      }
    }
    return p;
  }

  const Rows& rows() const { return rows_; }
  std::int32_t previous() const { return previous_; }

 private:
  using T = typename Rows::Value;

  /// What the separator at `p` announces; `others` are marks that begin behind it, as `begin` below is.
  HWY_INLINE bool token(const char* p, const char* end, std::uint64_t others) {
    if (*p == ' ') return p + 1 == end || entry(p + 1, end, others);
    return *p == '\n' && row(p + 1, end, others);
  }

  /// The end of a row and the label of the next one.
  HWY_NOINLINE bool row(const char* begin, const char* end, std::uint64_t others) {
    const auto size = static_cast<std::size_t>(end - begin);
    const std::size_t sign = *begin == '-' || *begin == '+';
    Decimal number{end, size - sign, *begin == '-', 0, 0};
    if (!find_point(others & (others - sign), size, number)) return false;
    const auto label = convert<double>(number);
    if (label != label) return false;
    rows_.end_row();
    rows_.begin_row(label);
    previous_ = 0;
    return true;
  }

  HWY_INLINE bool entry(const char* begin, const char* end, std::uint64_t others) {
    const std::size_t colon = std::countr_zero(others);
    if (begin[colon] != ':' || colon - 1 > 7) return false;
    const auto index = static_cast<std::int32_t>(digits_before(begin + colon, colon));
    if (index <= previous_ || !value(begin + colon + 1, end, others >> 1 >> colon)) return false;
    rows_.entry(index - 1, value_, nonzero_);
    previous_ = index;
    return true;
  }

  /// Values repeat: they are all 1, or those of a row were divided by its norm. One of at most eight characters is
  /// converted once as long as the same characters follow.
  HWY_INLINE bool value(const char* begin, const char* end, std::uint64_t others) {
    const auto size = static_cast<std::size_t>(end - begin);
    const std::uint64_t text = size <= 8 ? last_characters(eight_before(end), size) : no_text;
    if (text == text_) return true;
    text_ = size <= 8 ? text : std::uint64_t{no_other_text};
    const std::size_t negative = *begin == '-';
    Decimal number{end, size - negative, negative, 0, 0};
    if (!find_point(others & (others - negative), size, number)) return false;
    value_ = convert<T>(number);
    nonzero_ = value_ != 0;
    return value_ == value_;
  }

  static constexpr std::uint64_t no_text = 1;  ///< a control character would have ended it
  static constexpr std::uint64_t no_other_text = 2;

  Rows rows_;
  std::int32_t previous_;
  std::uint64_t text_ = no_other_text;
  T value_ = 0;
  bool nonzero_ = false;
};

template <class Rows>
const char* usual_entries(const char* p, const char* limit, std::int32_t& previous, Rows& rows) {
  Parser<Rows> parser(previous, rows);
  p = parser.run(p, limit);
  rows = parser.rows();
  previous = parser.previous();
  return p;
}

UsualEntryParsers parsers() {
  return {usual_entries<CsrWriter<float>>, usual_entries<CsrWriter<double>>, usual_entries<DenseWriter<float>>,
          usual_entries<DenseWriter<double>>};
}

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {
HINGELINE_EXPORT(parsers);

UsualEntryParsers usual_entry_parsers() { return HINGELINE_DISPATCH(parsers)(); }

}  // namespace hingeline::internal
#endif
