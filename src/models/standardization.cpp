// SPDX-License-Identifier: BSD-3-Clause
#include "models/standardization.hpp"

#include <algorithm>
#include <cstddef>

namespace hingeline::internal {

Standardization::Standardization(const MatrixView& x, std::span<const double> weights, const TrainOptions& options)
    : scale_(column_deviations(x, weights, options.threads)),
      lower_(options.bounds.lower.begin(), options.bounds.lower.end()),
      upper_(options.bounds.upper.begin(), options.bounds.upper.end()) {
  x_.emplace(x, scale_, options.threads);
  if (rows(options.constraints.rows) > 0) rows_.emplace(options.constraints.rows, scale_, options.threads);
  multiply(lower_);
  multiply(upper_);
  if (options.level_tie != LevelTie::box) return;
  for (std::size_t j = 0; j < scale_.size(); ++j) {
    box_lower_.push_back(options.box.lower[j] / scale_[j]);
    box_upper_.push_back(options.box.upper[j] / scale_[j]);
  }
}

void Standardization::multiply(std::vector<double>& numbers) const {
  for (std::size_t j = 0; j < std::min(numbers.size(), scale_.size()); ++j) numbers[j] *= scale_[j];
}

void Standardization::restore(std::vector<double>& coef, const Bounds& bounds) const {
  for (std::size_t j = 0; j < scale_.size(); ++j) {
    coef[j] /= scale_[j];
    if (!bounds.lower.empty()) coef[j] = std::max(coef[j], bounds.lower[j]);
    if (!bounds.upper.empty()) coef[j] = std::min(coef[j], bounds.upper[j]);
  }
}

}  // namespace hingeline::internal
