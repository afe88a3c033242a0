// SPDX-License-Identifier: BSD-3-Clause
#include "losses/logistic.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "support/logistic_residual.hpp"

namespace hingeline::internal {
namespace {

using support::LogisticResidual;

struct Case {
  double m;
  double q;
  double c;
};

void expect_exact(const Case& row, double u) {
  const LogisticResidual residual(row.m, row.q, row.c);
  const LogisticDual share = split_by_log_odds(row.c, u);
  const double smaller = residual.first_share_is_smaller() ? share.alpha : share.complement;
  EXPECT_TRUE(residual.proves(smaller, 1e-11, 1e-300)) << "m " << row.m << ", q " << row.q << ", c " << row.c << ": "
                                                       << smaller << " is off by " << residual.relative_error(smaller);
}

/// Magnitudes from every decade, and those where m and q c cancel to various degrees.
class RandomCases {
 public:
  Case next() {
    Case row;
    row.q = decades(-8, 8);
    row.c = decades(-2, 8);
    row.m = sign() * decades(-6, 6);
    const double k = row.q * row.c;
    if (k <= 1e6 && uniform_(random_) < 0.3) row.m = std::fmax(-1e6, -k + sign() * decades(-6, 2));
    return row;
  }
  double decades(double low, double high) { return std::pow(10, low + (high - low) * uniform_(random_)); }
  double sign() { return uniform_(random_) < 0.5 ? -1 : 1; }

 private:
  std::mt19937_64 random_{20261120};
  std::uniform_real_distribution<double> uniform_{0, 1};
};

TEST(LogisticLoss, StepHasKnownValues) {
  const LogisticLoss loss;
  EXPECT_DOUBLE_EQ(loss.step(1, 2, 0, 0), 1);
  EXPECT_DOUBLE_EQ(loss.step(-1, 2, 0, 0), -1);
  // u = 0 solves u = m + k sigma(-u) for m = -k / 2.
  EXPECT_DOUBLE_EQ(loss.step(1, 3, -3, 2), 1.5);
  // u = 1: m = 1 - k sigma(-1).
  const double share = 1 / (1 + std::exp(1));
  EXPECT_DOUBLE_EQ(loss.step(-1, 5, -(1 - 10 * share), 2), -5 * share);
}

TEST(LogisticLoss, BothSharesAreExactOnTheGrid) {
  for (const double c : {1e-2, 1.0, 1e4, 1e8}) {
    for (const double q : {1e-8, 1e-4, 1.0, 1e4, 1e8}) {
      for (const double m : {0.0, 1e-6, 1.0, 30.0, 700.0, 1e4, 1e6}) {
        for (const double sign : {-1.0, 1.0}) expect_exact({sign * m, q, c}, step_log_odds(sign * m, q, c).log_odds);
      }
    }
  }
}

TEST(LogisticLoss, BothSharesAreExactForRandomRows) {
  RandomCases cases;
  for (int i = 0; i < 4000; ++i) {
    const Case row = cases.next();
    expect_exact(row, step_log_odds(row.m, row.q, row.c).log_odds);
  }
}

TEST(LogisticLoss, SharesAreExactWhereMarginAndScaleCancel) {
  RandomCases cases;
  for (int i = 0; i < 1000; ++i) {
    const double q = cases.decades(-3, 3);
    const double c = cases.decades(5, 5.9) / q;
    const double m = -q * c - cases.decades(0, 2);
    expect_exact({m, q, c}, step_log_odds(m, q, c).log_odds);
  }
}

TEST(LogisticLoss, SolvesInFewIterations) {
  RandomCases cases;
  int most = 0;
  for (int i = 0; i < 100000; ++i) {
    const Case row = cases.next();
    most = std::max(most, step_log_odds(row.m, row.q, row.c).iterations);
  }
  EXPECT_LE(most, 5);
}

TEST(LogisticLoss, AdvanceReachesTheStepFromAnyState) {
  const LogisticLoss loss;
  RandomCases cases;
  for (int i = 0; i < 2000; ++i) {
    const Case row = cases.next();
    const double target = step_log_odds(row.m, row.q, row.c).log_odds;
    const double y = cases.sign();
    double state = target + cases.sign() * cases.decades(-3, 2);
    for (int visit = 0; visit < 6; ++visit) {
      const double alpha = split_by_log_odds(row.c, state).alpha;
      loss.advance(y, row.c, y * (row.m + row.q * alpha), row.q, y * alpha, state);
    }
    // q alpha is rounded into the prediction, which no step can undo.
    const double alpha = split_by_log_odds(row.c, target).alpha;
    EXPECT_NEAR(state, target, 1e-9 + 4e-16 * (std::abs(row.m) + row.q * alpha + std::abs(target)))
        << "m " << row.m << ", q " << row.q << ", c " << row.c;
  }
}

TEST(LogisticLoss, LongMoveKeepsASmallComplement) {
  const double q = 10;
  const double c = 1e8;
  const double p = -33;
  const LogisticDual before = split_by_log_odds(c, -30);
  const double u = move_log_odds(p, q, c, before.alpha, -30);
  const LogisticDual after = split_by_log_odds(c, u);
  // At the solution the prediction, which moved by q times the change of alpha, is the log-odds.
  EXPECT_NEAR(u, p + q * (before.complement - after.complement), 1e-4);
}

TEST(LogisticLoss, FirstVisitStartsFromNothing) {
  const LogisticLoss loss;
  double state = loss.row_state(-1, 4, 0);
  const double s = loss.advance(-1, 4, 0.5, 2, 0, state);
  EXPECT_NEAR(s, loss.step(-1, 4, 0.5, 2), 1e-4);
  EXPECT_NEAR(state, loss.row_state(-1, 4, s), 1e-14);
}

TEST(LogisticLoss, KeepsTheComplementBelowTheRoundingOfAlpha) {
  const double c = 1e8;
  const LogisticDual share = split_by_log_odds(c, -60);
  EXPECT_EQ(share.alpha, c);
  EXPECT_DOUBLE_EQ(share.complement, c * std::exp(-60.0));
}

TEST(LogisticLoss, ConjugateIsZeroAtBothEnds) {
  const LogisticLoss loss;
  EXPECT_EQ(loss.conjugate(1, 3, 0), 0);
  EXPECT_EQ(loss.conjugate(1, 3, 3), 0);
  EXPECT_EQ(loss.conjugate(-1, 3, -3), 0);
  EXPECT_DOUBLE_EQ(loss.conjugate(1, 3, 1.5), -3 * std::log(2.0));
  EXPECT_EQ(loss.conjugate(1, 3, -1e-300), infinity);
  EXPECT_EQ(loss.conjugate(1, 0, 0), 0);
}

TEST(LogisticLoss, GapEstimateIsTheFenchelYoungSum) {
  const LogisticLoss loss;
  for (const double y : {1.0, -1.0})
    for (const double c : {0.01, 1.0, 100.0})
      for (double alpha = 0.05; alpha < 1; alpha += 0.1)
        for (double move = -3; move <= 3; move += 0.25) {
          const double s = y * alpha * c;
          const double state = loss.row_state(y, c, s);
          const double p = y * (state + move);
          const double sum = c * loss.value(y, p) + loss.conjugate(y, c, s) + s * p;
          EXPECT_NEAR(loss.gap_estimate(y, c, p, s, state), sum, 0.2 * sum + 1e-12 * c) << alpha << " " << move;
        }
}

}  // namespace
}  // namespace hingeline::internal
