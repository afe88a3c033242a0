// SPDX-License-Identifier: BSD-3-Clause
#include "problem/baseline.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/infinity.hpp"
#include "data/row_blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "penalties/regularizer.hpp"
#include "problem/infeasibility.hpp"
#include "problem/row_cost.hpp"
#include "problem/row_prover.hpp"
#include "problem/target_moments.hpp"
#include "problem/violation_scale.hpp"

namespace hingeline::internal {
namespace {

/// The targets and costs of a problem whose predictions are all the same, rows of one class taken together.
struct Constants {
  std::vector<double> y;
  std::vector<double> c;
};

/// The costs of the rows with y <= 0 and of those with y > 0.
struct ClassCosts {
  ClassCosts& operator+=(const ClassCosts& other) {
    negative += other.negative;
    positive += other.positive;
    return *this;
  }
  double negative = 0;
  double positive = 0;
};

Constants by_class(const Problem& problem, ThreadPool& pool) {
  const auto add = [&](std::int64_t first, std::int64_t end, ClassCosts& costs) {
    if (problem.weights.empty()) {
      const auto positive =
          std::count_if(problem.y.begin() + first, problem.y.begin() + end, [](double y) { return y > 0; });
      costs.negative += static_cast<double>(end - first - positive);
      costs.positive += static_cast<double>(positive);
    } else {
      for (std::int64_t i = first; i < end; ++i)
        (problem.y[static_cast<std::size_t>(i)] > 0 ? costs.positive : costs.negative) += row_cost(problem, i);
    }
  };
  const ClassCosts costs = sum_chunks(pool, std::ssize(problem.y), rows_per_task, ClassCosts(), add);
  const double each = problem.weights.empty() ? problem.C : 1;
  return {{-1, 1}, {each * costs.negative, each * costs.positive}};
}

/// The mean of the targets as the start, with a step of a tenth of their deviation.
SearchStart search_start(const Problem& problem, ThreadPool& pool) {
  const TargetMoments moments = target_moments(problem, pool);
  if (moments.cost == 0 || !std::isfinite(moments.mean())) return {};
  const double variance = moments.variance();
  return variance > 0 && std::isfinite(variance) ? SearchStart{moments.mean(), 0.1 * std::sqrt(variance)}
                                                 : SearchStart::near(moments.mean());
}

/// The best constant, w = 0 being the only w considered.
Baseline best_constant_of(const Problem& problem, ThreadPool& pool) {
  Problem constant = problem;
  Constants classes;
  if (is_classification(problem.loss)) {
    classes = by_class(problem, pool);
    constant.y = classes.y;
    constant.weights = classes.c;
    constant.C = 1;
  }
  const RowProver prover(constant);
  const double zero = prover.constant_loss(0, pool);
  if (problem.intercept != Intercept::free) return {.primal = zero};
  constexpr double accuracy = 1e-9;
  const double b = prover.best_intercept({}, search_start(constant, pool), accuracy * zero, pool);
  const double best = prover.constant_loss(b, pool);
  return best < zero ? Baseline{.primal = best, .intercept = b} : Baseline{.primal = zero};
}

}  // namespace

Baseline baseline(const Problem& problem) {
  ThreadPool alone(1);
  return baseline(problem, alone);
}

Baseline baseline(const Problem& problem, ThreadPool& pool) {
  Baseline constant = best_constant_of(problem, pool);
  constant.loss = constant.primal;
  if (!allows_zero(problem)) constant.primal = infinity;
  if (Regularizer(problem).is_bounded() || rows(problem.constraints.rows) > 0)
    constant.violations = ViolationScale(problem, pool);
  return constant;
}

}  // namespace hingeline::internal
