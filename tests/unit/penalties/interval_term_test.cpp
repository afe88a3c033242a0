// SPDX-License-Identifier: BSD-3-Clause
#include "penalties/interval_term.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace hingeline::internal {
namespace {

const std::vector<IntervalTerm> terms = {{},           {0.7},           {0, 0},           {0, -infinity, 1},
                                         {0, 0.5, 2},  {0.7, -1, 0.25}, {1.5, 0.5, 0.5},  {0.3, -infinity, -1},
                                         {0, -0.5, 3}, {2, 0},          {0.1, -2, 1e-200}};

TEST(IntervalTerm, StepIsTheProxAndASubgradient) {
  for (const IntervalTerm& r : terms)
    for (const double q : {0.05, 1.0, 30.0})
      for (double v = -5; v < 5; v += 0.173) {
        const double s = r.step(v, q);
        const double z = r.clip(v + q * s);
        EXPECT_NEAR(z, v + q * s, 1e-14 * (1 + std::abs(v)));
        const auto objective = [&](double at) { return q * r.value(at) + 0.5 * (at - v) * (at - v); };
        for (const double other : {z - 1e-3, z + 1e-3, z - 1.0, z + 1.0, 0.0, r.lower, r.upper})
          if (r.contains(other) && std::isfinite(other)) {
            EXPECT_LE(objective(z), objective(other) + 1e-12);
          }
        EXPECT_NEAR(r.value(z) + r.conjugate(s) + s * z, 0, 1e-13 * (1 + std::abs(s * v)));
      }
}

TEST(IntervalTerm, ConjugateIsTheSupremum) {
  for (const IntervalTerm& r : terms)
    for (double s = -3; s < 3; s += 0.19) {
      double best = -infinity;
      for (const double corner : {-1e9, 0.0, 1e9}) {
        const double z = r.clip(corner);
        best = std::max(best, -s * z - r.value(z));
      }
      if (best > 1e6)
        EXPECT_EQ(r.conjugate(s), infinity);
      else
        EXPECT_NEAR(r.conjugate(s), best, 1e-12);
    }
}

TEST(IntervalTerm, ClippedDualsHaveAFiniteConjugateAndOthersStay) {
  for (const IntervalTerm& r : terms)
    for (double s = -3; s < 3; s += 0.19) {
      EXPECT_LT(r.conjugate(r.clip_dual(s)), infinity);
      if (r.conjugate(s) < infinity) {
        EXPECT_EQ(r.clip_dual(s), s);
      }
    }
}

TEST(IntervalTerm, SlopeIsThatOfTheStep) {
  constexpr double h = 1e-7;
  for (const IntervalTerm& r : terms)
    for (const double q : {0.2, 3.0})
      for (double v = -5; v < 5; v += 0.173) {
        if (r.step_slope(v - h, q) != r.step_slope(v + h, q)) continue;
        EXPECT_NEAR(r.step_slope(v, q), (r.step(v - h, q) - r.step(v + h, q)) / (2 * h), 1e-6);
      }
}

TEST(IntervalTerm, AnEqualityIsAsStiffWhereItIsMet) {
  const IntervalTerm equality{0, 0.5, 0.5};
  for (const double v : {0.0, 0.5, 1.0}) EXPECT_EQ(equality.step_slope(v, 4), 0.25);
}

TEST(IntervalTerm, OfNaNIsNaN) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(IntervalTerm{0.7}.pulled(unknown, 2)));
  EXPECT_TRUE(std::isnan((IntervalTerm{0, -infinity, 0}.pulled(unknown, 2))));
}

}  // namespace
}  // namespace hingeline::internal
