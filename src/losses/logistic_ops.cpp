// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "losses/logistic_ops.hpp"

#include "core/prefetch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "losses/logistic_ops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind highway.h.
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, logistic_group>;
using Vector = hn::Vec<Doubles>;

/// exp(-|m|), or 0 near the end of doubles, where Exp is none.
HWY_INLINE Vector decay(Vector m) {
  const Doubles d;
  const auto size = hn::Abs(m);
  return hn::IfThenElseZero(hn::Le(size, hn::Set(d, 700.0)), hn::Exp(d, hn::Neg(size)));
}

void differentiate(const LogisticRows& rows, double* HWY_RESTRICT slopes, double* HWY_RESTRICT curvatures) {
  const Doubles d;
  const auto one = hn::Set(d, 1.0);
  for (std::size_t i = 0; i < rows.size; i += hn::Lanes(d)) {
    prefetch_far(rows.y + i);
    const auto y = hn::LoadU(d, rows.y + i);
    const auto c = hn::LoadU(d, rows.c + i);
    const auto m = hn::Mul(y, hn::LoadU(d, rows.z + i));
    const auto e = decay(m);
    const auto larger = hn::Div(one, hn::Add(one, e));
    const auto smaller = hn::Mul(e, larger);
    const auto share = hn::IfThenElse(hn::Ge(m, hn::Zero(d)), smaller, larger);
    hn::StoreU(hn::Neg(hn::Mul(hn::Mul(c, y), share)), d, slopes + i);
    hn::StoreU(hn::Mul(c, hn::Mul(larger, smaller)), d, curvatures + i);
  }
}

/// c phi(z) from m = y z and its decay.
HWY_INLINE Vector value(Vector c, Vector m, Vector e) {
  const Doubles d;
  return hn::Mul(c, hn::Add(hn::Max(hn::Zero(d), hn::Neg(m)), hn::Log1p(d, e)));
}

/// Whether alpha is -c phi'(z) but for rounding: within a part in 10^9 of alpha and of c - alpha. Fenchel and Young's
/// inequality is then an equality to a part in 10^18: it is off by at most (the difference)^2 c / (alpha (c - alpha)).
HWY_INLINE bool are_slopes(Vector c, Vector m, Vector e, Vector alpha) {
  const Doubles d;
  const auto larger = hn::Div(c, hn::Add(hn::Set(d, 1.0), e));
  const auto smaller = hn::Mul(e, larger);
  const auto slope = hn::IfThenElse(hn::Ge(m, hn::Zero(d)), smaller, larger);
  return hn::AllTrue(d, hn::Le(hn::Abs(hn::Sub(alpha, slope)), hn::Mul(smaller, hn::Set(d, 1e-9))));
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
    const auto m = hn::Mul(hn::LoadU(d, rows.y + i), hn::LoadU(d, rows.z + i));
    total = hn::Add(total, value(hn::LoadU(d, rows.c + i), m, decay(m)));
  }
  return hn::GetLane(hn::SumOfLanes(d, total));
}

void evaluate(const LogisticRows& rows, const double* s, double* HWY_RESTRICT values, double* HWY_RESTRICT conjugates) {
  const Doubles d;
  for (std::size_t i = 0; i < rows.size; i += hn::Lanes(d)) {
    const auto y = hn::LoadU(d, rows.y + i);
    const auto c = hn::LoadU(d, rows.c + i);
    const auto m = hn::Mul(y, hn::LoadU(d, rows.z + i));
    const auto e = decay(m);
    const auto loss = value(c, m, e);
    const auto alpha = hn::Mul(y, hn::LoadU(d, s + i));
    const bool equal = are_slopes(c, m, e, alpha);
    hn::StoreU(loss, d, values + i);
    hn::StoreU(equal ? hn::Neg(hn::MulAdd(alpha, m, loss)) : conjugate(c, alpha), d, conjugates + i);
  }
}

LogisticOps logistic_table() { return {differentiate, sum, evaluate}; }

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
