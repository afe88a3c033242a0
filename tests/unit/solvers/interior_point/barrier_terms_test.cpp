// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/interior_point/barrier_terms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "support/domain_of.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

/// A problem's rows at random predictions.
class BarrierTermsOf : public ::testing::TestWithParam<Loss> {
 protected:
  BarrierTermsOf()
      : random_(60, 4, GetParam(), 31),
        problem_(with_weights(random_)),
        none_(problem_, 1),
        terms_(problem_, loss_in_pieces(problem_), none_),
        z_(60),
        dz_(60),
        w_(60),
        pull_(60) {
    Random random(3);
    for (double& z : z_) z = 2 * random.normal();
    for (double& dz : dz_) dz = random.normal();
    terms_.begin(z_);
  }

  static Problem with_weights(const support::RandomProblem& random) {
    Problem problem = random.problem(support::Storage::dense_double);
    problem.C = 3;
    problem.weights = random.weights();
    return problem;
  }

  /// A step towards `mu` for predictions that move by dz.
  void take_changes(double mu) {
    terms_.curve(w_);
    terms_.aim(z_, mu, false, pull_);
    terms_.take_changes(dz_);
  }

  std::vector<double> dual_point() const {
    std::vector<double> s(z_.size());
    terms_.dual_point(s);
    return s;
  }

  support::RandomProblem random_;
  Problem problem_;
  ExtraRows none_;  // a ridge alone has none
  BarrierTerms terms_;
  std::vector<double> z_;
  std::vector<double> dz_;
  std::vector<double> w_;
  std::vector<double> pull_;
};

TEST_P(BarrierTermsOf, AddUpToTheLoss) {
  long double expected = 0;
  for (std::size_t i = 0; i < z_.size(); ++i)
    expected += problem_.C * problem_.weights[i] * support::slow_loss(problem_.loss, problem_.y[i], z_[i]);
  EXPECT_NEAR(terms_.value(z_).primal, static_cast<double>(expected), 1e-12 * static_cast<double>(expected));
}

/// As many ramps as a row has share its s, so that the gap of the terms is no less than that of the loss.
TEST_P(BarrierTermsOf, BoundTheGapOfTheLoss) {
  const std::vector<double> s = dual_point();
  long double gap = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double c = problem_.C * problem_.weights[i];
    if (c > 0)
      gap += c * support::slow_loss(problem_.loss, problem_.y[i], z_[i]) +
             support::slow_conjugate(problem_.loss, problem_.y[i], c, s[i]) + static_cast<long double>(s[i]) * z_[i];
    else
      EXPECT_EQ(s[i], 0) << i;
  }
  constexpr double rounding = 1e-9;
  EXPECT_GE(gap, -rounding);
  EXPECT_GE(terms_.value(z_).gap, static_cast<double>(gap) - rounding);
}

TEST_P(BarrierTermsOf, ClipLeavesWhatIsFeasible) {
  std::vector<double> s = dual_point();
  const std::vector<double> before = s;
  terms_.clip(s);
  EXPECT_EQ(s, before);
  for (const double far : {-1e9, 1e9}) {
    std::ranges::fill(s, far);
    terms_.clip(s);
    for (std::size_t i = 0; i < s.size(); ++i) {
      const double c = problem_.C * problem_.weights[i];
      EXPECT_TRUE(support::domain_of(problem_.loss, problem_.y[i], c).contains(s[i])) << i << ": " << s[i];
    }
  }
}

/// W is what the change of predictions does to s beside W rho.
TEST_P(BarrierTermsOf, ChangesFollowTheLinearModel) {
  const std::vector<double> before = dual_point();
  take_changes(0.7);
  terms_.move(1e-3);
  const std::vector<double> after = dual_point();
  for (std::size_t i = 0; i < z_.size(); ++i) {
    const double change = w_[i] * dz_[i] - pull_[i];
    EXPECT_NEAR(after[i] - before[i], -1e-3 * change, 1e-10 * (1 + std::abs(before[i]))) << i;
  }
}

/// To the order of products of changes.
TEST_P(BarrierTermsOf, ProductsGoToWhereTheyAreAimed) {
  if (terms_.ends() == 0) GTEST_SKIP() << "a squared loss has no ends";
  const double before = terms_.mu_after(0);
  take_changes(0.25 * before);
  const double h = 1e-5;
  EXPECT_NEAR((terms_.mu_after(h) - before) / h, -0.75 * before, 1e-2 * before);
  EXPECT_NEAR(terms_.mu_after(0), before, 1e-14 * before);
}

TEST_P(BarrierTermsOf, LongestStepEndsAtTheFirstEnd) {
  if (terms_.ends() == 0) GTEST_SKIP() << "a squared loss has no ends";
  for (int k = 0; k < 30; ++k) {
    take_changes(0.1 * terms_.mu_after(0));
    const double longest = terms_.longest_step();
    EXPECT_GT(longest, 0);
    terms_.move(std::min(1.0, 0.9 * longest));
    EXPECT_GT(terms_.mu_after(0), 0);
    EXPECT_TRUE(std::isfinite(terms_.mu_after(0)));
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, BarrierTermsOf, ::testing::ValuesIn(support::losses_in_pieces()),
                         [](const auto& tested) { return std::string(to_string(tested.param.name)); });

/// Predictions that nothing moves, as at a solution: after enough steps s is the loss's derivative.
TEST_P(BarrierTermsOf, PathLeadsToTheDerivative) {
  std::ranges::fill(dz_, 0.0);
  for (int k = 0; k < 60; ++k) {
    take_changes(0.1 * terms_.mu_after(0));
    terms_.move(std::min(1.0, 0.99 * terms_.longest_step()));
  }
  const BarrierTerms::Value value = terms_.value(z_);
  EXPECT_LE(value.gap, 1e-6 * value.primal);
}

}  // namespace
}  // namespace hingeline::internal
