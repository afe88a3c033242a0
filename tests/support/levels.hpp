// SPDX-License-Identifier: BSD-3-Clause
//
// Data on which lines of close levels cross, and options that keep them apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "data/change_layout.hpp"
#include "data/owned_rows.hpp"
#include "hingeline/model.hpp"

namespace hingeline::support {

inline constexpr double level_tolerance = 1e-6;

/// Rows whose noise grows with the first feature: lines of close levels cross unless there are many rows.
inline Dataset spreading_rows(std::int64_t rows, std::int32_t cols, std::uint64_t seed, Layout layout = Layout::dense) {
  internal::Random random(seed);
  internal::OwnedRows<double> owned = internal::allocate_dense<double>(rows, cols, rows);
  for (std::int64_t i = 0; i < rows; ++i) {
    double y = 0;
    for (std::int32_t j = 0; j < cols; ++j) y += owned.values[i * cols + j] = random.normal();
    owned.y[i] = y + (1 + owned.values[i * cols]) * random.normal();
  }
  return internal::change_layout(internal::dense_dataset(std::move(owned), rows, cols), layout, cols);
}

/// The largest excess of a level over the next one, on rows of positive weight.
inline double deepest_crossing(const LinearModel& model, const Dataset& data, std::span<const double> weights = {}) {
  double depth = -HUGE_VAL;
  const std::vector<double> z = decision_values(model, data.x);
  const std::size_t levels = model.levels.size();
  for (std::size_t i = 0; i < data.y.size(); ++i)
    for (std::size_t k = 0; k + 1 < levels && (weights.empty() || weights[i] > 0); ++k)
      depth = std::max(depth, z[i * levels + k] - z[i * levels + k + 1]);
  return depth;
}

inline const std::vector<double> close_levels = {0.4, 0.5, 0.6};
inline const std::vector<double> box_lower(3, -2);
inline const std::vector<double> box_upper(3, 2);

/// Options of quantiles at the levels 0.4, 0.5 and 0.6, tied by `tie`; the box, where it needs one, is -2 to 2.
inline TrainOptions level_options(LevelTie tie) {
  TrainOptions options;
  options.loss = {.name = LossName::quantile, .epsilon = 0};
  options.levels = close_levels;
  options.level_tie = tie;
  if (tie == LevelTie::box) options.box = {box_lower, box_upper};
  options.solver.tolerance = level_tolerance;
  options.keep_dual = true;
  return options;
}

}  // namespace hingeline::support
