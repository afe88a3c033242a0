// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/retry_in_narrower_tube.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "data/rows.hpp"
#include "files/read_rows_by_parts.hpp"
#include "losses/visit_loss.hpp"
#include "problem/certificate.hpp"
#include "problem/prediction_rounding.hpp"
#include "solvers/common/opening.hpp"
#include "solvers/solve/prove_by_own_dual.hpp"
#include "solvers/solve/solve_chosen.hpp"

namespace hingeline::internal {
namespace {

/// The most of predictions at an edge.
double rounding_at_edges(const Problem& problem, const Solution& answer) {
  return visit_rows(problem.x, [&](const auto& x) {
    return visit_loss_of_rows(problem.loss, [&](const auto& loss) {
      double most = 0;
      read_rows_by_parts(x.rows(), problem.release_rows, [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t i = first; i < end; ++i) {
          const double y = problem.y[static_cast<std::size_t>(i)];
          const double z = x.dot(i, answer.coef.data()) + answer.intercept;
          const double delta = rounding_of_prediction(y, answer.intercept, x.magnitude(i, answer.coef.data()));
          if (is_near_kink(loss, y, z, delta)) most = std::max(most, delta);
        }
      });
      return most;
    });
  });
}

}  // namespace

Solution retry_in_narrower_tube(Solution answer, const Choice& choice, const Problem& problem,
                                const SolverOptions& options, const SharedRows& shared) {
  Problem narrow = problem;
  narrow.loss.epsilon -= 2 * rounding_at_edges(problem, answer);
  if (problem.loss.name != LossName::epsilon_insensitive || !(narrow.loss.epsilon > 0)) return answer;
  SolverOptions left = after_opening(answer, options.max_passes - 1, options);
  left.tolerance = 0.5 * options.tolerance;
  const WarmStart start{answer.dual_coef, answer.coef, answer.intercept};
  Choice taken = choice;
  Solution within = solve_chosen(taken, narrow, left, start, shared);
  add_opening(answer, within);
  if (within.status != Status::converged) return answer;
  prove_by_own_dual(within, problem, baseline(problem), Predictions::twofold);
  return accepts(within.certificate, options.tolerance) ? std::move(within) : std::move(answer);
}

}  // namespace hingeline::internal
