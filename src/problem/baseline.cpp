// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/infinity.hpp"
#include "problem/certificate.hpp"
#include "problem/infeasibility.hpp"
#include "problem/row_prover.hpp"

namespace hingeline::internal {
namespace {

/// The targets and costs of a problem whose predictions are all the same, rows of one class taken together.
struct Constants {
  std::vector<double> y;
  std::vector<double> c;
};

Constants by_class(const Problem& problem) {
  std::array<double, 2> of_class{};
  if (problem.weights.empty()) {
    const auto positive = std::count_if(problem.y.begin(), problem.y.end(), [](double y) { return y > 0; });
    of_class = {problem.C * static_cast<double>(std::ssize(problem.y) - positive),
                problem.C * static_cast<double>(positive)};
  } else {
    for (std::size_t i = 0; i < problem.y.size(); ++i)
      of_class[problem.y[i] > 0 ? 1 : 0] += row_cost(problem, static_cast<std::int64_t>(i));
  }
  return {{-1, 1}, {of_class[0], of_class[1]}};
}

/// At the mean of targets, with a tenth of their deviation.
SearchStart search_start(const Problem& problem) {
  double cost = 0;
  double first = 0;
  double second = 0;
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const double c = row_cost(problem, static_cast<std::int64_t>(i));
    cost += c;
    first += c * problem.y[i];
    second += c * problem.y[i] * problem.y[i];
  }
  if (cost == 0) return {};
  const double mean = first / cost;
  const double variance = std::max(0.0, second / cost - mean * mean);
  return variance > 0 ? SearchStart{mean, 0.1 * std::sqrt(variance)} : SearchStart::near(mean);
}

/// Of all w only 0.
Baseline best_constant_of(const Problem& problem) {
  Problem constant = problem;
  Constants classes;
  if (is_classification(problem.loss)) {
    classes = by_class(problem);
    constant.y = classes.y;
    constant.weights = classes.c;
    constant.C = 1;
  }
  const RowProver prover(constant);
  const double zero = prover.constant_loss(0);
  if (problem.intercept != Intercept::free) return {zero, 0};
  constexpr double accuracy = 1e-9;
  const double b = prover.best_intercept({}, search_start(constant), accuracy * zero);
  const double best = prover.constant_loss(b);
  return best < zero ? Baseline{best, b} : Baseline{zero, 0};
}

}  // namespace

Baseline baseline(const Problem& problem) {
  Baseline constant = best_constant_of(problem);
  if (!allows_zero(problem)) constant.primal = infinity;
  return constant;
}

}  // namespace hingeline::internal
