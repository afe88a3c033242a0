// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "simd/dense_blocks.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/dense_blocks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/load_first-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Vector = hn::Vec<Doubles>;

/// Stores the sums over lanes of four vectors, one after the other.
template <class D>
HWY_INLINE void store_sums(D d, hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> c, hn::Vec<D> e,
                           hn::TFromD<D>* HWY_RESTRICT out) {
#if HWY_HAVE_SCALABLE || HWY_TARGET == HWY_SCALAR
  out[0] = hn::GetLane(hn::SumOfLanes(d, a));
  out[1] = hn::GetLane(hn::SumOfLanes(d, b));
  out[2] = hn::GetLane(hn::SumOfLanes(d, c));
  out[3] = hn::GetLane(hn::SumOfLanes(d, e));
#else
  constexpr std::size_t lanes = hn::MaxLanes(D());
  if constexpr (lanes > 4) {
    const hn::Half<D> half;
    const auto folded = [&](hn::Vec<D> v) HWY_ATTR { return hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)); };
    store_sums(half, folded(a), folded(b), folded(c), folded(e), out);
  } else {
    const auto ab = hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
    const auto ce = hn::Add(hn::InterleaveLower(d, c, e), hn::InterleaveUpper(d, c, e));
    if constexpr (lanes == 4) {
      hn::StoreU(hn::Add(hn::ConcatLowerLower(d, ce, ab), hn::ConcatUpperUpper(d, ce, ab)), d, out);
    } else {
      hn::StoreU(ab, d, out);
      hn::StoreU(ce, d, out + 2);
    }
  }
#endif
}

#if HWY_MAX_BYTES == 64 && HWY_CAP_GE512
/// The sums of every two neighbouring blocks of a and b, alternating: a0 + a1, b0 + b1, a2 + a3, b2 + b3.
template <class D>
HWY_INLINE hn::Vec<D> add_blocks(D /*d*/, hn::Vec<D> a, hn::Vec<D> b) {
  return hn::Add(hn::OddEvenBlocks(b, a), hn::SwapAdjacentBlocks(hn::OddEvenBlocks(a, b)));
}

/// The sums of neighbouring lanes in every block of a and b, alternating.
template <class D>
HWY_INLINE hn::Vec<D> add_neighbours(D d, hn::Vec<D> a, hn::Vec<D> b) {
  return hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
}

/// Stores the sums over lanes of eight vectors, by fewer moves between lanes than one by one.
HWY_INLINE void store_eight_sums(Doubles d, const Vector* v, double* HWY_RESTRICT out) {
  const auto low = add_blocks(d, add_neighbours(d, v[0], v[1]), add_neighbours(d, v[2], v[3]));
  const auto high = add_blocks(d, add_neighbours(d, v[4], v[5]), add_neighbours(d, v[6], v[7]));
  hn::StoreU(hn::Add(hn::ConcatLowerLower(d, high, low), hn::ConcatUpperUpper(d, high, low)), d, out);
}

using Floats = hn::ScalableTag<float>;
HWY_INLINE void store_eight_sums(Floats d, const hn::Vec<Floats>* v, float* HWY_RESTRICT out) {
  const hn::Repartition<double, Floats> pairs;
  const auto add_four = [&](const hn::Vec<Floats>* four) HWY_ATTR {
    const auto a = hn::BitCast(pairs, add_neighbours(d, four[0], four[1]));
    const auto b = hn::BitCast(pairs, add_neighbours(d, four[2], four[3]));
    return hn::Add(hn::BitCast(d, hn::InterleaveLower(pairs, a, b)), hn::BitCast(d, hn::InterleaveUpper(pairs, a, b)));
  };
  const auto sums = add_blocks(d, add_four(v), add_four(v + 4));
  const hn::Half<Floats> half;
  hn::StoreU(hn::Add(hn::LowerHalf(half, sums), hn::UpperHalf(half, sums)), half, out);
}
#else
template <class D>
HWY_INLINE void store_eight_sums(D d, const hn::Vec<D>* v, hn::TFromD<D>* HWY_RESTRICT out) {
  store_sums(d, v[0], v[1], v[2], v[3], out);
  store_sums(d, v[4], v[5], v[6], v[7], out + 4);
}
#endif

/// Like sum_rows(), for rows of so few vectors that the term's numbers for all columns stay in registers. Vectors read
/// on into the next row, whose numbers are multiplied by zero; so rows must not have gaps between them, where numbers
/// might not be finite. Returns the number of rows that were summed, which are not the last ones.
template <std::size_t vectors, class D, class T, class Term>
HWY_INLINE std::size_t sum_narrow_rows(D d, const DenseBlock<T>& x, const Term& term, hn::TFromD<D>* HWY_RESTRICT out) {
  constexpr std::size_t together = 8;
  const std::size_t lanes = hn::Lanes(d);
  typename Term::Here here[vectors];
  for (std::size_t k = 0; k + 1 < vectors; ++k) here[k] = term.at(d, k * lanes);
  here[vectors - 1] = term.at_first(d, (vectors - 1) * lanes, x.cols - (vectors - 1) * lanes);
  const std::size_t behind = (vectors * lanes - x.cols + x.stride - 1) / x.stride;  // rows that a row's vectors touch
  std::size_t i = 0;
  for (; i + together + behind <= x.rows; i += together) {
    const T* HWY_RESTRICT rows = x.values + i * x.stride;
    term.prefetch(rows, together * x.stride);
    hn::Vec<D> sums[together];
    for (std::size_t r = 0; r < together; ++r) {
      const T* HWY_RESTRICT row = rows + r * x.stride;
      sums[r] = here[0].add(load(d, row), hn::Zero(d));
      for (std::size_t k = 1; k < vectors; ++k) sums[r] = here[k].add(load(d, row + k * lanes), sums[r]);
    }
    store_eight_sums(d, sums, out + i);
  }
  return i;
}

template <class D, class T, class Term>
HWY_INLINE std::size_t sum_first_rows(D d, const DenseBlock<T>& x, const Term& term, hn::TFromD<D>* out) {
  if (x.stride != x.cols) return 0;
  switch ((x.cols + hn::Lanes(d) - 1) / hn::Lanes(d)) {
    case 1:
      return sum_narrow_rows<1>(d, x, term, out);
    case 2:
      return sum_narrow_rows<2>(d, x, term, out);
    case 3:
      return sum_narrow_rows<3>(d, x, term, out);
    case 4:
      return sum_narrow_rows<4>(d, x, term, out);
    case 5:
      return sum_narrow_rows<5>(d, x, term, out);
    case 6:
      return sum_narrow_rows<6>(d, x, term, out);
    default:
      return 0;
  }
}

/// out_i = sum_j term(x_ij), computed in the tag's type.
template <class D, class T, class Term>
HWY_INLINE void sum_rows(D d, const DenseBlock<T>& x, const Term& term, hn::TFromD<D>* HWY_RESTRICT out) {
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t whole = x.cols / lanes * lanes;
  const std::size_t left = x.cols - whole;
  const auto tail = term.at_first(d, whole, left);
  std::size_t i = sum_first_rows(d, x, term, out);
  for (; i + 4 <= x.rows; i += 4) {
    const T* HWY_RESTRICT row0 = x.values + i * x.stride;
    const T* HWY_RESTRICT row1 = row0 + x.stride;
    const T* HWY_RESTRICT row2 = row1 + x.stride;
    const T* HWY_RESTRICT row3 = row2 + x.stride;
    term.prefetch(row0, 4 * x.stride);
    auto sum0 = hn::Zero(d);
    auto sum1 = hn::Zero(d);
    auto sum2 = hn::Zero(d);
    auto sum3 = hn::Zero(d);
    for (std::size_t j = 0; j < whole; j += lanes) {
      const auto here = term.at(d, j);
      sum0 = here.add(load(d, row0 + j), sum0);
      sum1 = here.add(load(d, row1 + j), sum1);
      sum2 = here.add(load(d, row2 + j), sum2);
      sum3 = here.add(load(d, row3 + j), sum3);
    }
    if (left > 0) {
      sum0 = tail.add(load_first(d, row0 + whole, left), sum0);
      sum1 = tail.add(load_first(d, row1 + whole, left), sum1);
      sum2 = tail.add(load_first(d, row2 + whole, left), sum2);
      sum3 = tail.add(load_first(d, row3 + whole, left), sum3);
    }
    store_sums(d, sum0, sum1, sum2, sum3, out + i);
  }
  for (; i < x.rows; ++i) {
    const T* row = x.values + i * x.stride;
    auto sum = hn::Zero(d);
    for (std::size_t j = 0; j < whole; j += lanes) sum = term.at(d, j).add(load(d, row + j), sum);
    if (left > 0) sum = tail.add(load_first(d, row + whole, left), sum);
    out[i] = hn::GetLane(hn::SumOfLanes(d, sum));
  }
}

struct Products {
  const double* HWY_RESTRICT w;

  /// Prefetches, as this is the first pass over rows in memory: the hardware's own prefetching ends with every page of
  /// 4096 bytes.
  template <class T>
  HWY_INLINE void prefetch(const T* x, std::size_t count) const {
    constexpr std::size_t ahead = 4096;
    constexpr std::size_t line = 64;
    const auto* bytes = reinterpret_cast<const char*>(x) + ahead;
    for (std::size_t at = 0; at < count * sizeof(T); at += line) __builtin_prefetch(bytes + at);
  }

  struct Here {
    Vector w;
    HWY_INLINE Vector add(Vector x, Vector sum) const { return hn::MulAdd(x, w, sum); }
  };
  HWY_INLINE Here at(Doubles d, std::size_t j) const { return {load(d, w + j)}; }
  HWY_INLINE Here at_first(Doubles d, std::size_t j, std::size_t count) const { return {load_first(d, w + j, count)}; }
};

template <class T>
struct ScaledSquares {
  using D = hn::ScalableTag<T>;
  const T* HWY_RESTRICT scale;
  const T* HWY_RESTRICT centre;

  HWY_INLINE void prefetch(const T* /*x*/, std::size_t /*count*/) const {}  // rows are still in the cache

  struct Here {
    hn::Vec<D> scale;
    hn::Vec<D> centre;
    HWY_INLINE hn::Vec<D> add(hn::Vec<D> x, hn::Vec<D> sum) const {
      const auto distance = hn::MulSub(x, scale, centre);
      return hn::MulAdd(distance, distance, sum);
    }
  };
  HWY_INLINE Here at(D d, std::size_t j) const { return {load(d, scale + j), load(d, centre + j)}; }
  HWY_INLINE Here at_first(D d, std::size_t j, std::size_t count) const {
    return {load_first(d, scale + j, count), load_first(d, centre + j, count)};
  }
};

template <class T>
void predict(const DenseBlock<T>& x, const double* w, double* z) {
  sum_rows(Doubles(), x, Products{w}, z);
}

template <class T>
void spread(const DenseBlock<T>& x, const T* scale, const T* centre, T* v) {
  sum_rows(hn::ScalableTag<T>(), x, ScaledSquares<T>{scale, centre}, v);
}

/// Prefetches bytes into the second-level cache, a little at a time beside other work.
class Ahead {
 public:
  Ahead() = default;
  Ahead(const void* bytes, std::size_t size) : bytes_(static_cast<const char*>(bytes)), size_(size) {}

  /// Prefetches the next part; after `times` calls all bytes have been prefetched.
  HWY_INLINE void fetch_share(std::size_t times) {
    constexpr std::size_t line = 64;
    due_ += size_ / times;
    for (; at_ < due_; at_ += line) __builtin_prefetch(bytes_ + at_, 0, 2);
  }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t due_ = 0;
  std::size_t at_ = 0;
};

/// u += sum over the listed rows of s_i x_i, for columns that fit in `vectors` vectors, so that sums stay in registers.
/// The last vector holds `left` columns; what is read beyond them is not added. Takes two rows at a time, so that
/// additions do not wait for each other.
template <std::size_t vectors, class T>
HWY_INLINE void combine_columns(const T* HWY_RESTRICT x, std::size_t stride, const double* HWY_RESTRICT s,
                                const std::uint32_t* HWY_RESTRICT listed, std::size_t count, std::size_t left,
                                Ahead ahead, double* HWY_RESTRICT u) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  Vector sums[2 * vectors];
  for (auto& sum : sums) sum = hn::Zero(d);
  const auto add_row = [&](std::size_t i, Vector* HWY_RESTRICT row_sums) HWY_ATTR {
    const T* row = x + i * stride;
    const auto scale = hn::Set(d, s[i]);
    for (std::size_t k = 0; k < vectors; ++k) row_sums[k] = hn::MulAdd(scale, load(d, row + k * lanes), row_sums[k]);
  };
  std::size_t k = 0;
  for (; k + 2 <= count; k += 2) {
    ahead.fetch_share(count / 2);
    add_row(listed[k], sums);
    add_row(listed[k + 1], sums + vectors);
  }
  if (k < count) add_row(listed[k], sums);
  HWY_ALIGN double total[vectors * HWY_MAX_BYTES / sizeof(double)];
  for (std::size_t m = 0; m < vectors; ++m) hn::Store(hn::Add(sums[m], sums[vectors + m]), d, total + m * lanes);
  for (std::size_t j = 0; j < (vectors - 1) * lanes + left; ++j) u[j] += total[j];
}

/// The same by scalars, for few rows: reads nothing beyond the last of `count` columns.
template <class T>
void combine_last_rows(const T* x, std::size_t stride, const double* s, std::span<const std::uint32_t> listed,
                       std::size_t count, double* u) {
  for (const std::uint32_t i : listed)
    for (std::size_t j = 0; j < count; ++j) u[j] += s[i] * static_cast<double>(x[i * stride + j]);
}

/// Number of vectors of columns that are summed at a time. More than registers can hold still pay, as the place and
/// factor of a row are looked up again for each panel of columns.
constexpr std::size_t widest_panel = 8;

/// The same for any number of columns, from j on.
template <std::size_t vectors, class T>
HWY_INLINE void combine_listed(const DenseBlock<T>& x, const double* s, std::span<const std::uint32_t> listed,
                               std::size_t j, Ahead ahead, double* u) {
  const std::size_t lanes = hn::Lanes(Doubles());
  const std::size_t panel = vectors * lanes;
  for (; j + panel <= x.cols; j += panel, ahead = Ahead())
    combine_columns<vectors>(x.values + j, x.stride, s, listed.data(), listed.size(), lanes, ahead, u + j);
  const std::size_t left = x.cols - j;
  if (left > (vectors - 1) * lanes) {
    // Vectors may be used for rows whose last vector ends within the block.
    const std::size_t behind = (j + panel - x.cols + x.stride - 1) / x.stride;
    std::size_t inside = listed.size();
    while (inside > 0 && listed[inside - 1] + behind >= x.rows) --inside;
    combine_columns<vectors>(x.values + j, x.stride, s, listed.data(), inside, left - (vectors - 1) * lanes, ahead,
                             u + j);
    combine_last_rows(x.values + j, x.stride, s, listed.subspan(inside), left, u + j);
  } else if constexpr (vectors > 1) {
    combine_listed<vectors - 1>(x, s, listed, j, ahead, u);
  }
}

/// Whether rows are so wide that each is in a page of its own, whose address every panel would have to translate again.
template <class T>
bool are_wide(const DenseBlock<T>& x) {
  constexpr std::size_t bytes = 3072;
  return x.stride * sizeof(T) >= bytes;
}

/// The same for wide rows: takes eight rows at a time, over all columns. Returns the number of listed rows added; the
/// last ones are not.
template <class T>
HWY_INLINE std::size_t combine_wide(const DenseBlock<T>& x, const double* HWY_RESTRICT s,
                                    std::span<const std::uint32_t> listed, double* HWY_RESTRICT u) {
  constexpr std::size_t together = 8;
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t whole = x.cols / lanes * lanes;
  std::size_t k = 0;
  for (; k + together <= listed.size(); k += together) {
    const T* rows[together];
    Vector scale[together];
    for (std::size_t r = 0; r < together; ++r) {
      rows[r] = x.values + listed[k + r] * x.stride;
      scale[r] = hn::Set(d, s[listed[k + r]]);
    }
    for (std::size_t j = 0; j < whole; j += lanes) {
      auto even = load(d, u + j);
      auto odd = hn::Zero(d);
      for (std::size_t r = 0; r < together; r += 2) {
        even = hn::MulAdd(scale[r], load(d, rows[r] + j), even);
        odd = hn::MulAdd(scale[r + 1], load(d, rows[r + 1] + j), odd);
      }
      hn::StoreU(hn::Add(even, odd), d, u + j);
    }
    combine_last_rows(x.values + whole, x.stride, s, listed.subspan(k, together), x.cols - whole, u + whole);
  }
  return k;
}

/// For every value of four bits, the numbers of the bits that are set, ascending.
constexpr auto numbers_of_bits = [] {
  std::array<std::array<std::uint32_t, 4>, 16> numbers{};
  for (std::uint32_t bits = 0; bits < 16; ++bits)
    for (std::uint32_t bit = 0, count = 0; bit < 4; ++bit)
      if ((bits >> bit & 1) != 0) numbers[bits][count++] = bit;
  return numbers;
}();

/// Lists the rows with s_i != 0 and returns their number; may overwrite four numbers after them.
HWY_INLINE std::size_t list_nonzero(const double* HWY_RESTRICT s, std::size_t rows,
                                    std::uint32_t* HWY_RESTRICT listed) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows; i += lanes) {
    std::array<std::uint8_t, 8> bits{};
    hn::StoreMaskBits(d, hn::Ne(load_up_to(d, s + i, rows - i), hn::Zero(d)), bits.data());
    for (std::size_t lane = 0; lane < lanes; lane += 4) {
      const std::size_t four = bits[lane / 8] >> (lane % 8) & 15U;
      for (std::size_t k = 0; k < 4; ++k)
        listed[count + k] = static_cast<std::uint32_t>(i + lane) + numbers_of_bits[four][k];
      count += static_cast<std::size_t>(std::popcount(four));
    }
  }
  return count;
}

template <class T>
void combine(const DenseBlock<T>& x, const double* s, double* u) {
  constexpr std::size_t most = 256;
  std::uint32_t listed[most + 4];
  for (std::size_t first = 0; first < x.rows; first += most) {
    const std::size_t rows = HWY_MIN(most, x.rows - first);
    const std::size_t count = list_nonzero(s + first, rows, listed);
    const DenseBlock<T> part{x.values + first * x.stride, rows, x.cols, x.stride};
    // Another block usually follows a whole one, and is not read before this one is done.
    const bool fetches = rows == most && count > most / 8;
    const Ahead next(part.values + most * x.stride, fetches ? most * x.stride * sizeof(T) : 0);
    std::span<const std::uint32_t> left(listed, count);
    if (are_wide(x)) left = left.subspan(combine_wide(part, s + first, left, u));
    combine_listed<widest_panel>(part, s + first, left, 0, next, u);
  }
}

DenseBlockOps<float> float_block_ops() { return {predict<float>, combine<float>, spread<float>}; }
DenseBlockOps<double> double_block_ops() { return {predict<double>, combine<double>, spread<double>}; }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(float_block_ops);
HINGELINE_EXPORT(double_block_ops);

template <>
DenseBlockOps<float> dense_block_ops<float>() {
  return HINGELINE_DISPATCH(float_block_ops)();
}

template <>
DenseBlockOps<double> dense_block_ops<double>() {
  return HINGELINE_DISPATCH(double_block_ops)();
}

}  // namespace hingeline::internal
#endif
