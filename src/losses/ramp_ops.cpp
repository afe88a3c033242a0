// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "losses/ramps.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "losses/ramp_ops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, ramp_group>;
using Vector = hn::Vec<Doubles>;

HWY_INLINE double smoothed_rise(const Ramp& ramp, double h) {
  return h > 0 ? HWY_MIN(ramp.rise, (ramp.upper - ramp.lower) / h) : ramp.rise;
}

HWY_INLINE Vector clipped(const Ramp& ramp, Vector s) {
  const Doubles d;
  return hn::Min(hn::Max(s, hn::Set(d, ramp.lower)), hn::Set(d, ramp.upper));
}

/// s_k before it is clipped, of the vector of rows at i.
HWY_INLINE Vector unclipped(const Ramp& ramp, double rise, Vector distance, const double* centers, std::int64_t i) {
  const Doubles d;
  const auto s = hn::Mul(hn::Set(d, rise), distance);
  return centers == nullptr ? s : hn::MulAdd(hn::Set(d, 1 - rise / ramp.rise), hn::LoadU(d, centers + i), s);
}

HWY_INLINE const double* centers_of(const RampRows& rows, int k) {
  return rows.centers == nullptr ? nullptr : rows.centers[k];
}

RampSums evaluate(const RampLoss& loss, double h, const RampRows& rows, double* HWY_RESTRICT slopes,
                  double* HWY_RESTRICT curvatures) {
  const Doubles d;
  auto value_sum = hn::Zero(d);
  auto gap_sum = hn::Zero(d);
  for (std::int64_t i = 0; i < rows.size; i += static_cast<std::int64_t>(hn::Lanes(d))) {
    const auto t = hn::LoadU(d, rows.t + i);
    const auto c = hn::LoadU(d, rows.c + i);
    auto slope = hn::Set(d, loss.slope);
    auto curvature = hn::Zero(d);
    auto value = hn::MulAdd(slope, t, hn::Set(d, loss.value));
    auto gap = hn::Zero(d);
    for (int k = 0; k < loss.ramp_count; ++k) {
      const Ramp& ramp = loss.ramps[static_cast<std::size_t>(k)];
      const double rise = smoothed_rise(ramp, h);
      const auto half_inverse = hn::Set(d, 0.5 / ramp.rise);
      const auto distance = hn::Sub(t, hn::Set(d, ramp.at));
      const auto exact = clipped(ramp, hn::Mul(hn::Set(d, ramp.rise), distance));
      const auto whole = unclipped(ramp, rise, distance, centers_of(rows, k), i);
      const auto s = clipped(ramp, whole);
      value = hn::MulAdd(exact, hn::NegMulAdd(exact, half_inverse, distance), value);
      gap = hn::MulAdd(hn::Sub(exact, s), hn::NegMulAdd(hn::Add(exact, s), half_inverse, distance), gap);
      slope = hn::Add(slope, s);
      curvature = hn::Add(curvature, hn::IfThenElseZero(hn::Eq(s, whole), hn::Set(d, rise)));
    }
    hn::StoreU(hn::Mul(c, slope), d, slopes + i);
    hn::StoreU(hn::Mul(c, curvature), d, curvatures + i);
    value_sum = hn::MulAdd(c, value, value_sum);
    gap_sum = hn::MulAdd(c, gap, gap_sum);
  }
  return {hn::GetLane(hn::SumOfLanes(d, value_sum)), hn::GetLane(hn::SumOfLanes(d, gap_sum))};
}

double slope_along(const RampLoss& loss, double h, const RampRows& rows, const double* dt, double alpha) {
  const Doubles d;
  const auto step = hn::Set(d, alpha);
  auto sum = hn::Zero(d);
  for (std::int64_t i = 0; i < rows.size; i += static_cast<std::int64_t>(hn::Lanes(d))) {
    const auto change = hn::LoadU(d, dt + i);
    const auto t = hn::MulAdd(step, change, hn::LoadU(d, rows.t + i));
    auto slope = hn::Set(d, loss.slope);
    for (int k = 0; k < loss.ramp_count; ++k) {
      const Ramp& ramp = loss.ramps[static_cast<std::size_t>(k)];
      const auto distance = hn::Sub(t, hn::Set(d, ramp.at));
      slope = hn::Add(slope, clipped(ramp, unclipped(ramp, smoothed_rise(ramp, h), distance, centers_of(rows, k), i)));
    }
    sum = hn::MulAdd(hn::Mul(hn::LoadU(d, rows.c + i), slope), change, sum);
  }
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

void recenter(const RampLoss& loss, double h, const RampRows& rows, double* const* centers) {
  const Doubles d;
  for (int k = 0; k < loss.ramp_count; ++k) {
    const Ramp& ramp = loss.ramps[static_cast<std::size_t>(k)];
    for (std::int64_t i = 0; i < rows.size; i += static_cast<std::int64_t>(hn::Lanes(d))) {
      const auto distance = hn::Sub(hn::LoadU(d, rows.t + i), hn::Set(d, ramp.at));
      hn::StoreU(clipped(ramp, unclipped(ramp, smoothed_rise(ramp, h), distance, centers_of(rows, k), i)), d,
                 centers[k] + i);
    }
  }
}

/// Of every row, how many kinks it lies above.
HWY_INLINE void number_pieces(double first, double second, const NearRows& rows) {
  const Doubles d;
  const auto one = hn::Set(d, 1);
  for (std::int64_t i = 0; i < rows.size; i += static_cast<std::int64_t>(hn::Lanes(d))) {
    const auto t = hn::LoadU(d, rows.t + i);
    const auto above_first = hn::IfThenElseZero(hn::Gt(t, hn::Set(d, first)), one);
    const auto above_second = hn::IfThenElseZero(hn::Gt(t, hn::Set(d, second)), one);
    const auto number = hn::DemoteTo(hn::Rebind<std::int32_t, Doubles>(), hn::Add(above_first, above_second));
    hn::StoreU(hn::DemoteTo(hn::Rebind<std::uint8_t, Doubles>(), number), hn::Rebind<std::uint8_t, Doubles>(),
               rows.pieces + i);
  }
}

std::size_t tell_apart(const RampLoss& loss, const NearRows& rows) {
  const Doubles d;
  const double first = loss.kink_count > 0 ? loss.kinks[0] : infinity;
  const double second = loss.kink_count > 1 ? loss.kinks[1] : infinity;
  std::size_t count = 0;
  for (std::int64_t i = 0; i < rows.size; i += static_cast<std::int64_t>(hn::Lanes(d))) {
    const auto t = hn::LoadU(d, rows.t + i);
    const auto c = hn::LoadU(d, rows.c + i);
    const auto below = hn::Sub(t, hn::Set(d, first));
    const auto above = hn::Sub(t, hn::Set(d, second));
    const auto nearest = hn::Min(hn::Mul(below, below), hn::Mul(above, above));
    const auto near = hn::And(hn::Le(nearest, hn::LoadU(d, rows.reach + i)), hn::Gt(c, hn::Zero(d)));
    hn::StoreU(hn::IfThenZeroElse(near, c), d, rows.c + i);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, near, bits);
    for (unsigned left = bits[0]; left != 0; left &= left - 1)
      rows.near[count++] = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(__builtin_ctz(left));
  }
  if (rows.pieces != nullptr) number_pieces(first, second, rows);
  return count;
}

void on_pieces(const RampLoss& loss, const RampRows& rows, const std::uint8_t* pieces, double* HWY_RESTRICT slopes) {
  const Doubles d;
  const hn::Rebind<std::uint8_t, Doubles> bytes;
  const hn::RebindToUnsigned<Doubles> numbers;
  const auto of_piece = [&](hn::Vec<decltype(numbers)> number, double Piece::*part) HWY_ATTR {
    auto chosen = hn::Set(d, loss.pieces[0].*part);
    for (std::size_t k = 1; k < loss.pieces.size(); ++k) {
      const auto here = hn::RebindMask(d, hn::Eq(number, hn::Set(numbers, k)));
      chosen = hn::IfThenElse(here, hn::Set(d, loss.pieces[k].*part), chosen);
    }
    return chosen;
  };
  for (std::int64_t i = 0; i < rows.size; i += static_cast<std::int64_t>(hn::Lanes(d))) {
    const auto number =
        hn::PromoteTo(numbers, hn::PromoteTo(hn::Rebind<std::uint32_t, Doubles>(), hn::LoadU(bytes, pieces + i)));
    const auto slope =
        hn::MulAdd(of_piece(number, &Piece::curvature), hn::LoadU(d, rows.t + i), of_piece(number, &Piece::slope));
    hn::StoreU(hn::Mul(hn::LoadU(d, rows.c + i), slope), d, slopes + i);
  }
}

RampOps ramp_table() { return {evaluate, slope_along, recenter, on_pieces, tell_apart}; }

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
