// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "any_model.hpp"

namespace hingeline::cli {

/// Predictions, row by row. If decision_values or probability is not empty, it is written in place of answers.
struct Predictions {
  std::vector<double> answers;          ///< labels or values; one per level if there are several
  std::vector<double> decision_values;  ///< one per output
  std::vector<double> probability;      ///< one per class; one_class: of both answers
};

/// Text with a line per row: LIBLINEAR's table of probabilities (first line `labels L1 .. LK`, then label and
/// probabilities), the decision values, or the labels or values.
std::string text_of(const AnyModel& model, const Predictions& predictions);

}  // namespace hingeline::cli
