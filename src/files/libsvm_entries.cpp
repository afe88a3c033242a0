// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "files/libsvm_entries.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>

#include "files/parse_number.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "files/libsvm_entries.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "files/byte_marks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

/// Bit i describes character i of 64.
struct Marks {
  std::uint64_t others;  ///< not a digit
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

/// A token from `begin` to `end`; `others` marks the characters of its window that are no digits, from `begin` on.
struct Token {
  const char* begin;
  const char* end;
  const char* window;
  std::uint64_t others;

  /// The next character that is no digit.
  const char* next() const { return window + std::countr_zero(others); }
  /// Removes the first mark if `is_there` is 1.
  void skip(std::uint64_t is_there) { others &= others - is_there; }
};

/// A number of up to 15 digits that ends at `end`.
struct Decimal {
  const char* end;
  std::size_t negative;
  std::size_t digits;
  std::size_t behind;  ///< characters from the point on; 0 without a point
};

/// Sets digits and behind. Returns false unless the sign is followed by 1 to 15 digits and at most one point.
HWY_INLINE bool find_point(Token text, std::size_t sign, Decimal& number) {
  text.skip(sign);
  const char* whole_end = text.next();
  const std::size_t point = *whole_end == '.';
  text.skip(point);
  number.digits = static_cast<std::size_t>(text.end - text.begin) - sign - point;
  number.behind = static_cast<std::size_t>(text.end - whole_end);
  return text.next() == text.end && number.digits - 1 < 15;
}

#if HWY_TARGET == HWY_SCALAR

/// The integer of all digits.
HWY_INLINE std::uint64_t digits_of(const Decimal& number) {
  std::uint64_t digits = 0;
  for (const char* p = number.end - number.digits - (number.behind != 0); p != number.end; ++p)
    if (*p != '.') digits = 10 * digits + static_cast<std::uint64_t>(*p - '0');
  return digits;
}

#else

/// sources[behind]: a table look-up that moves the last 15 digits of 16 characters to the end; the point is `behind`
/// characters before the end (0: no point). digits[n]: a mask that keeps the last n digits.
struct DigitMasks {
  alignas(16) std::uint8_t sources[17][16];
  alignas(16) std::uint8_t digits[16][16];
};

constexpr DigitMasks digit_masks = [] {
  DigitMasks masks{};
  for (int k = 0; k <= 16; ++k)
    for (int i = 0; i < 16; ++i) {
      const bool in_front = i <= 16 - k && k > 0 && i > 0;
      masks.sources[k][i] = static_cast<std::uint8_t>(in_front ? i - 1 : i);
    }
  for (int k = 0; k <= 15; ++k)
    for (int i = 16 - k; i < 16; ++i) masks.digits[k][i] = 0x0f;
  return masks;
}();

/// The integer of all digits: digits are joined to pairs, pairs to fours, fours to eight.
HWY_INLINE std::uint64_t digits_of(const Decimal& number) {
  const hn::FixedTag<std::uint8_t, 16> bytes;
  const hn::FixedTag<std::uint16_t, 8> words;
  const hn::FixedTag<std::uint32_t, 4> halves;
  const hn::FixedTag<std::uint64_t, 2> wholes;
  const auto characters = hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(number.end - 16));
  const auto sources = hn::Load(bytes, digit_masks.sources[number.behind]);
  const auto kept = hn::Load(bytes, digit_masks.digits[number.digits]);
  const auto digits = hn::And(hn::TableLookupBytes(characters, sources), kept);
  const auto pairs = hn::ShiftRight<8>(hn::Mul(hn::BitCast(words, digits), hn::Set(words, 10 * 0x100 + 1)));
  const auto fours = hn::ShiftRight<16>(hn::Mul(hn::BitCast(halves, pairs), hn::Set(halves, 100 * 0x10000 + 1)));
  const auto eights =
      hn::Add(hn::MulEven(fours, hn::Set(halves, 10000)), hn::ShiftRight<32>(hn::BitCast(wholes, fours)));
  return hn::GetLane(eights) * integer_powers_of_ten[8] + hn::ExtractLane(eights, 1);
}

#endif

/// +-10^k for k digits after the point. The division sets the sign too, without a branch, which would be mispredicted.
constexpr auto signed_units = [] {
  std::array<std::array<double, 17>, 2> units{};
  for (std::size_t behind = 0; behind < 17; ++behind) {
    units[0][behind] = powers_of_ten[behind == 0 ? 0 : behind - 1];
    units[1][behind] = -units[0][behind];
  }
  return units;
}();

constexpr auto signed_inverse_units = [] {
  auto inverses = signed_units;
  for (auto& signed_inverses : inverses)
    for (double& inverse : signed_inverses) inverse = 1 / inverse;
  return inverses;
}();

/// The number in T, or NaN where it might not be rounded correctly. For double, one division of exact integers is
/// correctly rounded. For float, the product has two roundings and is within 4 units of double's last place; so it
/// rounds to the same float as the literal unless it is that near to the midpoint of two floats. It is 0 or at least
/// 1e-15, hence not subnormal.
template <class T>
HWY_INLINE T convert(std::uint64_t digits, const Decimal& number) {
  const auto integer = static_cast<double>(static_cast<std::int64_t>(digits));
  if constexpr (std::is_same_v<T, double>) {
    return integer / signed_units[number.negative][number.behind];
  } else {
    constexpr std::uint64_t dropped = (std::uint64_t{1} << 29) - 1;
    constexpr std::uint64_t middle = std::uint64_t{1} << 28;
    const double product = integer * signed_inverse_units[number.negative][number.behind];
    const bool is_safe = (std::bit_cast<std::uint64_t>(product) & dropped) - (middle - 4) > 8;
    return is_safe ? static_cast<T>(product) : std::numeric_limits<T>::quiet_NaN();
  }
}

template <class Rows>
class Parser {
 public:
  Parser(std::int32_t first, std::int32_t previous, const Rows& rows)
      : rows_(rows), first_(first), previous_(previous) {}

  const char* run(const char* p, const char* limit) {
    const char* window = nullptr;
    while (p < limit && p != window && rows_.has_room(most_in_window)) {
      window = p;
      const Marks marked = marks(window);
      std::uint64_t others = marked.others & ~std::uint64_t{1};
      for (std::uint64_t ends = marked.blanks & ~std::uint64_t{1}; ends != 0; ends &= ends - 1) {
        const char* end = window + std::countr_zero(ends);
        if (!token(p, {p + 1, end, window, others})) return p;
        others &= ~(ends ^ (ends - 1));
        p = end;
      }
    }
    return p;
  }

  const Rows& rows() const { return rows_; }
  std::int32_t previous() const { return previous_; }

 private:
  using T = typename Rows::Value;

  /// Reads the token after the separator at `p`: a blank comes before an entry, a newline before a label.
  HWY_INLINE bool token(const char* p, Token text) {
    if (*p == ' ') return text.begin == text.end || entry(text);
    return *p == '\n' && row(text.begin, text.end, text.window, text.others);
  }

  /// Ends a row and begins the next one with its label. Takes the parts of a token: a whole Token would be stored to
  /// memory and loaded again, which costs a fifth of the time of short rows.
  HWY_NOINLINE bool row(const char* begin, const char* end, const char* window, std::uint64_t others) {
    const Token text{begin, end, window, others};
    const std::size_t sign = *text.begin == '-' || *text.begin == '+';
    Decimal number{text.end, *text.begin == '-', 0, 0};
    if (!find_point(text, sign, number)) return false;
    const auto label = convert<double>(digits_of(number), number);
    rows_.end_row();
    rows_.begin_row(label);
    previous_ = -1;
    return true;
  }

  HWY_INLINE bool entry(Token text) {
    const char* colon = text.next();
    const auto size = static_cast<std::size_t>(colon - text.begin);
    if (*colon != ':' || size - 1 > 7) return false;
    const auto column = static_cast<std::int32_t>(digits_before(colon, size)) - first_;
    text.skip(1);
    text.begin = colon + 1;
    if (column <= previous_ || !value(text)) return false;
    rows_.entry(column, value_, nonzero_);
    previous_ = column;
    return true;
  }

  /// Reads a value. Values often repeat: they are all 1, or a row was divided by its norm. So one of at most eight
  /// characters is not converted again if it equals the value before.
  HWY_INLINE bool value(Token text) {
    const auto size = static_cast<std::size_t>(text.end - text.begin);
    const std::uint64_t word = size <= 8 ? last_characters(eight_before(text.end), size) : no_text;
    if (word == text_) return true;
    text_ = size <= 8 ? word : std::uint64_t{no_other_text};
    const std::size_t negative = *text.begin == '-';
    Decimal number{text.end, negative, 0, 0};
    if (!find_point(text, negative, number)) return false;
    const std::uint64_t digits = digits_of(number);
    value_ = convert<T>(digits, number);
    nonzero_ = digits != 0;
    return value_ == value_;
  }

  static constexpr std::int64_t most_in_window = 64 / 4;  ///< entries, as " 1:1" is the shortest
  static constexpr std::uint64_t no_text = 1;             ///< no value, as it has a control character
  static constexpr std::uint64_t no_other_text = 2;

  Rows rows_;
  const std::int32_t first_;
  std::int32_t previous_;
  std::uint64_t text_ = no_other_text;
  T value_ = 0;
  bool nonzero_ = false;
};

template <class Rows>
const char* usual_entries(const char* p, const char* limit, std::int32_t first, std::int32_t& previous, Rows& rows) {
  Parser<Rows> parser(first, previous, rows);
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
