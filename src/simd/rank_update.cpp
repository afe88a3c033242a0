// SPDX-License-Identifier: BSD-3-Clause
//
// One source, compiled once per target by Highway's foreach_target.
#include "simd/rank_update.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/rank_update.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hingeline::internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, rank_update_group>;

/// Updates rows i .. i + 7 of h for one vector of columns; the eight sums stay in registers over all rows.
HWY_INLINE void update_tile(const double* HWY_RESTRICT rows, std::size_t count, std::size_t stride, std::size_t i,
                            std::size_t j, double* HWY_RESTRICT h) {
  const Doubles d;
  const auto target = [&](std::size_t k) { return h + (i + k) * stride + j; };
  auto sum0 = hn::LoadU(d, target(0));
  auto sum1 = hn::LoadU(d, target(1));
  auto sum2 = hn::LoadU(d, target(2));
  auto sum3 = hn::LoadU(d, target(3));
  auto sum4 = hn::LoadU(d, target(4));
  auto sum5 = hn::LoadU(d, target(5));
  auto sum6 = hn::LoadU(d, target(6));
  auto sum7 = hn::LoadU(d, target(7));
  for (std::size_t r = 0; r < count; ++r) {
    const double* row = rows + r * stride;
    const auto columns = hn::LoadU(d, row + j);
    const double* left = row + i;
    sum0 = hn::MulAdd(hn::Set(d, left[0]), columns, sum0);
    sum1 = hn::MulAdd(hn::Set(d, left[1]), columns, sum1);
    sum2 = hn::MulAdd(hn::Set(d, left[2]), columns, sum2);
    sum3 = hn::MulAdd(hn::Set(d, left[3]), columns, sum3);
    sum4 = hn::MulAdd(hn::Set(d, left[4]), columns, sum4);
    sum5 = hn::MulAdd(hn::Set(d, left[5]), columns, sum5);
    sum6 = hn::MulAdd(hn::Set(d, left[6]), columns, sum6);
    sum7 = hn::MulAdd(hn::Set(d, left[7]), columns, sum7);
  }
  hn::StoreU(sum0, d, target(0));
  hn::StoreU(sum1, d, target(1));
  hn::StoreU(sum2, d, target(2));
  hn::StoreU(sum3, d, target(3));
  hn::StoreU(sum4, d, target(4));
  hn::StoreU(sum5, d, target(5));
  hn::StoreU(sum6, d, target(6));
  hn::StoreU(sum7, d, target(7));
}

void update(const double* rows, std::size_t count, std::size_t stride, double* h) {
  for (std::size_t i = 0; i < stride; i += rank_update_group)
    for (std::size_t j = 0; j < i + rank_update_group; j += hn::Lanes(Doubles()))
      update_tile(rows, count, stride, i, j, h);
}

RankUpdate chosen() { return update; }

}  // namespace HWY_NAMESPACE
}  // namespace hingeline::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "simd/dispatch.hpp"

namespace hingeline::internal {

HINGELINE_EXPORT(chosen);

RankUpdate rank_update() { return HINGELINE_DISPATCH(chosen)(); }

}  // namespace hingeline::internal
#endif
