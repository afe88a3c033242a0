// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "losses/logistic_ops.hpp"

#include "core/prefetch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "losses/logistic_ops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Must follow highway.h.
#include <hwy/contrib/math/math-inl.h>

#include "simd/load_first-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, logistic_group>;
using Vector = hn::Vec<Doubles>;

/// exp(-|m|), or 0 near the end of the range of doubles, where hn::Exp is not defined.
HWY_INLINE Vector decay(Vector m) {
  const Doubles d;
  const auto size = hn::Abs(m);
  return hn::IfThenElseZero(hn::Le(size, hn::Set(d, 700.0)), hn::Exp(d, hn::Neg(size)));
}

/// 1 / (1 + e) and e / (1 + e).
struct Shares {
  Vector larger;
  Vector smaller;

  /// 1 / (1 + exp(m))
  HWY_INLINE Vector at(Vector m) const { return hn::IfThenElse(hn::Ge(m, hn::Zero(Doubles())), smaller, larger); }
};

HWY_INLINE Shares shares(Vector e) {
  const auto one = hn::Set(Doubles(), 1.0);
  const auto larger = hn::Div(one, hn::Add(one, e));
  return {larger, hn::Mul(e, larger)};
}

void differentiate(const LogisticRows& rows, double* HWY_RESTRICT slopes, double* HWY_RESTRICT curvatures) {
  const Doubles d;
  for (std::size_t i = 0; i < rows.size; i += hn::Lanes(d)) {
    prefetch_far(rows.y + i);
    const std::size_t left = rows.size - i;
    const auto y = load_up_to(d, rows.y + i, left);
    const auto c = load_up_to(d, rows.c + i, left);
    const auto m = hn::Mul(y, load_up_to(d, rows.z + i, left));
    const Shares share = shares(decay(m));
    store_up_to(hn::Neg(hn::Mul(hn::Mul(c, y), share.at(m))), d, slopes + i, left);
    store_up_to(hn::Mul(c, hn::Mul(share.larger, share.smaller)), d, curvatures + i, left);
  }
}

/// log(1 + e) of 0 <= e <= 1: with f = e / (2 + e) it is 2 artanh f = 2 f + f^3 (2/3 + 2/5 f^2 + ...). The polynomial
/// in t = f^2 interpolates that series at the Chebyshev points of [0, 1/9], off by 1e-17 of the whole.
HWY_INLINE Vector log1p_of_decay(Vector e) {
  const Doubles d;
  const auto f = hn::Div(e, hn::Add(hn::Set(d, 2.0), e));
  const auto t = hn::Mul(f, f);
  const auto t2 = hn::Mul(t, t);
  const auto t4 = hn::Mul(t2, t2);
  const auto line = [&](double at_zero, double slope)
                        HWY_ATTR { return hn::MulAdd(hn::Set(d, slope), t, hn::Set(d, at_zero)); };
  const auto lowest = hn::MulAdd(t2, line(0.28571428567108757, 0.22222222717427863),  //
                                 line(0.66666666666666659, 0.40000000000014583));
  const auto middle = hn::MulAdd(t2, line(0.13314144209654936, 0.12001072809590713),  //
                                 line(0.18181789436132859, 0.15385570064958623));
  const auto highest = line(0.088007384861446739, 0.16164045611943532);
  const auto series = hn::MulAdd(t4, hn::MulAdd(t4, highest, middle), lowest);
  return hn::MulAdd(hn::Mul(f, t), series, hn::Add(f, f));
}

/// c phi(z) from m = y z and its decay; m may be infinite where c = 0.
HWY_INLINE Vector value(Vector c, Vector m, Vector e) {
  const Doubles d;
  const auto loss = hn::Mul(c, hn::Add(hn::Max(hn::Zero(d), hn::Neg(m)), log1p_of_decay(e)));
  return hn::IfThenElseZero(hn::Gt(c, hn::Zero(d)), loss);
}

/// Whether alpha is -c phi'(z) but for rounding: within a part in 10^9 of the smaller of alpha and c - alpha, which is
/// c e / (1 + e). Fenchel and Young's inequality is then an equality to a part in 10^18: it is off by at most
/// (the difference)^2 c / (alpha (c - alpha)).
HWY_INLINE bool are_slopes(Vector c, Vector m, Vector e, Vector alpha) {
  const Doubles d;
  const auto smaller = hn::IfThenElse(hn::Ge(m, hn::Zero(d)), alpha, hn::Sub(c, alpha));
  const auto expected = hn::Mul(c, e);
  const auto difference = hn::Abs(hn::Sub(hn::MulAdd(smaller, e, smaller), expected));
  return hn::AllTrue(d, hn::Le(difference, hn::Mul(expected, hn::Set(d, 1e-9))));
}

/// (c phi)*(-s)
HWY_INLINE Vector conjugate(Vector c, Vector alpha) {
  const Doubles d;
  const auto zero = hn::Zero(d);
  const auto left = hn::Sub(c, alpha);
  const auto share = hn::Div(alpha, c);
  const auto taken = hn::IfThenElse(hn::Gt(alpha, zero), hn::Mul(alpha, hn::Log(d, share)), zero);
  const auto rest = hn::IfThenElse(hn::Gt(left, zero), hn::Mul(left, hn::Log1p(d, hn::Neg(share))), zero);
  return hn::IfThenElse(hn::Gt(c, zero), hn::Add(taken, rest), zero);
}

double sum(const LogisticRows& rows) {
  const Doubles d;
  auto total = hn::Zero(d);
  for (std::size_t i = 0; i < rows.size; i += hn::Lanes(d)) {
    const std::size_t left = rows.size - i;
    const auto m = hn::Mul(load_up_to(d, rows.y + i, left), load_up_to(d, rows.z + i, left));
    total = hn::Add(total, value(load_up_to(d, rows.c + i, left), m, decay(m)));
  }
  return hn::GetLane(hn::SumOfLanes(d, total));
}

void evaluate(const LogisticRows& rows, const double* s, double* HWY_RESTRICT values, double* HWY_RESTRICT conjugates) {
  const Doubles d;
  for (std::size_t i = 0; i < rows.size; i += hn::Lanes(d)) {
    const std::size_t left = rows.size - i;
    const auto y = load_up_to(d, rows.y + i, left);
    const auto c = load_up_to(d, rows.c + i, left);
    const auto m = hn::Mul(y, load_up_to(d, rows.z + i, left));
    const auto e = decay(m);
    const auto loss = value(c, m, e);
    const auto alpha = hn::Mul(y, load_up_to(d, s + i, left));
    const bool equal = are_slopes(c, m, e, alpha);
    store_up_to(loss, d, values + i, left);
    store_up_to(equal ? hn::Neg(hn::MulAdd(alpha, m, loss)) : conjugate(c, alpha), d, conjugates + i, left);
  }
}

void evaluate_at_slopes(const LogisticRows& rows, double* HWY_RESTRICT s, double* HWY_RESTRICT values) {
  const Doubles d;
  for (std::size_t i = 0; i < rows.size; i += hn::Lanes(d)) {
    prefetch_far(rows.y + i);
    const std::size_t left = rows.size - i;
    const auto y = load_up_to(d, rows.y + i, left);
    const auto c = load_up_to(d, rows.c + i, left);
    const auto m = hn::Mul(y, load_up_to(d, rows.z + i, left));
    const auto e = decay(m);
    store_up_to(hn::Mul(hn::Mul(c, y), shares(e).at(m)), d, s + i, left);
    store_up_to(value(c, m, e), d, values + i, left);
  }
}

LogisticOps logistic_table() { return {differentiate, sum, evaluate, evaluate_at_slopes}; }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(logistic_table);

LogisticOps logistic_ops() { return HINGELINE_DISPATCH(logistic_table)(); }

}  // namespace hingeline::internal
#endif
