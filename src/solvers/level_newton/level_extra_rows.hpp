// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/levels.hpp"
#include "hingeline/matrix_view.hpp"
#include "penalties/interval_term.hpp"
#include "solvers/level_newton/level_band.hpp"
#include "solvers/level_newton/level_variables.hpp"
#include "solvers/rows/extra_rows.hpp"

namespace hingeline::internal {

/// The rows behind those of the bands, in one sparse matrix over all variables.
class LevelExtraRows {
 public:
  LevelExtraRows(const LevelVariables& variables, const ExtraRows& extra, std::span<const LevelBand> bands,
                 std::span<const LevelContact> ties, double tie_norm2);

  std::size_t size() const { return offsets_.size() - 1; }
  CsrView<double> matrix() const {
    return {offsets_.data(), columns_.data(), values_.data(), static_cast<std::int64_t>(size()), cols_};
  }
  std::size_t sides() const { return side_values_.size(); }
  double side_value(std::size_t k) const { return side_values_[k]; }
  /// The functions of the rows behind the sides.
  std::span<const IntervalTerm> terms() const { return terms_; }

  // Conversions from s of all these rows: coefficients held at 0, multipliers of constraints and of ties.
  void hold_at_zero(std::span<const double> s, std::span<double> variables) const;
  std::vector<double> multipliers(std::span<const double> s) const;
  double tie_multiplier(std::span<const double> s, std::size_t tie) const;
  /// s from a tie's multiplier.
  double tie_s(double multiplier, std::size_t tie) const { return multiplier / tie_scale_[tie]; }
  std::size_t first_tie() const { return size() - tie_scale_.size(); }

 private:
  void add_side(std::size_t k, const LevelBand& band);
  void add_block(std::size_t k);
  void add_tie(const LevelContact& tie, double norm2);
  void end_row() { offsets_.push_back(static_cast<std::int64_t>(values_.size())); }
  void add_entry(std::size_t variable, double value);
  std::span<const double> block(std::span<const double> s, std::size_t k) const {
    return s.subspan(sides() + k * extra_.size(), extra_.size());
  }

  const LevelVariables& variables_;
  const ExtraRows& extra_;
  std::int32_t cols_;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  std::vector<double> side_values_;
  std::vector<IntervalTerm> terms_;
  std::vector<double> tie_scale_;
};

}  // namespace hingeline::internal
