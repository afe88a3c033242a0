// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/outlook.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace hingeline::internal {
namespace {

constexpr std::int64_t all_rows = 100;

Progress after(double gap, std::int64_t active = all_rows) {
  Progress now;
  now.relative_gap = gap;
  now.active = active;
  return now;
}

TEST(Outlook, GoesOnAtTheRateOfTheLastHalf) {
  Outlook outlook(all_rows, 1e-6);
  for (const double gap : {1.0, 0.9, 0.5, 0.1}) outlook.passes_in_all(after(gap));
  EXPECT_NEAR(outlook.passes_in_all(after(0.05)), 5 + 2 * 4.699 / 1, 1e-3) << "a tenth every two passes";
}

TEST(Outlook, PassesOverFewRowsCostLittle) {
  Outlook outlook(all_rows, 1e-3);
  outlook.passes_in_all(after(1));
  EXPECT_NEAR(outlook.passes_in_all(after(0.1, all_rows / 2)), 2 + 0.5 * 2, 1e-9);
}

TEST(Outlook, OnePassWhoseEstimateRisesDoesNotEndIt) {
  Outlook outlook(all_rows, 1e-4);
  for (const double gap : {1.0, 0.3, 0.1, 0.03, 0.01, 0.003}) outlook.passes_in_all(after(gap));
  EXPECT_LT(outlook.passes_in_all(after(0.02)), 15) << "a proof brought rows back";
}

TEST(Outlook, HalfThePassesWithoutAFallDoNotEndIt) {
  Outlook outlook(all_rows, 1e-4);
  for (const double gap : {1.0, 0.1, 0.2, 0.2, 0.3}) outlook.passes_in_all(after(gap));
  EXPECT_EQ(outlook.passes_in_all(after(0.2)), infinity);
}

}  // namespace
}  // namespace hingeline::internal
