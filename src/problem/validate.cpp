// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/infinity.hpp"
#include "core/require.hpp"
#include "data/validate_matrix.hpp"
#include "data/validate_sizes.hpp"
#include "hingeline/error.hpp"
#include "hingeline/options.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/problem.hpp"
#include "losses/loss_parameters.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/validate.hpp"

namespace hingeline {
namespace {

using internal::infinity;
using internal::require;

/// Requires an optional array, where it is given, to have `wanted` numbers.
void require_optional(const char* parameter, std::size_t given, std::size_t wanted) {
  if (given != 0 && given != wanted)
    throw InvalidParameter(parameter, fmt::format("{} numbers", given), fmt::format("must be {}", wanted));
}

/// Whether all are +1 or -1.
bool all_signs(std::span<const double> y) {
  constexpr auto one = std::bit_cast<std::uint64_t>(1.0);
  constexpr std::size_t line = 64 / sizeof(double);
  constexpr std::size_t lines_ahead = 64;
  std::uint64_t other = 0;
  for (std::size_t first = 0; first < y.size(); first += line) {
    __builtin_prefetch(y.data() + first + lines_ahead * line);
    for (std::size_t k = first; k < std::min(first + line, y.size()); ++k)
      other |= (std::bit_cast<std::uint64_t>(y[k]) ^ one) << 1;
  }
  return other == 0;
}

/// Requires targets that number the functions of a PLQ loss.
void validate_function_numbers(const char* name, std::span<const double> y, std::size_t functions) {
  const double last = static_cast<double>(functions) - 1;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (!(y[i] >= 0 && y[i] <= last) || y[i] != std::floor(y[i]))
      throw DataError(
          fmt::format("{}: row {} (from 0): {} given, must be the number of a function of the plq loss, 0 to {}", name,
                      i, y[i], last));
}

void validate_signs(const char* name, std::span<const double> y) {
  if (all_signs(y)) return;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (std::abs(y[i]) != 1)
      throw DataError(fmt::format("{}: row {} (from 0): {} given, must be +1 or -1", name, i, y[i]));
}

void require_targets(const Problem& problem) {
  const std::int64_t n = rows(problem.x);
  if (static_cast<std::int64_t>(problem.y.size()) != n)
    throw DataError(fmt::format("y: {} targets given for {} rows", problem.y.size(), n));
  internal::validate_targets("y", problem.y, problem.loss);
}

void validate_weights(const Problem& problem) {
  if (problem.weights.empty()) return;
  const std::int64_t n = rows(problem.x);
  if (static_cast<std::int64_t>(problem.weights.size()) != n)
    throw DataError(fmt::format("weights: {} given for {} rows", problem.weights.size(), n));
  for (std::int64_t i = 0; i < n; ++i) {
    const double weight = problem.weights[static_cast<std::size_t>(i)];
    if (!(weight >= 0) || !std::isfinite(weight))
      throw DataError(fmt::format("weights: row {} (from 0): {} given, must be >= 0 and finite", i, weight));
  }
  internal::require_some_weight(problem.weights);
  const double largest = problem.C * std::ranges::max(problem.weights);
  require(largest > 0, "C", problem.C, "must be larger, as its product with every weight is 0");
  require(std::isfinite(largest), "C", problem.C,
          "must be smaller, as its product with the largest weight is infinite");
}

void validate_penalty(const Penalty& penalty, std::size_t features) {
  require(penalty.l1 >= 0 && std::isfinite(penalty.l1), "l1", penalty.l1, "must be >= 0 and finite");
  require(penalty.l2 >= 0 && std::isfinite(penalty.l2), "l2", penalty.l2, "must be >= 0 and finite");
  require_optional("l1_weights", penalty.l1_weights.size(), features);
  for (const double weight : penalty.l1_weights)
    require(weight >= 0 && std::isfinite(weight), "l1_weights", weight, "must be >= 0 and finite");
}

/// Two-sided limits on `what`, either side of which may be absent.
void validate_limits(const char* what, std::span<const double> lower, std::span<const double> upper, std::size_t size) {
  require_optional(what, lower.size(), size);
  require_optional(what, upper.size(), size);
  for (std::size_t k = 0; k < std::max(lower.size(), upper.size()); ++k) {
    const double least = lower.empty() ? -infinity : lower[k];
    const double most = upper.empty() ? infinity : upper[k];
    if (!(least <= most) || least == infinity || most == -infinity)
      throw InvalidParameter(fmt::format("{} {} (from 0)", what, k), fmt::format("{} to {}", least, most),
                             "must be an interval that is not empty");
  }
}

void validate_constraints(const Constraints& constraints, std::int32_t features) {
  const std::int64_t count = rows(constraints.rows);
  if (count > 0 && cols(constraints.rows) != features)
    throw InvalidParameter("constraints", fmt::format("{} columns", cols(constraints.rows)),
                           fmt::format("must be {}, one per feature", features));
  internal::ThreadPool alone(1);
  internal::validate_matrix("constraints", constraints.rows, {}, alone);
  validate_limits("constraint", constraints.lower, constraints.upper, static_cast<std::size_t>(count));
}

}  // namespace

bool internal::are_all_zero(std::span<const double> weights) {
  return !weights.empty() && std::ranges::all_of(weights, [](double weight) { return weight == 0; });
}

void internal::require_some_weight(std::span<const double> weights) {
  if (are_all_zero(weights)) throw DataError("weights: all are 0, at least one must be > 0");
}

void internal::validate_targets(const char* name, std::span<const double> y, const Loss& loss) {
  if (has_function_numbers(loss)) return validate_function_numbers(name, y, loss.plq->functions().size());
  is_classification(loss) ? validate_signs(name, y) : validate_finite_targets(name, y);
}

void internal::validate_all_but_rows(const Problem& problem) {
  require(problem.C > 0 && std::isfinite(problem.C), "C", problem.C, "must be > 0 and finite");
  internal::require_known("intercept", problem.intercept, Intercept::none, "must be an Intercept");
  require(problem.bias > 0 && std::isfinite(problem.bias), "bias", problem.bias, "must be > 0 and finite");
  validate(problem.loss);
  if (rows(problem.x) == 0) throw DataError("x: no rows");
  require_targets(problem);
  validate_weights(problem);
  const std::int32_t features = cols(problem.x);
  validate_penalty(problem.penalty, static_cast<std::size_t>(features));
  validate_limits("bounds", problem.bounds.lower, problem.bounds.upper, static_cast<std::size_t>(features));
  validate_constraints(problem.constraints, features);
}

void internal::validate_rows(const Problem& problem, ThreadPool& pool) {
  validate_matrix("x", problem.x, problem.release_rows, pool);
}

void internal::validate_all_but_values(const Problem& problem) {
  validate_sizes("x", problem.x);
  validate_all_but_rows(problem);
}

void internal::validate(const Problem& problem, int threads) {
  validate_all_but_rows(problem);
  ThreadPool pool(threads);
  validate_rows(problem, pool);
}

void validate(const Problem& problem) { internal::validate(problem, 1); }

void validate(const SolverOptions& options) {
  require(options.tolerance >= 0 && std::isfinite(options.tolerance), "tolerance", options.tolerance,
          "must be >= 0 and finite");
  internal::validate_threads(options.threads);
  require(options.max_passes > 0, "max_passes", static_cast<double>(options.max_passes), "must be > 0");
  require(options.max_seconds > 0, "max_seconds", options.max_seconds, "must be > 0");
  internal::require_known("coordinate_order", options.coordinate_order, CoordinateOrder::random,
                          "must be a CoordinateOrder");
  internal::require_known("inner", options.inner, InnerSolver::upper_bound, "must be an InnerSolver");
}

}  // namespace hingeline
