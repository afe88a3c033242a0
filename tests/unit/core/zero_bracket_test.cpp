// SPDX-License-Identifier: BSD-3-Clause
#include "core/zero_bracket.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hingeline::internal {
namespace {

constexpr auto until_rounding = [](const ZeroBracket&) { return false; };

TEST(BracketZero, StepsTowardsTheZeroFromEitherSide) {
  const auto f = [](double x) { return x - 100; };
  for (const double start : {-1000.0, 0.0, 99.5, 100.5, 5000.0}) {
    const ZeroBracket bracket = bracket_zero(f, start, f(start), 1);
    EXPECT_LE(bracket.lower, 100) << start;
    EXPECT_GE(bracket.upper, 100) << start;
    EXPECT_EQ(bracket.lower_value, f(bracket.lower)) << start;
    EXPECT_EQ(bracket.upper_value, f(bracket.upper)) << start;
  }
}

TEST(BracketZero, IsThePointWhereItBeginsAtAZero) {
  const ZeroBracket bracket = bracket_zero([](double x) { return x; }, 0, 0, 1);
  EXPECT_EQ(bracket.lower, 0);
  EXPECT_EQ(bracket.width(), 0);
}

TEST(BracketZero, OfAFunctionThatNeverCrossesEndsFarAway) {
  for (const double value : {-1.0, 1.0}) {
    int calls = 0;
    const ZeroBracket bracket = bracket_zero([&](double) { return ++calls, value; }, 0, value, 1);
    EXPECT_EQ(bracket.width(), 0);
    EXPECT_GT(-value * bracket.lower, std::ldexp(1, 57));
    EXPECT_EQ(bracket.lower_value, 0);
    EXPECT_LE(calls, 30);
  }
}

TEST(CloseBracket, FindsTheZeroOfASmoothFunctionInFewCalls) {
  int calls = 0;
  const auto f = [&](double x) { return ++calls, std::exp(x) - 2; };
  const ZeroBracket bracket = close_bracket(f, {0, 4, f(0), f(4)}, until_rounding);
  EXPECT_LE(bracket.lower, std::log(2));
  EXPECT_GE(bracket.upper, std::log(2));
  EXPECT_LE(bracket.width(), 1e-14);
  calls = 0;
  close_bracket(f, {0, 4, f(0), f(4)}, [](const ZeroBracket& found) { return found.width() < 1e-6; });
  EXPECT_LE(calls, 20);
}

/// As derivatives of sums of hinges do: slopes far apart on both sides, or a jump.
TEST(CloseBracket, ClosesOnAKinkAndOnAJump) {
  const double at = 1 / 3.0;
  const auto kinked = [at](double x) { return x < at ? 1e-8 * (x - at) : 1e8 * (x - at); };
  const auto jump = [at](double x) { return x < at ? -1e-8 : 1e8; };
  const auto expect_closed = [at](const auto& f) {
    const ZeroBracket bracket = close_bracket(f, {-10, 20, f(-10), f(20)}, until_rounding);
    EXPECT_LE(bracket.lower, at);
    EXPECT_GE(bracket.upper, at);
    EXPECT_LE(bracket.width(), 1e-15);
  };
  expect_closed(kinked);
  expect_closed(jump);
}

TEST(CloseBracket, StopsWhenItIsNarrowEnough) {
  const auto f = [](double x) { return x * x * x - 1; };
  const ZeroBracket bracket =
      close_bracket(f, {-5, 5, f(-5), f(5)}, [](const ZeroBracket& found) { return found.width() < 0.5; });
  EXPECT_LT(bracket.width(), 0.5);
  EXPECT_LE(bracket.lower, 1);
  EXPECT_GE(bracket.upper, 1);
}

}  // namespace
}  // namespace hingeline::internal
