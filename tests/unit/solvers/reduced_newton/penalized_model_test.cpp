// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/penalized_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "hingeline/constraint_set.hpp"
#include "hingeline/problem.hpp"
#include "penalties/regularizer.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t columns = 6;

std::vector<double> draw(Random& random) {
  std::vector<double> numbers(columns);
  for (double& number : numbers) number = random.normal();
  return numbers;
}

GramMatrix draw_hessian(Random& random) {
  GramMatrix hessian(columns);
  for (int outer = 0; outer < 10; ++outer) {
    const std::vector<double> x = draw(random);
    for (std::size_t i = 0; i < columns; ++i)
      for (std::size_t j = 0; j <= i; ++j) hessian.at(i, j) += x[i] * x[j];
  }
  return hessian;
}

/// What pulls at v, u = -grad Q + A'mu, is a slope of R there, and mu pulls only towards limits that are reached.
void expect_minimum(const Problem& problem, const std::vector<double>& v, std::vector<double> u,
                    const std::vector<double>& mu) {
  const auto& a = std::get<CsrView<double>>(problem.constraints.rows);
  ASSERT_EQ(mu.size(), static_cast<std::size_t>(a.rows));
  for (std::size_t k = 0; k < mu.size(); ++k) {
    double z = 0;
    for (std::int64_t e = a.offsets[k]; e < a.offsets[k + 1]; ++e) {
      z += a.values[e] * v[static_cast<std::size_t>(a.columns[e])];
      u[static_cast<std::size_t>(a.columns[e])] += mu[k] * a.values[e];
    }
    const IntervalTerm limits = interval(problem.constraints.lower, problem.constraints.upper, k);
    EXPECT_NEAR(limits.clip(z), z, 1e-10) << "row " << k;
    EXPECT_NEAR(mu[k] * (z - limits.maximiser(mu[k])), 0, 1e-10) << "row " << k;
  }
  const Regularizer regularizer(problem);
  for (std::size_t j = 0; j < columns; ++j) {
    EXPECT_TRUE(regularizer.term(j).contains(v[j])) << "column " << j;
    EXPECT_NEAR(regularizer.gap(j, v[j], regularizer.on_domain(j, u[j], 1e-9)), 0, 1e-10) << "column " << j;
  }
}

TEST(PenalizedModel, TheMinimumHasMultipliersThatProveIt) {
  Random random(7);
  const std::vector<double> l1_weights = {1, 2, 0, 1, 0, 3};
  for (const double l1 : {0.0, 0.8})
    for (const bool is_bounded : {false, true})
      for (const bool is_ordered : {false, true})
        for (int repeat = 0; repeat < 20; ++repeat) {
          SCOPED_TRACE(testing::Message() << l1 << " " << is_bounded << " " << is_ordered << " " << repeat);
          ConstraintSet set(columns);
          if (is_bounded) set.bound_all(-0.2, infinity);
          if (is_ordered)
            set.order();
          else
            set.fix_sum(1);
          const std::vector<double> x = draw(random);
          Problem problem;
          problem.x = DenseView<double>{x.data(), 1, columns, columns};
          problem.intercept = Intercept::none;
          problem.penalty = {.l1 = l1, .l2 = 0, .l1_weights = l1_weights};
          problem.bounds = set.bounds();
          problem.constraints = set.constraints();
          const ViolationScale violations;
          PenaltyRows rows(problem, violations, 0);
          const GramMatrix hessian = draw_hessian(random);
          const std::vector<double> start = draw(random);
          std::vector<double> u = draw(random);
          PenalizedModel model(rows, hessian, u);
          std::vector<double> v = start;
          ASSERT_TRUE(model.minimise(v));
          std::vector<double> step(columns);
          for (std::size_t j = 0; j < columns; ++j) step[j] = v[j] - start[j];
          const std::vector<double> curved = multiply(hessian, step);
          for (std::size_t j = 0; j < columns; ++j) u[j] = -(u[j] + curved[j]);
          expect_minimum(problem, v, u, model.multipliers());
        }
}

}  // namespace
}  // namespace hingeline::internal
