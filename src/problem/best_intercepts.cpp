// SPDX-License-Identifier: BSD-3-Clause
#include "problem/best_intercepts.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "core/both.hpp"
#include "core/signs.hpp"
#include "problem/weighted_cut.hpp"

namespace hingeline::internal {
namespace {

/// argmin of P over the intercept of one group, the middle of it where it is an interval. It lies between the extremes:
/// left of the greatest f that may shrink P only falls, right of the least f that may grow it only rises.
double best_intercept(const QuadraticProgram& program, const std::vector<double>& a,
                      const std::vector<double>& products, const Extremes& extremes, int group) {
  if (extremes.violation() <= 0) return middle(extremes);
  const auto memory = std::make_unique_for_overwrite<WeightedKey[]>(a.size());
  std::size_t count = 0;  // of kinks: keys are their places, sizes the rises of the slope
  double slope = 0;
  double size = 0;
  for (std::size_t t = 0; t < a.size(); ++t) {
    if (program.group(t) != group) continue;
    const double f = program.f(t, products.data());
    slope += program.y[t] > 0 ? a[t] - program.upper[t] : -a[t];
    size += program.upper[t];
    slope += below_zero(extremes.greatest - f) * program.upper[t];
    memory[count] = {-f, program.upper[t]};
    count += static_cast<std::size_t>(both(f <= extremes.greatest, f >= extremes.least));
  }
  const std::span<WeightedKey> kinks(memory.get(), count);
  constexpr double rounding = 1e-12;
  const double flat = rounding * size;
  const auto [at, before] = weighted_cut(kinks, -flat - slope);
  if (at == kinks.size()) return -extremes.least;
  const WeightedKey kink = kinks[at];
  if (slope + before + kink.size > flat || at + 1 == kinks.size()) return kink.key;
  const auto by_key = [](const WeightedKey& left, const WeightedKey& right) { return left.key < right.key; };
  const auto next = std::min_element(kinks.begin() + static_cast<std::ptrdiff_t>(at) + 1, kinks.end(), by_key);
  return kink.key + (next->key - kink.key) / 2;
}

}  // namespace

Intercepts best_intercepts(const QuadraticProgram& program, const std::vector<double>& a,
                           const std::vector<double>& products, const std::array<Extremes, 2>& groups) {
  Intercepts intercepts = {0, 0};
  for (int group = 0; group < program.groups(); ++group) {
    const auto g = static_cast<std::size_t>(group);
    intercepts[g] = best_intercept(program, a, products, groups[g], group);
  }
  return intercepts;
}

}  // namespace hingeline::internal
