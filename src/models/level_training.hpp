// SPDX-License-Identifier: BSD-3-Clause
//
// Validation and helpers for training at several levels.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hingeline/model.hpp"

namespace hingeline::internal {

/// What is wrong with the levels for this loss, in words; empty if nothing is, or there are no levels.
std::string levels_error(const Loss& loss, std::span<const double> levels);

/// Throws InvalidParameter where levels, tie and box do not fit loss, intercept and each other.
void validate_levels(const TrainOptions& options, std::int32_t features);

/// Whether all levels form one problem.
inline bool levels_are_tied(const LinearModel& model) {
  return model.level_tie != LevelTie::separate && model.levels.size() > 1;
}

/// outer x inner numbers from inner x outer, both row-major.
std::vector<double> transposed(std::span<const double> numbers, std::size_t inner, std::size_t outer);

}  // namespace hingeline::internal
