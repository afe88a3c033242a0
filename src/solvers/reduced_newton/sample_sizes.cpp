// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/sample_sizes.hpp"

#include <algorithm>
#include <cmath>

namespace hingeline::internal {
namespace {

/// The largest ratio of one sample's size to that of the one before.
double most_growth(double columns, AfterSamples after) {
  switch (after) {
    case AfterSamples::bands:
      return std::clamp(500 / columns, 5.0, 25.0);
    case AfterSamples::newton_step:
      return std::clamp(2000 / columns, 8.0, 25.0);
    case AfterSamples::chord_steps:
      return std::clamp(1000 / columns, 8.0, 13.0);
  }
  return 1;
}

}  // namespace

std::vector<std::int64_t> sample_sizes(std::int64_t rows, std::size_t variables, AfterSamples after) {
  constexpr double fewest_rows = 10000;
  constexpr double rows_per_variable = 30;
  constexpr double worth_a_sample = 2.5;
  const auto columns = static_cast<double>(variables);
  const auto all = static_cast<double>(rows);
  const double first = std::max(fewest_rows, rows_per_variable * columns);
  if (all <= worth_a_sample * first) return {};
  constexpr double eighth = 0.125;
  constexpr double worth_another = 1.5;
  const double last = after == AfterSamples::chord_steps ? std::max(first, eighth * all) : all;
  const double growth = last / first;
  const double steps = growth > worth_another ? std::ceil(std::log(growth) / std::log(most_growth(columns, after))) : 0;
  std::vector<std::int64_t> sizes;
  for (double k = 0; k < steps; ++k) sizes.push_back(static_cast<std::int64_t>(first * std::pow(growth, k / steps)));
  if (after == AfterSamples::chord_steps) sizes.push_back(static_cast<std::int64_t>(last));
  return sizes;
}

}  // namespace hingeline::internal
