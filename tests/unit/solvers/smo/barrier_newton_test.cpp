// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/barrier_newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "core/random.hpp"
#include "problem/kernel_certificate.hpp"

namespace hingeline::internal {
namespace {

/// Rows whose columns differ in scale a thousandfold, the last row without a weight, with the linear kernel.
class BarrierNewtons : public ::testing::TestWithParam<Machine> {
 protected:
  static constexpr std::size_t n = 80;
  static constexpr std::size_t d = 3;
  static constexpr double goal = 1e-8;

  BarrierNewtons() {
    Random random(3);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < d; ++j) x_.push_back(std::pow(30.0, static_cast<double>(j)) * random.normal());
      const double sum = x_[d * i] + 0.03 * x_[d * i + 1] + random.normal();
      y_.push_back(is_classification(GetParam()) ? (sum > 0 ? 1 : -1) : sum);
      weights_.push_back(i + 1 == n ? 0 : 1 + random.uniform());
      if (i + 1 < n) place_.push_back(static_cast<std::int32_t>(i));
    }
    place_.push_back(-1);
    problem_.x = DenseView<double>{x_.data(), n, d, d};
    problem_.y = y_;
    problem_.weights = weights_;
    problem_.machine = GetParam();
    problem_.kernel.name = KernelName::linear;
    problem_.C = 100;
    problem_.nu = 0.3;
    program_ = quadratic_program(problem_);
    start_ = feasible_start(problem_, program_);
    scale_ = kernel_scale(program_, diagonal(), constant_primal(program_, start_));
  }

  double kernel(std::size_t i, std::size_t k) const {
    return std::inner_product(&x_[d * i], &x_[d * i] + d, &x_[d * k], 0.0);
  }

  std::vector<double> diagonal() const {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(kernel(i, i));
    return values;
  }

  std::vector<double> products(const std::vector<double>& a) const {
    const std::vector<double> s = row_coefs(program_, a);
    std::vector<double> sums(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) sums[i] += kernel(i, k) * s[k];
    return sums;
  }

  KernelProof proof(const std::vector<double>& a) const { return certify(program_, a, products(a), scale_); }

  DenseRows<double> factor() const { return DenseRows<double>({x_.data(), n - 1, d, d}); }

  BarrierGap gap(const std::vector<double>& a, const std::vector<double>& products) const {
    const Certificate known = certify(program_, a, products, scale_).certificate;
    return {known.relative_gap, known.gap / known.relative_gap};
  }

  bool run(BarrierNewton<DenseRows<double>>& newton, const Stop& stop = {}) const {
    const auto find_gap = [this](const auto& a, const auto& products) { return gap(a, products); };
    return newton.run(start_, find_gap, goal, stop);
  }

  /// By group of variables.
  std::vector<double> sums(const std::vector<double>& a) const {
    std::vector<double> totals(2);
    for (std::size_t t = 0; t < a.size(); ++t)
      totals[static_cast<std::size_t>(program_.group(t))] += program_.y[t] * a[t];
    return totals;
  }

  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<double> weights_;
  std::vector<std::int32_t> place_;
  KernelProblem problem_;
  QuadraticProgram program_;
  std::vector<double> start_;
  KernelScale scale_;
};

TEST_P(BarrierNewtons, EndAtTheOptimum) {
  const DenseRows<double> rows = factor();
  BarrierNewton newton(program_, place_, rows);
  ASSERT_TRUE(run(newton));
  EXPECT_LE(proof(newton.inner()).certificate.relative_gap, 1.5 * goal);
}

TEST_P(BarrierNewtons, KeepSumsAndBounds) {
  const DenseRows<double> rows = factor();
  BarrierNewton newton(program_, place_, rows);
  ASSERT_TRUE(run(newton));
  const std::vector<double> a = newton.inner();
  const std::vector<double> wanted = sums(start_);
  const double size = std::accumulate(program_.upper.begin(), program_.upper.end(), 0.0);
  for (const std::size_t g : {0, 1}) EXPECT_NEAR(sums(a)[g], wanted[g], 1e-13 * size);
  for (std::size_t t = 0; t < a.size(); ++t) {
    EXPECT_GT(a[t], 0);
    EXPECT_LE(a[t], program_.upper[t]);
  }
}

/// K's rank and the sums hold no more than d + 2 between them; which these are becomes clear as the gap falls.
TEST_P(BarrierNewtons, RoundAllButAFewVariablesToTheirBounds) {
  const DenseRows<double> rows = factor();
  BarrierNewton newton(program_, place_, rows);
  ASSERT_TRUE(run(newton));
  const std::vector<double> a = newton.rounded({});
  std::size_t free = 0;
  for (std::size_t t = 0; t < a.size(); ++t) free += a[t] != 0 && a[t] != program_.upper[t];
  EXPECT_LE(free, a.size() / 5);
}

/// Whose sums are right, and which is the answer to more digits than the inner point.
TEST_P(BarrierNewtons, RoundToAPointThatIsProven) {
  if (GetParam() == Machine::one_class) GTEST_SKIP() << "all variables end at their bounds";
  if (GetParam() == Machine::nu_svc) GTEST_SKIP() << "an optimum of 0, and no variable belongs to a bound";
  const DenseRows<double> rows = factor();
  BarrierNewton newton(program_, place_, rows);
  ASSERT_TRUE(run(newton));
  const std::vector<double> a = newton.rounded({});
  const std::vector<double> wanted = sums(start_);
  const double size = std::accumulate(program_.upper.begin(), program_.upper.end(), 0.0);
  for (const std::size_t g : {0, 1}) EXPECT_NEAR(sums(a)[g], wanted[g], 1e-13 * size);
  EXPECT_LE(proof(a).certificate.relative_gap, goal);
}

TEST_P(BarrierNewtons, StopWhenTold) {
  const DenseRows<double> rows = factor();
  BarrierNewton newton(program_, place_, rows);
  EXPECT_FALSE(run(newton, [] { return true; }));
}

INSTANTIATE_TEST_SUITE_P(BarrierNewton, BarrierNewtons,
                         ::testing::Values(Machine::c_svc, Machine::nu_svc, Machine::one_class, Machine::epsilon_svr,
                                           Machine::nu_svr),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

/// Of one class with nu = 1, every variable is at its bound.
TEST(BarrierNewton, NeedsRoomBetweenTheBounds) {
  const QuadraticProgram program = {{0, 1}, {1, 1}, {0, 0}, {1, 1}, false, 2};
  const std::vector<std::int32_t> place = {0, 1};
  const std::vector<double> factor = {1, 2};
  const DenseRows<double> rows({factor.data(), 2, 1, 1});
  BarrierNewton newton(program, place, rows);
  const auto whole = [](const auto&, const auto&) { return BarrierGap{1, 1}; };
  EXPECT_FALSE(newton.run({1, 1}, whole, 1e-9, {}));
  EXPECT_TRUE(newton.run({1, 0.5}, whole, 1e-9, {}));
}

}  // namespace
}  // namespace hingeline::internal
