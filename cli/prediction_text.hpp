// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "any_model.hpp"

namespace hingeline::cli {

/// Row by row; one of the last two, or none, is what is written in place of the first.
struct Predictions {
  std::vector<double> answers;          ///< labels or values, of several levels one each
  std::vector<double> decision_values;  ///< one per output
  std::vector<double> probability;      ///< one per class, or of both answers of one class
};

/// A line per row: LIBLINEAR's table of probabilities (first line `labels L1 .. LK`, then label and probabilities), the
/// decision values, or the labels or values.
std::string text_of(const AnyModel& model, const Predictions& predictions);

}  // namespace hingeline::cli
