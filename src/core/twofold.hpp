// SPDX-License-Identifier: BSD-3-Clause
//
// A number of twice a double's digits: high + low, low at most half a unit in the last place of high once normalised.
// Sums are Knuth's, products Dekker's by a fused multiply and add (Ogita, Rump & Oishi, SIAM Journal on Scientific
// Computing 2005); each loses some 2^-104 of its terms.
#pragma once

#include <cmath>

#include "core/sum.hpp"

namespace hingeline::internal {

struct Twofold {
  double high = 0;
  double low = 0;

  void add(double number) { add_exactly(number, high, low); }

  void add(const Twofold& number) {
    add(number.high);
    low += number.low;
  }

  void add_product(double a, double b) {
    const double product = a * b;
    add(product);
    low += std::fma(a, b, -product);
  }

  void add_product(double a, const Twofold& b) {
    add_product(a, b.high);
    low += a * b.low;
  }

  Twofold normalised() const {
    Twofold sum{high, 0};
    sum.add(low);
    return sum;
  }
};

/// Of normalised numbers; so is the result.
inline Twofold operator*(const Twofold& a, const Twofold& b) {
  Twofold product;
  product.add_product(a.high, b.high);
  product.low += a.high * b.low + a.low * b.high;
  return product.normalised();
}

/// Of a normalised number; so is the result. exp(k log 2 + r) is 2^k exp(r), and exp(r) - 1 is made of that of r / 512,
/// by its series, through exp(2 r) - 1 = (exp(r) - 1)^2 + 2 (exp(r) - 1).
inline Twofold exp(const Twofold& exponent) {
  constexpr double log2_parts[] = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111};
  constexpr double least = -700;  // exp() of less is left to double
  constexpr int halvings = 9;
  constexpr int terms = 10;
  if (!(exponent.high > least)) return {std::exp(exponent.high), 0};
  const double k = std::nearbyint(exponent.high / log2_parts[0]);
  Twofold r = exponent;
  for (const double part : log2_parts) r.add_product(-k, part);
  r = r.normalised();
  r = {std::ldexp(r.high, -halvings), std::ldexp(r.low, -halvings)};
  Twofold series = {1, 0};  // (exp(r) - 1) / r = 1 + r/2 (1 + r/3 (1 + ..))
  for (int n = terms; n > 1; --n) {
    series = series * r;
    const double high = series.high / n;
    series = {high, (std::fma(-high, n, series.high) + series.low) / n};
    series.add(1);
    series = series.normalised();
  }
  Twofold less_one = series * r;
  for (int n = 0; n < halvings; ++n) {
    Twofold square = less_one * less_one;
    square.add(less_one);
    square.add(less_one);
    less_one = square.normalised();
  }
  less_one.add(1);
  const Twofold power = less_one.normalised();
  return {std::ldexp(power.high, static_cast<int>(k)), std::ldexp(power.low, static_cast<int>(k))};
}

}  // namespace hingeline::internal
