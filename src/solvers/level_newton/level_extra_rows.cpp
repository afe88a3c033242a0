// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/level_newton/level_extra_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/infinity.hpp"
#include "data/for_each_entry.hpp"

namespace hingeline::internal {

LevelExtraRows::LevelExtraRows(const LevelVariables& variables, const ExtraRows& extra,
                               std::span<const LevelBand> bands, std::span<const LevelContact> ties, double tie_norm2)
    : variables_(variables), extra_(extra), cols_(static_cast<std::int32_t>(variables.size())) {
  for (std::size_t k = 0; k < bands.size(); ++k) add_side(k, bands[k]);
  for (std::size_t k = 0; k < variables.slopes(); ++k) add_block(k);
  for (const LevelContact& tie : ties) add_tie(tie, tie_norm2);
}

void LevelExtraRows::add_entry(std::size_t variable, double value) {
  if (value == 0) return;
  columns_.push_back(static_cast<std::int32_t>(variable));
  values_.push_back(value);
}

void LevelExtraRows::add_side(std::size_t k, const LevelBand& band) {
  for (std::size_t j = 0; j < band.slope.size(); ++j) add_entry(variables_.at(k, j), band.slope[j]);
  end_row();
  side_values_.push_back(band.value);
}

void LevelExtraRows::add_block(std::size_t k) {
  const CsrView<double> block = extra_.matrix();
  for (std::int64_t row = 0; row < block.rows; ++row) {
    for_each_entry(block, row, [&](std::int32_t j, double value) {
      add_entry(variables_.at(k, static_cast<std::size_t>(j)), value);
    });
    end_row();
    terms_.push_back(extra_.term(static_cast<std::size_t>(row)));
  }
}

void LevelExtraRows::add_tie(const LevelContact& tie, double norm2) {
  double row_norm2 = 2 * variables_.appended() * variables_.appended();
  for (const double x : tie.x) row_norm2 += 2 * x * x;
  const double scale = row_norm2 > 0 && norm2 > 0 ? std::sqrt(norm2 / row_norm2) : 1;
  for (const std::size_t k : {tie.level, tie.level + 1}) {
    const double side = k == tie.level ? -scale : scale;
    for (std::size_t j = 0; j < tie.x.size(); ++j) add_entry(variables_.at(k, j), side * tie.x[j]);
    if (variables_.appended() != 0) add_entry(variables_.at(k, variables_.features()), side * variables_.appended());
  }
  end_row();
  terms_.push_back({0, 0, infinity});
  tie_scale_.push_back(scale);
}

void LevelExtraRows::hold_at_zero(std::span<const double> s, std::span<double> variables) const {
  for (std::size_t k = 0; k < variables_.slopes(); ++k)
    extra_.hold_at_zero(block(s, k), variables.subspan(variables_.at(k, 0), variables_.features()));
}

std::vector<double> LevelExtraRows::multipliers(std::span<const double> s) const {
  std::vector<double> all;
  for (std::size_t k = 0; k < variables_.slopes(); ++k) {
    const std::vector<double> one = extra_.multipliers(block(s, k));
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

double LevelExtraRows::tie_multiplier(std::span<const double> s, std::size_t tie) const {
  return std::max(0.0, s[first_tie() + tie] * tie_scale_[tie]);
}

}  // namespace hingeline::internal
