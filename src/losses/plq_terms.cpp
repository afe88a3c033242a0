// SPDX-License-Identifier: BSD-3-Clause
//
// Between pieces and sums of ReLU and ReHU terms (Dai and Qiu, NeurIPS 2023, equations (1) and (2)).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/infinity.hpp"
#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"
#include "losses/is_corner.hpp"

namespace hingeline {
namespace {

using internal::infinity;
using internal::is_corner;

void validate(const PlqTerms& terms) {
  const auto require = [](bool holds, const char* kind, std::size_t i, const char* name, double given,
                          const char* requirement) {
    if (!holds)
      throw InvalidParameter(fmt::format("plq: {} of {} {}", name, kind, i), fmt::format("{}", given), requirement);
  };
  for (std::size_t i = 0; i < terms.relu.size(); ++i) {
    require(std::isfinite(terms.relu[i].u), "relu", i, "u", terms.relu[i].u, "must be finite");
    require(std::isfinite(terms.relu[i].v), "relu", i, "v", terms.relu[i].v, "must be finite");
  }
  for (std::size_t i = 0; i < terms.rehu.size(); ++i) {
    require(std::isfinite(terms.rehu[i].s), "rehu", i, "s", terms.rehu[i].s, "must be finite");
    require(std::isfinite(terms.rehu[i].v), "rehu", i, "v", terms.rehu[i].v, "must be finite");
    require(terms.rehu[i].tau > 0, "rehu", i, "tau", terms.rehu[i].tau, "must be > 0");
  }
  if (!std::isfinite(terms.constant) || terms.constant < 0)
    throw InvalidParameter("plq: constant", fmt::format("{}", terms.constant), "must be >= 0 and finite");
}

double value(const Relu& term, double t) { return std::max(0.0, term.u * t + term.v); }

double value(const Rehu& term, double t) {
  const double x = std::max(0.0, term.s * t + term.v);
  return x <= term.tau ? x * x / 2 : term.tau * (x - term.tau / 2);
}

std::vector<double> breakpoints(const PlqTerms& terms) {
  std::vector<double> at;
  for (const auto& [u, v] : terms.relu)
    if (u != 0) at.push_back(0.0 - v / u);
  for (const auto& [s, v, tau] : terms.rehu) {
    if (s == 0) continue;
    at.push_back(0.0 - v / s);
    if (tau < infinity) at.push_back((tau - v) / s);
  }
  std::erase_if(at, [](double t) { return !std::isfinite(t); });
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  return at;
}

struct Slope {
  double slope = 0;
  double curvature = 0;
};

/// The slope and curvature at `t` of the piece that `inside` lies on, which tells what each term does there.
Slope slope_of(const PlqTerms& terms, double t, double inside) {
  Slope sum;
  for (const auto& [u, v] : terms.relu)
    if (u * inside + v > 0) sum.slope += u;
  for (const auto& [s, v, tau] : terms.rehu) {
    const double x = s * inside + v;
    if (x <= 0) continue;
    sum.slope += x <= tau ? s * (s * t + v) : s * tau;
    if (x <= tau) sum.curvature += s * s;
  }
  return sum;
}

/// The slope at which the last piece so far ends. A sum of terms is convex: if the next one begins with less, that is
/// rounding.
double last_slope(const PlqFunction& function) {
  const std::vector<double>& at = function.breakpoints;
  const std::size_t j = function.slopes.size() - 1;
  return function.slopes[j] + function.curvatures[j] * (at[j] - at[j == 0 ? 0 : j - 1]);
}

/// A number well below t, however large t is.
double below(double t) { return t - std::max(1.0, std::abs(t)); }

/// The minimiser of the function, at which its pieces are anchored.
double minimiser(const PlqFunction& function) {
  const Plq plq(PlqArgument::residual, {function});
  const auto pieces = plq.pieces(0);
  return std::min_element(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.value < b.value; })
      ->anchor;
}

}  // namespace

PlqFunction plq_from_terms(const PlqTerms& terms) {
  validate(terms);
  PlqFunction function;
  function.breakpoints = breakpoints(terms);
  const std::vector<double>& at = function.breakpoints;
  for (std::size_t j = 0; j <= at.size(); ++j) {
    const double reference = at.empty() ? 0 : at[j == 0 ? 0 : j - 1];
    double inside = reference;
    if (!at.empty())
      inside = j == 0 ? below(at[0]) : j == at.size() ? -below(-at.back()) : std::midpoint(at[j - 1], at[j]);
    const Slope here = slope_of(terms, reference, inside);
    function.slopes.push_back(j == 0 ? here.slope : std::max(here.slope, last_slope(function)));
    function.curvatures.push_back(here.curvature);
  }
  const double lowest = minimiser(function);
  function.minimum = terms.constant;
  for (const Relu& term : terms.relu) function.minimum += value(term, lowest);
  for (const Rehu& term : terms.rehu) function.minimum += value(term, lowest);
  return function;
}

PlqTerms plq_to_terms(const PlqFunction& function) {
  const Plq plq(PlqArgument::residual, {function});
  const auto pieces = plq.pieces(0);
  const double lowest = minimiser(function);
  PlqTerms terms;
  terms.constant = function.minimum;
  double rising = 0;  // the derivative so far, to the right of the minimum
  for (std::size_t j = 0; j < pieces.size(); ++j) {
    const double end = j + 1 < pieces.size() ? pieces[j + 1].begin : infinity;
    const double from = std::max(lowest, pieces[j].begin);
    if (end <= lowest) continue;
    const double curvature = pieces[j].curvature;
    const double slope = pieces[j].slope_at(from);
    if (const double jump = slope - rising; is_corner(rising, slope)) terms.relu.push_back({jump, -jump * from});
    const double root = std::sqrt(curvature);
    if (curvature > 0) terms.rehu.push_back({root, -root * from, root * (end - from)});
    rising = end < infinity ? slope + curvature * (end - from) : slope;
  }
  double falling = 0;  // likewise to its left, where it is negative
  for (std::size_t j = pieces.size(); j-- > 0;) {
    const double end = j + 1 < pieces.size() ? pieces[j + 1].begin : infinity;
    const double from = std::min(lowest, end);
    if (pieces[j].begin >= lowest) continue;
    const double curvature = pieces[j].curvature;
    const double slope = pieces[j].slope_at(from);
    if (const double jump = falling - slope; is_corner(slope, falling)) terms.relu.push_back({-jump, jump * from});
    const double root = std::sqrt(curvature);
    if (curvature > 0) terms.rehu.push_back({-root, root * from, root * (from - pieces[j].begin)});
    falling = j > 0 ? slope - curvature * (from - pieces[j].begin) : slope;
  }
  return terms;
}

}  // namespace hingeline
