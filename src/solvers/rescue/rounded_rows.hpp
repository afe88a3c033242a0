// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "data/rows.hpp"
#include "files/read_rows_by_parts.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "losses/visit_loss.hpp"
#include "problem/prediction_rounding.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {

/// f(loss, row, delta) for all rows that have a cost, or for one in `every` rows; delta is the error to which the row's
/// prediction by the answer is known.
template <class F>
void for_each_rounded_row(const Problem& problem, const Solution& answer, std::int64_t every, const F& f) {
  visit_rows(problem.x, [&](const auto& x) {
    visit_loss_of_rows(problem.loss, [&](const auto& loss) {
      read_rows_by_parts(x.rows(), problem.release_rows, [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t i = first; i < end; i += every) {
          const double c = row_cost(problem, i);
          if (c == 0) continue;
          const auto k = static_cast<std::size_t>(i);
          const double s = answer.dual_coef.empty() ? 0 : answer.dual_coef[k];
          const double z = x.dot(i, answer.coef.data()) + answer.intercept;
          const PredictedRow row{problem.y[k], c, s, z};
          const double delta = rounding_of_prediction(row.y, answer.intercept, x.magnitude(i, answer.coef.data()));
          f(loss, row, delta);
        }
      });
    });
  });
}

}  // namespace hingeline::internal
