// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target: the baseline, AVX2, AVX-512, NEON.
#include "kernels/panel_ops.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/panel_ops.cpp"
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using Vector = hn::Vec<Tag<T>>;

template <class T>
constexpr std::size_t lanes = hn::MaxLanes(Tag<T>());
template <class T>
constexpr std::size_t panel_vectors = panel_width / lanes<T>;

// ---- kernel functions ----------------------------------------------------------------------------------------------

/// Polynomials p with 2^r = 1 + r p(r) on |r| <= 1/2, interpolated at Chebyshev's points: errors 5e-9 and 8e-18.
template <class T>
struct Exp2;

template <>
struct Exp2<float> {
  using Integer = std::int32_t;
  static constexpr int mantissa_bits = 23;
  static constexpr float least = -125;
  static constexpr float shift = 0x1.8p23F;  // x + shift - shift is x rounded
  static constexpr float p[] = {0.69314718802622877F,   0.24022650760568126F,   0.055503571142190782F,
                                0.0096180825572778524F, 0.0013390863364671234F, 0.00015453162945120691F};
};

template <>
struct Exp2<double> {
  using Integer = std::int64_t;
  static constexpr int mantissa_bits = 52;
  static constexpr double least = -1021;
  static constexpr double shift = 0x1.8p52;
  static constexpr double p[] = {0.69314718055994529,    0.24022650695910097,    0.055504108664821597,
                                 0.0096181291076068882,  0.0013333558146416936,  0.0001540353044173605,
                                 1.5252733829836119e-05, 1.3215442587921689e-06, 1.0178062445845774e-07,
                                 7.0725859492692234e-09, 4.4549605981865186e-10};
};

/// (2^r - 1) / r for |r| <= 1/2.
template <class T>
HWY_INLINE Vector<T> exp2_slope(Vector<T> r) {
  using Constants = Exp2<T>;
  const Tag<T> d;
  constexpr std::size_t terms = std::size(Constants::p);
  Vector<T> sum = hn::Set(d, Constants::p[terms - 1]);
#pragma GCC unroll 16
  for (std::size_t k = terms - 1; k > 0; --k) sum = hn::MulAdd(sum, r, hn::Set(d, Constants::p[k - 1]));
  return sum;
}

/// 2^r for |r| <= 1/2.
template <class T>
HWY_INLINE Vector<T> exp2_of_fraction(Vector<T> r) {
  return hn::MulAdd(exp2_slope<T>(r), r, hn::Set(Tag<T>(), T{1}));
}

#if HWY_TARGET == HWY_AVX3

/// 2^x
HWY_INLINE Vector<float> exp2_of(Vector<float> x) {
  const Vector<float> r = {_mm512_reduce_ps(x.raw, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
  return {_mm512_scalef_ps(exp2_of_fraction<float>(r).raw, hn::Round(x).raw)};
}
HWY_INLINE Vector<double> exp2_of(Vector<double> x) {
  const Vector<double> r = {_mm512_reduce_pd(x.raw, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
  return {_mm512_scalef_pd(exp2_of_fraction<double>(r).raw, hn::Round(x).raw)};
}

#else

/// 2^x for x not far above 0; where that is below the least normal number, about the least normal number. The lowest
/// bits of x + shift are those of the integer nearest to x, which is added to the exponent.
template <class V, class T = hn::TFromV<V>>
HWY_INLINE V exp2_of(V x) {
  using Constants = Exp2<T>;
  const Tag<T> d;
  const hn::Rebind<typename Constants::Integer, Tag<T>> integers;
  x = hn::Max(x, hn::Set(d, Constants::least));
  const V shifted = hn::Add(x, hn::Set(d, Constants::shift));
  const V r = hn::Sub(x, hn::Sub(shifted, hn::Set(d, Constants::shift)));
  const auto exponent = hn::ShiftLeft<Constants::mantissa_bits>(hn::BitCast(integers, shifted));
  return hn::BitCast(d, hn::Add(hn::BitCast(integers, exp2_of_fraction<T>(r)), exponent));
}

#endif

/// 2^x - 1 for x <= 0, without cancellation near 0.
template <class T>
HWY_INLINE Vector<T> exp2_less_1(Vector<T> x) {
  const Tag<T> d;
  const auto is_fraction = hn::Ge(x, hn::Set(d, T{-0.5}));
  return hn::IfThenElse(is_fraction, hn::Mul(x, exp2_slope<T>(x)), hn::Sub(exp2_of(x), hn::Set(d, T{1})));
}

/// tanh(|u|) = -m / (2 + m), m = 2^(-2 |u| log2 e) - 1.
template <class T>
HWY_INLINE Vector<T> tanh_of(Vector<T> u) {
  const Tag<T> d;
  const Vector<T> m = exp2_less_1<T>(hn::Mul(hn::Abs(u), hn::Set(d, T(-2.8853900817779268))));
  return hn::CopySign(hn::Div(m, hn::Add(m, hn::Set(d, T{2}))), u);
}

template <class T>
HWY_INLINE Vector<T> power(Vector<T> base, int degree) {
  Vector<T> result = hn::Set(Tag<T>(), T{1});
  for (; degree > 0; degree /= 2) {
    if (degree % 2 == 1) result = hn::Mul(result, base);
    base = hn::Mul(base, base);
  }
  return result;
}

// Kernel functions: the kernel value from the dot product and the terms of the two rows.

template <class T>
struct Linear {
  explicit Linear(const Kernel&) {}
  HWY_INLINE Vector<T> operator()(Vector<T> dot, Vector<T>, Vector<T>) const { return dot; }
};

template <class T>
struct Rbf {
  explicit Rbf(const Kernel&) {}
  /// Negative distances become 0; in double also those that may be rounding, such as that of a row to itself.
  HWY_INLINE Vector<T> operator()(Vector<T> dot, Vector<T> a, Vector<T> b) const {
    const Tag<T> d;
    const Vector<T> squares = hn::Add(a, b);
    const Vector<T> exponent = hn::Add(dot, squares);
    if constexpr (sizeof(T) == sizeof(float)) return exp2_of(hn::Min(exponent, hn::Zero(d)));
    const auto is_rounding = hn::Gt(exponent, hn::Mul(squares, hn::Set(d, T{0x1p-48})));
    return exp2_of(hn::IfThenZeroElse(is_rounding, exponent));
  }
};

template <class T>
struct Polynomial {
  explicit Polynomial(const Kernel& k)
      : gamma(static_cast<T>(k.gamma)), coef0(static_cast<T>(k.coef0)), degree(k.degree) {}
  HWY_INLINE Vector<T> operator()(Vector<T> dot, Vector<T>, Vector<T>) const {
    return power<T>(hn::MulAdd(hn::Set(Tag<T>(), gamma), dot, hn::Set(Tag<T>(), coef0)), degree);
  }
  T gamma;
  T coef0;
  int degree;
};

template <class T>
struct Sigmoid {
  explicit Sigmoid(const Kernel& k) : gamma(static_cast<T>(k.gamma)), coef0(static_cast<T>(k.coef0)) {}
  HWY_INLINE Vector<T> operator()(Vector<T> dot, Vector<T>, Vector<T>) const {
    return tanh_of<T>(hn::MulAdd(hn::Set(Tag<T>(), gamma), dot, hn::Set(Tag<T>(), coef0)));
  }
  T gamma;
  T coef0;
};

// ---- where kernel values go ----------------------------------------------------------------------------------------

/// What is done with kernel values.
enum class Use { sums, values, sums_and_values };

template <class T>
struct Target {
  T* partial;  ///< sums: a vector per row
  T* values;
  std::size_t stride;
};

/// The number of rows whose partial sums, one vector each, are buffered.
constexpr std::size_t buffered_rows = 48;

/// out[t] += the sum of the lanes of the t-th of count <= 48 vectors.
template <class T>
HWY_INLINE void add_row_sums(const T* partial, std::size_t count, const Sums& out) {
  const Tag<T> d;
  for (std::size_t t = 0; t < count; ++t) {
    const auto sum = static_cast<double>(hn::GetLane(hn::SumOfLanes(d, hn::Load(d, partial + t * lanes<T>))));
    out.sums[t] += sum;
    if (out.magnitudes != nullptr) out.magnitudes[t] += static_cast<float>(std::abs(sum));
  }
}

#if HWY_TARGET != HWY_SCALAR

/// Adds the blocks of four lanes of a vector.
template <class D>
HWY_INLINE auto sum_of_blocks(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(d) == 4) {
    return v;
  } else {
    const hn::Half<D> half;
    return sum_of_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

/// The same for floats, four rows at a time; the size of the buffer is a multiple of four rows.
HWY_INLINE void add_row_sums(const float* partial, std::size_t count, const Sums& out) {
  const Tag<float> d;
  const Tag<double> pairs;
  for (std::size_t t = 0; t < count; t += 4, partial += 4 * lanes<float>) {
    const auto row0 = hn::Load(d, partial);
    const auto row1 = hn::Load(d, partial + lanes<float>);
    const auto row2 = hn::Load(d, partial + 2 * lanes<float>);
    const auto row3 = hn::Load(d, partial + 3 * lanes<float>);
    const auto low =
        hn::BitCast(pairs, hn::Add(hn::InterleaveLower(d, row0, row1), hn::InterleaveUpper(d, row0, row1)));
    const auto high =
        hn::BitCast(pairs, hn::Add(hn::InterleaveLower(d, row2, row3), hn::InterleaveUpper(d, row2, row3)));
    const auto blocks = hn::Add(hn::BitCast(d, hn::InterleaveLower(pairs, low, high)),
                                hn::BitCast(d, hn::InterleaveUpper(pairs, low, high)));
    alignas(16) float sums[4];
    const hn::Full128<float> four;
    hn::Store(sum_of_blocks(d, blocks), four, sums);
    const std::size_t rows = std::min<std::size_t>(4, count - t);
    for (std::size_t r = 0; r < rows; ++r) out.sums[t + r] += static_cast<double>(sums[r]);
    if (out.magnitudes == nullptr) continue;
    for (std::size_t r = 0; r < rows; ++r) out.magnitudes[t + r] += std::abs(sums[r]);
  }
}

#endif

// ---- products ------------------------------------------------------------------------------------------------------

HWY_INLINE std::int64_t row_number(const RowSet& set, std::size_t t) {
  return set.rows != nullptr ? set.rows[t] : set.first + static_cast<std::int64_t>(t);
}

/// Products of R dense rows with V vectors of panel rows.
template <std::size_t R, std::size_t V, class T>
HWY_INLINE void multiply(const DenseLeft<T>& left, const std::int64_t* rows, const PanelView<T>& panel,
                         std::size_t offset, Vector<T> (&products)[R][V]) {
  const Tag<T> d;
  const T* HWY_RESTRICT values[R];
  for (std::size_t r = 0; r < R; ++r) values[r] = left.values + static_cast<std::size_t>(rows[r]) * left.stride;
  const T* HWY_RESTRICT line = panel.values + offset;
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < V; ++v) products[r][v] = hn::Zero(d);
  }
  for (std::size_t k = 0; k < left.features; ++k, line += panel_width) {
    Vector<T> right[V];
#pragma GCC unroll 8
    for (std::size_t v = 0; v < V; ++v) right[v] = hn::Load(d, line + v * lanes<T>);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < R; ++r) {
      const Vector<T> value = hn::Set(d, values[r][k]);
#pragma GCC unroll 8
      for (std::size_t v = 0; v < V; ++v) products[r][v] = hn::MulAdd(value, right[v], products[r][v]);
    }
  }
}

/// Products of one sparse row with V vectors of panel rows; `compressed`: the panel keeps some columns only.
template <bool compressed, std::size_t V, class T>
HWY_INLINE void multiply_sparse(const SparseLeft<T>& left, std::int64_t row, const PanelView<T>& panel,
                                std::size_t offset, Vector<T> (&products)[V]) {
  const Tag<T> d;
#pragma GCC unroll 16
  for (std::size_t v = 0; v < V; ++v) products[v] = hn::Zero(d);
  for (std::int64_t k = left.offsets[row]; k < left.offsets[row + 1]; ++k) {
    std::int32_t column = left.columns[k];
    if (compressed && (column = panel.slots[column]) < 0) continue;
    const T* HWY_RESTRICT line = panel.values + offset + static_cast<std::size_t>(column) * panel_width;
    const Vector<T> value = hn::Set(d, left.values[k]);
#pragma GCC unroll 16
    for (std::size_t v = 0; v < V; ++v) products[v] = hn::MulAdd(value, hn::Load(d, line + v * lanes<T>), products[v]);
  }
}

template <std::size_t R, std::size_t V, class T>
HWY_INLINE void multiply(const SparseLeft<T>& left, const std::int64_t* rows, const PanelView<T>& panel,
                         std::size_t offset, Vector<T> (&products)[R][V]) {
  static_assert(R == 1);
  if (panel.slots != nullptr)
    multiply_sparse<true>(left, rows[0], panel, offset, products[0]);
  else
    multiply_sparse<false>(left, rows[0], panel, offset, products[0]);
}

/// Subtracts the squared differences in wide columns from the exponents.
template <std::size_t R, std::size_t V, class T>
HWY_INLINE void subtract_squares(const WideColumns<T>& left, const std::int64_t* rows, const T* HWY_RESTRICT line,
                                 Vector<T> (&products)[R][V]) {
  const Tag<T> d;
  for (std::size_t k = 0; k < left.count; ++k, line += panel_width) {
#pragma GCC unroll 8
    for (std::size_t r = 0; r < R; ++r) {
      const Vector<T> value = hn::Set(d, left.values[static_cast<std::size_t>(rows[r]) * left.count + k]);
#pragma GCC unroll 16
      for (std::size_t v = 0; v < V; ++v) {
        const Vector<T> difference = hn::Sub(value, hn::Load(d, line + v * lanes<T>));
        const Vector<T> weighted = hn::Mul(difference, hn::Set(d, left.weight));
        products[r][v] = hn::NegMulAdd(weighted, difference, products[r][v]);
      }
    }
  }
}

// ---- tiles ---------------------------------------------------------------------------------------------------------

/// The number of left rows and of vectors of panel rows whose products are in registers at the same time.
template <class Left>
struct Tile;
template <class T>
struct Tile<DenseLeft<T>> {
  static constexpr std::size_t rows = 6;
  static constexpr std::size_t vectors = std::min<std::size_t>(HWY_TARGET == HWY_AVX3 ? 4 : 2, panel_vectors<T>);
};
template <class T>
struct Tile<SparseLeft<T>> {
  static constexpr std::size_t rows = 1;
  static constexpr std::size_t vectors = std::min<std::size_t>(8, panel_vectors<T>);
};

/// Computes all 64 kernel values of R rows from t = first on, and uses them.
template <Use use, std::size_t R, class T, class Left, class Function>
HWY_INLINE void visit_tile(const Function& f, const Left& left, const RowSet& set, std::size_t first,
                           const PanelView<T>& panel, const Target<T>& to) {
  constexpr std::size_t V = Tile<Left>::vectors;
  const Tag<T> d;
  std::int64_t rows[R];
  for (std::size_t r = 0; r < R; ++r) rows[r] = row_number(set, first + r);
  Vector<T> partial[R];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r) partial[r] = hn::Zero(d);
  for (std::size_t offset = 0; offset < panel_width; offset += V * lanes<T>) {
    Vector<T> products[R][V];
    multiply(left, rows, panel, offset, products);
    if (left.wide.count > 0) subtract_squares(left.wide, rows, panel.wide + offset, products);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < R; ++r) {
      const Vector<T> term = hn::Set(d, left.terms[rows[r]]);
#pragma GCC unroll 8
      for (std::size_t v = 0; v < V; ++v) {
        const std::size_t p = offset + v * lanes<T>;
        const Vector<T> value = f(products[r][v], term, hn::Load(d, panel.terms + p));
        if (use != Use::values) partial[r] = hn::MulAdd(value, hn::Load(d, panel.weights + p), partial[r]);
        if (use != Use::sums) hn::StoreU(value, d, to.values + (first + r) * to.stride + p);
      }
    }
  }
  if (use == Use::values) return;
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r) hn::Store(partial[r], d, to.partial + r * lanes<T>);
}

template <Use use, class T, class Left, class Function>
HWY_INLINE void visit_all(const Function& f, const Left& left, const RowSet& set, const PanelView<T>& panel,
                          const Sums& sums, T* values, std::size_t stride) {
  constexpr std::size_t R = Tile<Left>::rows;
  HWY_ALIGN T partial[buffered_rows * lanes<T>] = {};
  for (std::size_t first = 0; first < set.count; first += buffered_rows) {
    const std::size_t end = std::min(first + buffered_rows, set.count);
    const auto target = [&](std::size_t t) { return Target<T>{partial + (t - first) * lanes<T>, values, stride}; };
    std::size_t t = first;
    for (; t + R <= end; t += R) visit_tile<use, R>(f, left, set, t, panel, target(t));
    for (; t < end; ++t) visit_tile<use, 1>(f, left, set, t, panel, target(t));
    if (use != Use::values) add_row_sums(partial, end - first, sums.from(static_cast<std::int64_t>(first)));
  }
}

template <Use use, class T, class Left>
void visit(const Kernel& kernel, const Left& left, const RowSet& set, const PanelView<T>& panel, const Sums& sums,
           T* values, std::size_t stride) {
  switch (kernel.name) {
    case KernelName::rbf:
      return visit_all<use>(Rbf<T>(kernel), left, set, panel, sums, values, stride);
    case KernelName::polynomial:
      return visit_all<use>(Polynomial<T>(kernel), left, set, panel, sums, values, stride);
    case KernelName::sigmoid:
      return visit_all<use>(Sigmoid<T>(kernel), left, set, panel, sums, values, stride);
    case KernelName::linear:
    case KernelName::precomputed:
      return visit_all<use>(Linear<T>(kernel), left, set, panel, sums, values, stride);
  }
}

template <class T, class Left>
void add_sums(const Kernel& kernel, const Left& left, const RowSet& set, const PanelView<T>& panel, const Sums& sums) {
  visit<Use::sums, T>(kernel, left, set, panel, sums, nullptr, 0);
}

template <class T, class Left>
void write_values(const Kernel& kernel, const Left& left, const RowSet& set, const PanelView<T>& panel, T* out,
                  std::size_t stride) {
  visit<Use::values, T>(kernel, left, set, panel, {nullptr}, out, stride);
}

/// Computes one vector of sums after another, each over all rows.
void add_rows(const float* const* rows, const float* weights, std::size_t size, std::size_t count, const Sums& out) {
  const Tag<float> d;
  const hn::Rebind<float, Tag<double>> half;
  const Tag<double> wide;
  const std::size_t whole = count / lanes<float> * lanes<float>;
  for (std::size_t i = 0; i < whole; i += lanes<float>) {
    Vector<float> sum = hn::Zero(d);
    for (std::size_t j = 0; j < size; ++j) sum = hn::MulAdd(hn::Set(d, weights[j]), hn::LoadU(d, rows[j] + i), sum);
    alignas(64) float sums[lanes<float>];
    hn::Store(sum, d, sums);
    for (std::size_t k = 0; k < lanes<float>; k += lanes<double>) {
      const auto more = hn::PromoteTo(wide, hn::Load(half, sums + k));
      hn::StoreU(hn::Add(hn::LoadU(wide, out.sums + i + k), more), wide, out.sums + i + k);
    }
    if (out.magnitudes != nullptr)
      hn::StoreU(hn::Add(hn::LoadU(d, out.magnitudes + i), hn::Abs(sum)), d, out.magnitudes + i);
  }
  for (std::size_t i = whole; i < count; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      const float term = weights[j] * rows[j][i];
      out.sums[i] += static_cast<double>(term);
      if (out.magnitudes != nullptr) out.magnitudes[i] += std::abs(term);
    }
}

/// A sum is a chain of additions in every lane, then a tree over the lanes; in add_rows it is a chain of at most 16.
template <class T>
constexpr std::size_t sum_roundings() {
  std::size_t tree = 0;
  while ((std::size_t{1} << tree) < lanes<T>) ++tree;
  return std::max<std::size_t>(16, panel_vectors<T> + tree) + 1;
}

template <class T>
PanelOps<T> all_ops() {
  return {{add_sums<T, DenseLeft<T>>, write_values<T, DenseLeft<T>>, visit<Use::sums_and_values, T, DenseLeft<T>>},
          {add_sums<T, SparseLeft<T>>, write_values<T, SparseLeft<T>>, visit<Use::sums_and_values, T, SparseLeft<T>>},
          add_rows,
          sum_roundings<T>()};
}

PanelOps<float> float_panels() { return all_ops<float>(); }
PanelOps<double> double_panels() { return all_ops<double>(); }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(float_panels);
HINGELINE_EXPORT(double_panels);

template <>
PanelOps<float> panel_ops<float>() {
  return HINGELINE_DISPATCH(float_panels)();
}

template <>
PanelOps<double> panel_ops<double>() {
  return HINGELINE_DISPATCH(double_panels)();
}

}  // namespace hingeline::internal
#endif
