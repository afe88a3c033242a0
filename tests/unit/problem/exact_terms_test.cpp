// SPDX-License-Identifier: BSD-3-Clause
#include "problem/exact_terms.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "core/random.hpp"
#include "hingeline/solve.hpp"
#include "problem/row_prover.hpp"

namespace hingeline::internal {
namespace {

/// Rows far from 0, whose predictions lose six digits.
class FarRows {
 public:
  FarRows(std::int64_t rows, std::int32_t cols, std::uint64_t seed) : cols_(cols), random_(seed) {
    for (std::int64_t k = 0; k < rows * cols; ++k) values_.push_back(1e6 + 20 * random_.uniform() - 10);
    y_.resize(static_cast<std::size_t>(rows));
  }

  void set_targets(const std::function<double(std::size_t row, double noise)>& target) {
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = target(i, 2 * random_.uniform() - 1);
  }

  Problem problem(const Loss& loss, double C) const {
    Problem problem;
    problem.x = DenseView<double>{values_.data(), std::ssize(y_), cols_, cols_};
    problem.y = y_;
    problem.loss = loss;
    problem.C = C;
    problem.intercept = Intercept::none;
    return problem;
  }

  double first(std::size_t row) const { return values_[row * static_cast<std::size_t>(cols_)]; }

  long double predict(std::size_t row, std::span<const double> coef) const {
    long double z = 0;
    for (std::size_t j = 0; j < coef.size(); ++j)
      z += static_cast<long double>(values_[row * coef.size() + j]) * coef[j];
    return z;
  }

  /// sum_i phi(y_i, z_i)
  template <class Phi>
  long double loss(std::span<const double> coef, const Phi& phi) const {
    long double total = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) total += phi(static_cast<long double>(y_[i]), predict(i, coef));
    return total;
  }

 private:
  const std::int32_t cols_;
  Random random_;
  std::vector<double> values_;
  std::vector<double> y_;
};

long double tube(long double y, long double z, double epsilon) {
  return std::max(std::abs(y - z) - static_cast<long double>(epsilon), 0.0L);
}

TEST(ExactTerms, SeeWhatRoundingHides) {
  constexpr double epsilon = 0.1;
  const std::vector<double> coef = {0.3, -0.7, 0.4 + 1e-8};
  FarRows rows(200, 3, 7);
  constexpr double beyond = 1e-11;  // less than double tells of such predictions, more than long double loses
  rows.set_targets([&](std::size_t i, double noise) {
    return static_cast<double>(rows.predict(i, coef)) + epsilon + beyond * noise;
  });
  const Problem problem = rows.problem({.name = LossName::epsilon_insensitive, .epsilon = epsilon}, 1e10);
  const std::vector<double> s(200, 1.0);
  ThreadPool alone(1);
  const RowTerms exact = exact_terms(problem, s, coef, 0, alone);
  const auto phi = [](long double y, long double z) { return tube(y, z, epsilon); };
  const double expected = problem.C * static_cast<double>(rows.loss(coef, phi));
  ASSERT_GT(expected, 0);
  EXPECT_NEAR(exact.loss, expected, 1e-2 * expected);
  EXPECT_NEAR(exact.gap, expected, 1e-2 * expected) << "s_i (z_i - edge) is nothing beside it";
}

/// Kinks that are nearer to each other than to what predictions are known to; residuals of about that.
TEST(ExactTerms, TellNarrowTubesApart) {
  constexpr double epsilon = 3e-10;
  constexpr double noise_size = 1e-9;
  const std::vector<double> coef = {0.3, -0.7, 0.4 + 1e-8};
  FarRows rows(200, 3, 9);
  rows.set_targets(
      [&](std::size_t i, double noise) { return static_cast<double>(rows.predict(i, coef)) + noise_size * noise; });
  const std::vector<double> none(200, 0.0);
  ThreadPool alone(1);
  for (const bool squared : {false, true}) {
    const auto phi = [&](long double y, long double z) {
      const long double beyond = tube(y, z, epsilon);
      return squared ? beyond * beyond : beyond;
    };
    const LossName name = squared ? LossName::squared_epsilon_insensitive : LossName::epsilon_insensitive;
    const Problem problem = rows.problem({.name = name, .epsilon = epsilon}, 1);
    const auto expected = static_cast<double>(rows.loss(coef, phi));
    ASSERT_GT(expected, 0);
    const RowTerms exact = exact_terms(problem, none, coef, 0, alone);
    EXPECT_NEAR(exact.loss, expected, 1e-3 * expected) << to_string(name);
    EXPECT_NEAR(exact.gap, expected, 1e-3 * expected) << to_string(name);
  }
}

TEST(ExactTerms, AreThoseOfDoubleElsewhere) {
  const std::vector<double> coef = {0.3e-6, -0.7e-6, 0.4e-6};
  FarRows rows(300, 3, 8);
  const std::vector<double> s(300, 0.25);
  ThreadPool alone(1);
  for (const LossName name : {LossName::squared_hinge, LossName::logistic, LossName::huber, LossName::expectile}) {
    Loss loss;
    loss.name = name;
    rows.set_targets(
        [&](std::size_t, double noise) { return is_classification(loss) ? std::copysign(1.0, noise) : 3 + noise; });
    Problem problem = rows.problem(loss, 0.7);
    std::vector<double> feasible = s;
    const RowProver prover(problem);
    prover.clip(feasible);
    std::vector<double> z;
    for (std::size_t i = 0; i < 300; ++i) z.push_back(static_cast<double>(rows.predict(i, coef)));
    const RowTerms in_double = prover.terms(feasible, z, 0, alone);
    const RowTerms exact = exact_terms(problem, feasible, coef, 0, alone);
    EXPECT_NEAR(exact.loss, in_double.loss, 1e-12 * in_double.loss) << to_string(name);
    EXPECT_NEAR(exact.gap, in_double.gap, 1e-12 * in_double.magnitude) << to_string(name);
  }
}

/// Where rounding of predictions is a part of the tolerance an answer is proven without it, or is none.
TEST(ExactTerms, AreWhatAnAnswerStandsOn) {
  constexpr double epsilon = 0.1;
  for (const std::int64_t n : {50, 200, 1000}) {
    for (const double C : {1e4, 1e8}) {
      FarRows rows(n, 4, 11);
      rows.set_targets([&](std::size_t i, double noise) { return 0.01 * (rows.first(i) - 1e6) + 0.09 * noise; });
      const Problem problem = rows.problem({.name = LossName::epsilon_insensitive, .epsilon = epsilon}, C);
      const Solution answer = solve(problem, {.tolerance = 1e-6});
      const auto phi = [](long double y, long double z) { return tube(y, z, epsilon); };
      long double primal = C * rows.loss(answer.coef, phi);
      for (const double w : answer.coef) primal += 0.5L * w * w;
      EXPECT_NEAR(answer.certificate.primal, static_cast<double>(primal), 2e-3 * answer.certificate.primal);
      if (answer.status == Status::converged) {
        EXPECT_LE(static_cast<double>(primal) - answer.certificate.dual, 2e-6 * answer.certificate.primal);
      }
    }
  }
}

TEST(ExactTerms, ALargerMarginIsWithinBoundsOfNoSign) {
  FarRows rows(200, 2, 5);
  rows.set_targets([&](std::size_t i, double) { return rows.first(i) > 1e6 ? 1.0 : -1.0; });
  std::vector<double> values;
  for (std::size_t i = 0; i < 200; ++i) values.push_back(rows.first(i) + (rows.first(i) > 1e6 ? 1 : -1));
  Problem problem = rows.problem({.name = LossName::hinge}, 1e8);
  problem.x = DenseView<double>{values.data(), 200, 1, 1};
  problem.intercept = Intercept::free;
  const std::vector<double> lower = {0.0};
  problem.bounds.lower = lower;
  const Solution answer = solve(problem, {.tolerance = 1e-6});
  EXPECT_EQ(answer.status, Status::converged);
  for (std::size_t i = 0; i < 200; ++i) {
    const long double z = static_cast<long double>(values[i]) * answer.coef[0] + answer.intercept;
    EXPECT_GE(problem.y[i] * z, 1.0L) << "row " << i;
  }
}

}  // namespace
}  // namespace hingeline::internal
