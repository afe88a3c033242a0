// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "losses/ramps.hpp"

#include "core/prefetch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "losses/ramp_ops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/load_first-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, ramp_group>;
using Vector = hn::Vec<Doubles>;

/// A ramp smoothed to a width, in all lanes.
struct WideRamp {
  WideRamp() = default;
  WideRamp(const Ramp& ramp, double h) {
    const Doubles d;
    const double smoothed = h > 0 ? HWY_MIN(ramp.rise, (ramp.upper - ramp.lower) / h) : ramp.rise;
    at = hn::Set(d, ramp.at);
    exact_rise = hn::Set(d, ramp.rise);
    rise = hn::Set(d, smoothed);
    lower = hn::Set(d, ramp.lower);
    upper = hn::Set(d, ramp.upper);
    half_inverse = hn::Set(d, 0.5 / ramp.rise);
    of_centre = hn::Set(d, 1 - smoothed / ramp.rise);
  }

  HWY_INLINE Vector clipped(Vector s) const { return hn::Min(hn::Max(s, lower), upper); }

  Vector at;
  Vector exact_rise;
  Vector rise;  // smoothed
  Vector lower;
  Vector upper;
  Vector half_inverse;
  Vector of_centre;
};

/// A loss smoothed to a width, in all lanes.
struct WideLoss {
  WideLoss(const RampLoss& loss, double h)
      : value(hn::Set(Doubles(), loss.value)), slope(hn::Set(Doubles(), loss.slope)), ramp_count(loss.ramp_count) {
    for (int k = 0; k < ramp_count; ++k) ramps[k] = WideRamp(loss.ramps[static_cast<std::size_t>(k)], h);
  }

  Vector value;
  Vector slope;
  int ramp_count;
  WideRamp ramps[most_ramps];
};

/// The multipliers of a vector of rows.
struct Centres {
  const double* const* centres = nullptr;
  std::int64_t at = 0;

  /// s_k before it is clipped.
  HWY_INLINE Vector unclipped(const WideRamp& ramp, int k, Vector distance) const {
    const auto s = hn::Mul(ramp.rise, distance);
    return centres == nullptr ? s : hn::MulAdd(ramp.of_centre, hn::LoadU(Doubles(), centres[k] + at), s);
  }
};

struct Evaluation {
  Vector value;
  Vector gap;
  Vector slope;
  Vector curvature;
};

/// Evaluates the loss; the gap, and slopes that are not exact, only where it is smoothed.
template <bool smoothed>
HWY_INLINE Evaluation evaluate_at(const WideLoss& loss, Vector t, const Centres& centres = {}) {
  const Doubles d;
  Evaluation at{hn::MulAdd(loss.slope, t, loss.value), hn::Zero(d), loss.slope, hn::Zero(d)};
  for (int k = 0; k < loss.ramp_count; ++k) {
    const WideRamp& ramp = loss.ramps[k];
    const auto distance = hn::Sub(t, ramp.at);
    const auto exact_whole = hn::Mul(ramp.exact_rise, distance);
    const auto exact = ramp.clipped(exact_whole);
    at.value = hn::MulAdd(exact, hn::NegMulAdd(exact, ramp.half_inverse, distance), at.value);
    const auto whole = smoothed ? centres.unclipped(ramp, k, distance) : exact_whole;
    const auto s = smoothed ? ramp.clipped(whole) : exact;
    if constexpr (smoothed)
      at.gap = hn::MulAdd(hn::Sub(exact, s), hn::NegMulAdd(hn::Add(exact, s), ramp.half_inverse, distance), at.gap);
    at.slope = hn::Add(at.slope, s);
    at.curvature = hn::Add(at.curvature, hn::IfThenElseZero(hn::Eq(s, whole), ramp.rise));
  }
  return at;
}

/// f(i) for each vector of rows.
template <class F>
HWY_INLINE void for_each_vector(std::int64_t size, const F& f) {
  for (std::int64_t i = 0; i < size; i += static_cast<std::int64_t>(hn::Lanes(Doubles()))) f(i);
}

RampSums evaluate(const RampLoss& loss, double h, const RampRows& rows, const RampSlopes& slopes) {
  const Doubles d;
  const WideLoss wide(loss, h);
  auto values = hn::Zero(d);
  auto gaps = hn::Zero(d);
  auto slope_sizes = hn::Zero(d);
  auto change_sizes = hn::Zero(d);
  for_each_vector(rows.size, [&](std::int64_t i) HWY_ATTR {
    const auto c = hn::LoadU(d, rows.c + i);
    const Evaluation at = evaluate_at<true>(wide, hn::LoadU(d, rows.t + i), {rows.centres, i});
    const auto slope = hn::Mul(c, at.slope);
    const auto change = hn::Sub(slope, hn::LoadU(d, slopes.slopes + i));
    hn::StoreU(slope, d, slopes.slopes + i);
    hn::StoreU(change, d, slopes.changes + i);
    hn::StoreU(hn::Mul(c, at.curvature), d, slopes.curvatures + i);
    values = hn::MulAdd(c, at.value, values);
    gaps = hn::MulAdd(c, at.gap, gaps);
    slope_sizes = hn::Add(hn::Abs(slope), slope_sizes);
    change_sizes = hn::Add(hn::Abs(change), change_sizes);
  });
  const auto total = [](Vector sums) HWY_ATTR { return hn::GetLane(hn::SumOfLanes(Doubles(), sums)); };
  return {total(values), total(gaps), total(slope_sizes), total(change_sizes)};
}

double slope_along(const RampLoss& loss, double h, const RampRows& rows, const double* dt, double alpha) {
  const Doubles d;
  const WideLoss wide(loss, h);
  const auto step = hn::Set(d, alpha);
  auto sum = hn::Zero(d);
  for_each_vector(rows.size, [&](std::int64_t i) HWY_ATTR {
    const auto change = hn::LoadU(d, dt + i);
    const auto t = hn::MulAdd(step, change, hn::LoadU(d, rows.t + i));
    const Centres centres{rows.centres, i};
    auto slope = wide.slope;
    for (int k = 0; k < wide.ramp_count; ++k) {
      const WideRamp& ramp = wide.ramps[k];
      slope = hn::Add(slope, ramp.clipped(centres.unclipped(ramp, k, hn::Sub(t, ramp.at))));
    }
    sum = hn::MulAdd(hn::Mul(hn::LoadU(d, rows.c + i), slope), change, sum);
  });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

void recentre(const RampLoss& loss, double h, const RampRows& rows, double* const* centres) {
  const Doubles d;
  const WideLoss wide(loss, h);
  for_each_vector(rows.size, [&](std::int64_t i) HWY_ATTR {
    const auto t = hn::LoadU(d, rows.t + i);
    for (int k = 0; k < wide.ramp_count; ++k) {
      const WideRamp& ramp = wide.ramps[k];
      const Centres before{rows.centres, i};
      hn::StoreU(ramp.clipped(before.unclipped(ramp, k, hn::Sub(t, ramp.at))), d, centres[k] + i);
    }
  });
}

/// A vector of rows for a loss in t; c is 0 behind the last row.
struct WideRows {
  HWY_INLINE WideRows(const RampLoss& loss, const PredictedRows& rows, std::int64_t i) {
    const Doubles d;
    const auto left = static_cast<std::size_t>(rows.size - i);
    prefetch_far(rows.y + i);
    z = hn::Add(load_up_to(d, rows.z + i, left), hn::Set(d, rows.intercept));
    const auto y = load_up_to(d, rows.y + i, left);
    t = loss.classes ? hn::Mul(y, z) : hn::Sub(z, y);
    c = hn::IfThenElse(hn::Gt(y, hn::Zero(d)), hn::Set(d, rows.cost[1]), hn::Set(d, rows.cost[0]));
    c = rows.weights != nullptr ? hn::Mul(c, load_up_to(d, rows.weights + i, left))
                                : hn::IfThenElseZero(hn::FirstN(d, left), c);
    c_and_sign = loss.classes ? hn::Mul(y, c) : c;
  }

  Vector z;
  Vector t;
  Vector c;
  Vector c_and_sign;  // c dt/dz
};

void differentiate(const RampLoss& loss, const PredictedRows& rows, double* HWY_RESTRICT slopes,
                   double* HWY_RESTRICT curvatures) {
  const Doubles d;
  const WideLoss wide(loss, 0);
  for_each_vector(rows.size, [&](std::int64_t i) HWY_ATTR {
    const WideRows here(loss, rows, i);
    const Evaluation at = evaluate_at<false>(wide, here.t);
    hn::StoreU(hn::Mul(here.c_and_sign, at.slope), d, slopes + i);
    hn::StoreU(hn::Mul(here.c, at.curvature), d, curvatures + i);
  });
}

void on_pieces(const RampLoss& loss, const PredictedRows& rows, const std::uint8_t* pieces,
               double* HWY_RESTRICT slopes) {
  const Doubles d;
  const hn::Rebind<std::uint8_t, Doubles> bytes;
  const hn::RebindToUnsigned<Doubles> numbers;
  const auto of_piece = [&](hn::Vec<decltype(numbers)> number, double Piece::*part) HWY_ATTR {
    auto chosen = hn::Set(d, loss.pieces[0].*part);
    for (std::size_t k = 1; k <= static_cast<std::size_t>(loss.kink_count); ++k) {
      const auto here = hn::RebindMask(d, hn::Eq(number, hn::Set(numbers, k)));
      chosen = hn::IfThenElse(here, hn::Set(d, loss.pieces[k].*part), chosen);
    }
    return chosen;
  };
  for_each_vector(rows.size, [&](std::int64_t i) HWY_ATTR {
    const WideRows here(loss, rows, i);
    const auto number =
        hn::PromoteTo(numbers, hn::PromoteTo(hn::Rebind<std::uint32_t, Doubles>(), hn::LoadU(bytes, pieces + i)));
    const auto slope = hn::MulAdd(of_piece(number, &Piece::curvature), here.t, of_piece(number, &Piece::slope));
    hn::StoreU(hn::Mul(here.c_and_sign, slope), d, slopes + i);
  });
}

/// A loss's kinks, in all lanes.
struct WideKinks {
  explicit WideKinks(const RampLoss& loss) : count(loss.kink_count) {
    for (int k = 0; k < count; ++k) kinks[k] = hn::Set(Doubles(), loss.kinks[static_cast<std::size_t>(k)]);
  }

  /// The squared distance to the nearest kink.
  HWY_INLINE Vector nearest(Vector t) const {
    auto nearest = hn::Set(Doubles(), infinity);
    for (int k = 0; k < count; ++k) {
      const auto distance = hn::Sub(t, kinks[k]);
      nearest = hn::Min(nearest, hn::Mul(distance, distance));
    }
    return nearest;
  }
  /// Stores for each row the number of kinks that it lies above.
  HWY_INLINE void store_pieces(Vector t, std::uint8_t* HWY_RESTRICT pieces) const {
    const Doubles d;
    auto number = hn::Zero(d);
    for (int k = 0; k < count; ++k) number = hn::Add(number, hn::IfThenElseZero(hn::Gt(t, kinks[k]), hn::Set(d, 1)));
    const hn::Rebind<std::uint8_t, Doubles> bytes;
    hn::StoreU(hn::DemoteTo(bytes, hn::DemoteTo(hn::Rebind<std::int32_t, Doubles>(), number)), bytes, pieces);
  }

  int count;
  Vector kinks[most_kinks];
};

template <class T>
SumsApart tell_apart(const RampLoss& loss, const PredictedRows& rows, const Nearness<T>& nearness,
                     const RowsApart& apart) {
  const Doubles d;
  const WideLoss wide(loss, 0);
  const WideKinks kinks(loss);
  SumsApart sums;
  auto value = hn::Zero(d);
  auto slope = hn::Zero(d);
  auto all_zero = hn::Zero(d);  // stays 0 as long as all z are finite
  for_each_vector(rows.size, [&](std::int64_t i) HWY_ATTR {
    const WideRows here(loss, rows, i);
    const auto variance = load_up_to(d, nearness.variance + i, static_cast<std::size_t>(rows.size - i));
    const auto is_near = hn::Le(kinks.nearest(here.t), hn::Add(variance, hn::Set(d, nearness.constant)));
    const Evaluation at = evaluate_at<false>(wide, here.t);
    const auto slopes = hn::IfThenZeroElse(is_near, hn::Mul(here.c_and_sign, at.slope));
    const auto c = hn::IfThenZeroElse(is_near, here.c);
    hn::StoreU(slopes, d, apart.slopes + i);
    hn::StoreU(hn::Mul(c, at.curvature), d, apart.curvatures + i);
    value = hn::MulAdd(c, at.value, value);
    slope = hn::Add(slope, slopes);
    all_zero = hn::MulAdd(here.z, hn::Zero(d), all_zero);
    if (apart.pieces != nullptr) kinks.store_pieces(here.t, apart.pieces + i);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::And(is_near, hn::Gt(here.c, hn::Zero(d))), bits);
    for (unsigned left = bits[0]; left != 0; left &= left - 1)
      apart.near[sums.near++] = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(__builtin_ctz(left));
  });
  sums.value = hn::GetLane(hn::SumOfLanes(d, value));
  sums.slope = hn::GetLane(hn::SumOfLanes(d, slope));
  sums.is_finite = hn::GetLane(hn::SumOfLanes(d, all_zero)) == 0;
  return sums;
}

RampOps ramp_table() {
  return {evaluate, slope_along, recentre, differentiate, on_pieces, {tell_apart<float>, tell_apart<double>}};
}

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(ramp_table);

RampOps ramp_ops() { return HINGELINE_DISPATCH(ramp_table)(); }

}  // namespace hingeline::internal
#endif
