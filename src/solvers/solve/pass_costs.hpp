// SPDX-License-Identifier: BSD-3-Clause
//
// The cost of a pass of coordinate descent in passes of Newton's method. Both read a row twice, but coordinate descent
// in random order, and it computes each row's step by itself, with logarithms for the logistic loss. Nanoseconds per
// row, beside 1.5 per entry and pass of Newton's method: one-hot rows of 10, 1,000,000 x 2,000 and 18,000, 100 for the
// squared hinge and 180 for the logistic loss; text of 50 words, 200,000 x 20,000, 230 and 330. Rows that fit in a
// cache take less, so that Newton's method is overrated there.
#pragma once

#include <algorithm>
#include <cstdint>

#include "data/stored_entries.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// The number of passes of Newton's method that take as long as one of coordinate descent.
inline double newton_passes_in_a_pass(const Problem& problem) {
  const double entries_of_a_step = problem.loss.name == LossName::logistic ? 100 : 30;
  const double entries_of_a_row =
      static_cast<double>(stored_entries(problem.x)) / static_cast<double>(std::max<std::int64_t>(1, rows(problem.x)));
  return 2 + entries_of_a_step / std::max(1.0, entries_of_a_row);
}

}  // namespace hingeline::internal
