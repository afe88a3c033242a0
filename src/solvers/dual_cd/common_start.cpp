// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/common_start.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "data/rows.hpp"
#include "losses/logistic_step.hpp"
#include "problem/row_cost.hpp"
#include "solvers/dual_cd/dual_cd.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t fewest_classes = 10;
constexpr std::int64_t passes = 2;

/// sum_i |s_i| / sum_i c_i over the rows of other classes
double mean_share(const Problem& problem, std::span<const double> dual) {
  double sum = 0;
  double cost = 0;
  for (std::size_t i = 0; i < dual.size(); ++i) {
    if (problem.y[i] > 0) continue;
    sum -= dual[i];
    cost += row_cost(problem, i);
  }
  return cost > 0 ? sum / cost : 0;
}

/// The common start from one class's solution. The class's own rows get the mean share of their cost in `other`. (Rows
/// of third classes cost the same in both problems; those of `other`'s own class have that class's weight there.)
template <RowMatrix Rows>
CommonStart of_others(const Rows& x, const Problem& problem, const Problem& other, Solution solution) {
  constexpr double below_one = 0.999;
  const double share = mean_share(problem, solution.dual_coef);
  CommonStart start{std::move(solution.dual_coef), std::move(solution.coef)};
  start.mean_share = share;
  for (std::size_t i = 0; i < start.dual.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i);
    double& s = start.dual[i];
    const bool is_own = problem.y[i] > 0;
    const double c = row_cost(is_own ? other : problem, row);
    if (is_own) {
      const double before = std::exchange(s, -share * c);
      x.add(row, s - before, start.coef.data());
    }
    if (s == 0) continue;
    start.sum -= s;
    start.log_odds += s * log_odds_of(std::min(-s, below_one * c), c);
    start.largest_share = std::max(start.largest_share, -s / c);
  }
  start.norm2 = std::inner_product(start.coef.begin(), start.coef.end(), start.coef.begin(), 0.0);
  return start;
}

}  // namespace

bool suits_common_start(const Problem& problem, std::size_t classes) {
  return problem.loss.name == LossName::logistic && classes >= fewest_classes;
}

std::optional<CommonStart> common_start(const Problem& problem, const Problem& other, const SolverOptions& options,
                                        GeometryMemo& geometry) {
  SolverOptions few = options;
  few.max_passes = std::min(options.max_passes, passes);
  few.callback = {};
  CommonStart start = visit_rows(
      problem.x, [&](const auto& x) { return of_others(x, problem, other, dual_cd(x, problem, few, {}, geometry)); });
  if (!std::isfinite(start.norm2)) return std::nullopt;
  return start;
}

}  // namespace hingeline::internal
