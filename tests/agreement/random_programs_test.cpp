// SPDX-License-Identifier: BSD-3-Clause
//
// Random piecewise linear-quadratic programs with constraints: P and D of the answers, computed from their definitions,
// enclose the optimum, for all penalties, equalities among the constraints and rows that repeat each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "hingeline/constraint_set.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/solve.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();
constexpr double program_tolerance = 1e-9;

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) {
    const auto rows = static_cast<std::int64_t>(2 + random_.below(25));
    features_ = 1 + static_cast<std::int32_t>(random_.below(6));
    for (std::int64_t i = 0; i < rows * features_; ++i) x_.push_back(eighth());
    std::vector<PlqFunction> functions;
    for (std::int64_t i = 0; i < rows; ++i) {
      functions.push_back(function());
      y_.push_back(static_cast<double>(i));
    }
    set_ = ConstraintSet(features_);
    constrain();
    constexpr Penalty penalties[] = {{0, 1}, {1, 0}, {0.3, 0.7}, {0, 0}};
    constexpr double costs[] = {0.01, 0.5, 1, 30};
    constexpr Intercept intercepts[] = {Intercept::free, Intercept::penalized, Intercept::none};
    problem_.x = DenseView<double>{x_.data(), rows, features_, features_};
    problem_.y = y_;
    problem_.loss = plq_loss(PlqArgument::prediction, functions);
    problem_.C = costs[random_.below(4)];
    problem_.penalty = penalties[random_.below(4)];
    problem_.intercept = intercepts[random_.below(3)];
    problem_.bounds = set_.bounds();
    problem_.constraints = set_.constraints();
  }

  const Problem& problem() const { return problem_; }

 private:
  double eighth() { return std::round(8 * random_.normal()) / 8; }

  PlqFunction function() {
    constexpr double slopes[] = {-2, -1, -0.5, 0.25, 1, 3};
    constexpr double ends[] = {0.125, 1, none};
    PlqTerms terms;
    for (std::uint32_t k = 0; k <= random_.below(4); ++k) {
      const double slope = slopes[random_.below(6)];
      if (random_.below(2) == 0)
        terms.relu.push_back({slope, eighth()});
      else
        terms.rehu.push_back({slope, eighth(), ends[random_.below(3)]});
    }
    return plq_from_terms(terms);
  }

  /// Rows, and for some bounds, around one point.
  void constrain() {
    std::vector<double> point;
    std::vector<std::int32_t> columns;
    for (std::int32_t j = 0; j < features_; ++j) {
      point.push_back(eighth());
      columns.push_back(j);
    }
    const auto limit = [&](double z, double sign) {
      constexpr double widths[] = {0, 0.125, 1, none};
      return z + sign * widths[random_.below(4)];
    };
    for (std::uint32_t k = 0; k <= random_.below(static_cast<std::uint32_t>(2 * features_ + 1)); ++k) {
      std::vector<double> row;
      double z = 0;
      for (const double w : point) {
        row.push_back(eighth());
        z += row.back() * w;
      }
      set_.add_row(columns, row, limit(z, -1), limit(z, 1));
    }
    if (random_.below(3) == 0)
      for (std::int32_t j = 0; j < features_; ++j)
        set_.bound(j, limit(point[static_cast<std::size_t>(j)], -1), limit(point[static_cast<std::size_t>(j)], 1));
  }

  internal::Random random_;
  std::int32_t features_;
  std::vector<double> x_;
  std::vector<double> y_;
  ConstraintSet set_{0};
  Problem problem_;
};

double limit_of(std::span<const double> limits, std::size_t k, double absent) {
  return limits.empty() ? absent : limits[k];
}

/// max over lower <= w <= upper of u w - l1 |w| - l2 / 2 w^2; u may be beyond the domain by rounding.
double conjugate(const Penalty& penalty, double u, double lower, double upper) {
  const auto value = [&](double w) { return u * w - penalty.l1 * std::abs(w) - penalty.l2 / 2 * w * w; };
  if (penalty.l2 > 0) {
    const double size = std::max(0.0, std::abs(u) - penalty.l1) / penalty.l2;
    return value(std::clamp(u > 0 ? size : -size, lower, upper));
  }
  double most = value(std::clamp(0.0, lower, upper));
  for (const double end : {lower, upper})
    if (std::isfinite(end))
      most = std::max(most, value(end));
    else if ((end > 0 ? u : -u) > penalty.l1 + 1e-9)
      return none;
  return most;
}

double slow_dual(const Problem& problem, const Solution& solution) {
  const auto features = static_cast<std::size_t>(cols(problem.x));
  std::vector<double> u(features);
  double sum = 0;
  double dual = 0;
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const std::vector<double> row = support::slow_row(problem.x, static_cast<std::int64_t>(i));
    for (std::size_t j = 0; j < features; ++j) u[j] += solution.dual_coef[i] * row[j];
    sum += solution.dual_coef[i];
    dual -= static_cast<double>(support::slow_conjugate(problem.loss, problem.y[i], problem.C, solution.dual_coef[i]));
  }
  for (std::size_t k = 0; k < solution.multipliers.size(); ++k) {
    const double mu = solution.multipliers[k];
    const std::vector<double> row = support::slow_row(problem.constraints.rows, static_cast<std::int64_t>(k));
    for (std::size_t j = 0; j < features; ++j) u[j] += mu * row[j];
    if (mu != 0) dual += mu * (mu > 0 ? problem.constraints.lower[k] : problem.constraints.upper[k]);
  }
  for (std::size_t j = 0; j < features; ++j)
    dual -= conjugate(problem.penalty, u[j], limit_of(problem.bounds.lower, j, -none),
                      limit_of(problem.bounds.upper, j, none));
  if (problem.intercept == Intercept::penalized) dual -= conjugate(problem.penalty, sum, -none, none);
  EXPECT_NEAR(problem.intercept == Intercept::free ? sum : 0, 0, 1e-10);
  return dual;
}

TEST(RandomPrograms, AnswersAreOptimalByTheirDefinitions) {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const RandomProgram program(seed);
    const Problem& problem = program.problem();
    const Solution solution = solve(problem, {.tolerance = program_tolerance, .max_passes = 2000});
    ASSERT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap << " " << solution.reason;
    const auto primal = static_cast<double>(support::slow_primal(problem, solution.coef, solution.intercept));
    EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal + 1e-13);
    EXPECT_LE(std::abs(primal - slow_dual(problem, solution)), 1e-8 * primal + 1e-9);
    for (std::size_t k = 0; k < solution.multipliers.size(); ++k) {
      const std::vector<double> row = support::slow_row(problem.constraints.rows, static_cast<std::int64_t>(k));
      double z = 0;
      for (std::size_t j = 0; j < row.size(); ++j) z += row[j] * solution.coef[j];
      EXPECT_GE(z, problem.constraints.lower[k] - 1e-7);
      EXPECT_LE(z, problem.constraints.upper[k] + 1e-7);
    }
  }
}

}  // namespace
}  // namespace hingeline
