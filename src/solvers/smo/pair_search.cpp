// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target: the baseline, AVX2, AVX-512, NEON.
#include "solvers/smo/pair_search.hpp"

#include <algorithm>
#include <limits>

#include "solvers/smo/least_curvature.hpp"
#include "solvers/steps/move_pair.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/smo/pair_search.cpp"
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using Vector = hn::Vec<Tag>;
using Integers = hn::RebindToSigned<Tag>;

/// The least value seen in every lane, and where.
struct Least {
  Vector value;
  hn::Vec<Integers> place;

  HWY_INLINE void see(Vector candidate, hn::Vec<Integers> here) {
    const auto less = hn::Lt(candidate, value);
    value = hn::IfThenElse(less, candidate, value);
    place = hn::IfThenElse(hn::RebindMask(Integers(), less), here, place);
  }
};

HWY_INLINE Least nothing_seen() {
  return {hn::Set(Tag(), std::numeric_limits<float>::infinity()), hn::Zero(Integers())};
}

struct Found {
  float value;
  std::size_t place;  // no matter where the value is infinite
};

/// The first place of the least value.
HWY_INLINE Found least_of(const Least& lanes) {
  const Tag d;
  const Integers di;
  const Vector least = hn::MinOfLanes(d, lanes.value);
  const auto at_least = hn::RebindMask(di, hn::Eq(lanes.value, least));
  const auto place = hn::IfThenElse(at_least, lanes.place, hn::Set(di, std::numeric_limits<std::int32_t>::max()));
  const std::int32_t first = hn::GetLane(hn::MinOfLanes(di, place));
  return {hn::GetLane(least), static_cast<std::size_t>(first)};
}

struct Step {
  std::size_t up = 0;
  std::size_t low = 0;
  float delta = 0;
};

struct Worst {
  Found up;
  Found low;  // its value negated
};

/// Pass 1.
HWY_INLINE Worst update(const PairSearch& set, const Step& step, int group) {
  const Tag d;
  const Integers di;
  const std::size_t lanes = hn::Lanes(d);
  const float* HWY_RESTRICT up_row = set.kernel + step.up * set.stride;
  const float* HWY_RESTRICT low_row = set.kernel + step.low * set.stride;
  const float* HWY_RESTRICT up_bar = set.up_bar[group];
  const float* HWY_RESTRICT low_bar = set.low_bar[group];
  float* HWY_RESTRICT f = set.f;
  const Vector delta = hn::Set(d, step.delta);
  Least up = nothing_seen();
  Least low = nothing_seen();
  auto here = hn::Iota(di, 0);
  const auto next = hn::Set(di, static_cast<std::int32_t>(lanes));
  for (std::size_t t = 0; t < set.size; t += lanes) {
    const Vector change = hn::Sub(hn::Load(d, up_row + t), hn::Load(d, low_row + t));
    const Vector moved = hn::MulAdd(delta, change, hn::Load(d, f + t));
    hn::Store(moved, d, f + t);
    up.see(hn::Add(moved, hn::Load(d, up_bar + t)), here);
    low.see(hn::Neg(hn::Add(moved, hn::Load(d, low_bar + t))), here);
    here = hn::Add(here, next);
  }
  return {least_of(up), least_of(low)};
}

/// Pass 2. Where all gains underflow, the partner that violates most.
HWY_INLINE std::size_t best_partner(const PairSearch& set, const Worst& worst, int group) {
  const Found& up = worst.up;
  const Tag d;
  const Integers di;
  const std::size_t lanes = hn::Lanes(d);
  const float* HWY_RESTRICT row = set.kernel + up.place * set.stride;
  const float* HWY_RESTRICT low_bar = set.low_bar[group];
  const Vector f_up = hn::Set(d, up.value);
  const Vector diagonal = hn::Set(d, set.diagonal[up.place]);
  const Vector least = hn::Set(d, static_cast<float>(least_curvature));
  const Vector minus_two = hn::Set(d, -2.0F);
  Least best = nothing_seen();
  auto here = hn::Iota(di, 0);
  const auto next = hn::Set(di, static_cast<std::int32_t>(lanes));
  for (std::size_t t = 0; t < set.size; t += lanes) {
    const Vector difference =
        hn::Max(hn::Sub(hn::Add(hn::Load(d, set.f + t), hn::Load(d, low_bar + t)), f_up), hn::Zero(d));
    const Vector sum = hn::Add(diagonal, hn::Load(d, set.diagonal + t));
    const Vector curvature = hn::Max(hn::MulAdd(minus_two, hn::Load(d, row + t), sum), least);
    const Vector gain = hn::Mul(hn::Mul(difference, difference), hn::ApproximateReciprocal(curvature));
    best.see(hn::Neg(gain), here);
    here = hn::Add(here, next);
  }
  const Found found = least_of(best);
  return found.value < 0 ? found.place : worst.low.place;
}

/// Moves a pair; returns by how much.
HWY_INLINE double move(const PairSearch& set, std::size_t up, std::size_t low, double difference) {
  const double curvature = static_cast<double>(set.diagonal[up]) + static_cast<double>(set.diagonal[low]) -
                           2 * static_cast<double>(set.kernel[up * set.stride + low]);
  const double best = difference / std::max(curvature, least_curvature);
  return move_pair({set.a[up], set.y[up], set.upper[up]}, {set.a[low], set.y[low], set.upper[low]}, best);
}

HWY_INLINE void set_bars(const PairSearch& set, std::size_t t) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const bool positive = set.y[t] > 0;
  const int group = set.groups == 2 && !positive ? 1 : 0;
  const bool may_rise = set.a[t] < set.upper[t];
  const bool may_fall = set.a[t] > 0;
  set.up_bar[group][t] = (positive ? may_rise : may_fall) ? 0 : infinity;
  set.low_bar[group][t] = (positive ? may_fall : may_rise) ? 0 : -infinity;
}

std::int64_t search(const PairSearch& set) {
  constexpr std::int64_t steps_before_clock = 64;
  std::int64_t steps = 0;
  Step step;
  int group = 0;
  for (int settled = 0; settled < set.groups && steps < set.most_steps;) {
    const Worst worst = update(set, step, group);
    step.delta = 0;
    if (!(-worst.low.value - worst.up.value > set.tolerance)) {
      ++settled;
    } else {
      settled = 0;
      step.up = worst.up.place;
      step.low = best_partner(set, worst, group);
      const double difference = static_cast<double>(set.f[step.low]) - static_cast<double>(set.f[step.up]);
      step.delta = static_cast<float>(move(set, step.up, step.low, difference));
      set_bars(set, step.up);
      set_bars(set, step.low);
      ++steps;
      if (steps % steps_before_clock == 0 && is_due(set.stop)) return steps;
    }
    if (set.groups == 2) group = 1 - group;
  }
  return steps;
}

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(search);

std::int64_t search_pairs(const PairSearch& set) { return HINGELINE_DISPATCH(search)(set); }

}  // namespace hingeline::internal
#endif
