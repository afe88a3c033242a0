// SPDX-License-Identifier: BSD-3-Clause
//
// What is true of every loss sheet, whatever its formulas: what loss_concept.hpp promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "losses/visit_loss.hpp"
#include "support/parameter_names.hpp"

namespace hingeline::internal {
namespace {

constexpr double positive_c[] = {0.01, 1, 30};
constexpr double positive_q[] = {0.05, 1, 20};

/// The sheet of the parameter, and the points at which it is looked at.
class EveryLoss : public ::testing::TestWithParam<Loss> {
 protected:
  double value(double y, double z) const {
    return visit_loss(GetParam(), [&](const auto& l) { return l.value(y, z); });
  }
  double derivative(double y, double z) const {
    return visit_loss(GetParam(), [&](const auto& l) { return l.derivative(y, z); });
  }
  double curvature(double y, double z) const {
    return visit_loss(GetParam(), [&](const auto& l) { return l.curvature(y, z); });
  }
  double conjugate(double y, double c, double s) const {
    return visit_loss(GetParam(), [&](const auto& l) { return l.conjugate(y, c, s); });
  }
  Interval domain(double y, double c) const {
    return visit_loss(GetParam(), [&](const auto& l) { return l.domain(y, c); });
  }
  double step(double y, double c, double v, double q) const {
    return visit_loss(GetParam(), [&](const auto& l) { return l.step(y, c, v, q); });
  }
  double step_slope(double y, double c, double v, double q) const {
    return visit_loss(GetParam(), [&](const auto& l) { return l.step_slope(y, c, v, q); });
  }
  std::vector<double> kinks(double y) const {
    return visit_loss(GetParam(), [&](const auto& l) {
      const auto at = l.kinks(y);
      return std::vector<double>(at.begin(), at.end());
    });
  }

  std::vector<double> targets() const {
    if (is_classification(GetParam())) return {-1, 1};
    if (GetParam().plq && GetParam().plq->argument() == PlqArgument::prediction) return {0, 1, 2};
    return {-2.5, 0, 1.3};
  }
  /// Predictions near and far, the kinks among them, ascending.
  std::vector<double> predictions(double y) const {
    std::vector<double> points = kinks(y);
    for (double z = -6.13; z < 6.2; z += 0.217) points.push_back(z);
    for (const double far : {-40.0, -11.0, 13.0, 45.0}) points.push_back(far);
    std::sort(points.begin(), points.end());
    return points;
  }
  std::vector<double> smooth_predictions(double y) const {
    std::vector<double> points = predictions(y);
    const std::vector<double> at = kinks(y);
    std::erase_if(points, [&](double z) {
      return std::any_of(at.begin(), at.end(), [&](double kink) { return std::abs(z - kink) < 1e-3; });
    });
    return points;
  }
  /// Dual values all over the domain, its finite ends among them.
  std::vector<double> dual_values(double y, double c) const {
    const Interval all = domain(y, c);
    const double lower = std::max(all.lower, -5 * c);
    const double upper = std::min(all.upper, 5 * c);
    std::vector<double> values = {lower, 0, upper};
    for (const double share : {1e-9, 0.01, 0.2, 0.5, 0.77, 0.999}) values.push_back(lower + share * (upper - lower));
    return values;
  }
  double fenchel_young(double y, double c, double z, double s) const {
    return c * value(y, z) + conjugate(y, c, s) + s * z;
  }
  /// Rounding of the three terms above.
  double rounding(double y, double c, double z, double s) const {
    return 1e-13 * (c * value(y, z) + std::abs(s) * (std::abs(z) + std::abs(y)) + c + std::abs(conjugate(y, c, s)));
  }
};

/// The minimum of a convex function over an interval, by golden section.
template <class F>
double golden_section(F f, double from, double to) {
  constexpr long double ratio = 0.618033988749894848204586834365638118L;
  long double low = from;
  long double high = to;
  for (int i = 0; i < 160; ++i) {
    const long double left = high - ratio * (high - low);
    const long double right = low + ratio * (high - low);
    if (f(left) < f(right)) {
      high = right;
    } else {
      low = left;
    }
  }
  return static_cast<double>((low + high) / 2);
}

TEST_P(EveryLoss, DerivativeIsTheSlopeOfTheValue) {
  constexpr double h = 1e-5;
  for (const double y : targets()) {
    for (const double z : smooth_predictions(y)) {
      const double slope = (value(y, z + h) - value(y, z - h)) / (2 * h);
      EXPECT_NEAR(derivative(y, z), slope, 1e-9 * (1 + value(y, z))) << "y " << y << ", z " << z;
    }
  }
}

TEST_P(EveryLoss, CurvatureIsTheSlopeOfTheDerivative) {
  constexpr double h = 1e-5;
  for (const double y : targets()) {
    for (const double z : smooth_predictions(y)) {
      const double slope = (derivative(y, z + h) - derivative(y, z - h)) / (2 * h);
      EXPECT_NEAR(curvature(y, z), slope, 1e-9 * (1 + value(y, z))) << "y " << y << ", z " << z;
    }
  }
}

TEST_P(EveryLoss, IsConvexAndTheDerivativeASubgradientEverywhere) {
  for (const double y : targets()) {
    const std::vector<double> points = predictions(y);
    for (const double z : points) {
      for (const double other : points) {
        const double tangent = value(y, z) + derivative(y, z) * (other - z);
        EXPECT_GE(value(y, other), tangent - 1e-12 * (1 + value(y, z) + value(y, other))) << "at " << z;
      }
    }
  }
}

TEST_P(EveryLoss, KinksAreWhereASlopeJumps) {
  constexpr double h = 1e-7;
  const Loss& loss = GetParam();
  if (loss.name == LossName::squared_epsilon_insensitive && loss.epsilon == 0) {
    return;  // both kinks of this tube without width are one smooth point
  }
  for (const double y : targets()) {
    const std::vector<double> at = kinks(y);
    EXPECT_TRUE(std::is_sorted(at.begin(), at.end()));
    for (const double kink : at) {
      const double first = std::abs(derivative(y, kink + h) - derivative(y, kink - h));
      const double second = std::abs(curvature(y, kink + h) - curvature(y, kink - h));
      EXPECT_GT(std::max(first, second), 0.05) << "y " << y << ", kink " << kink;
    }
  }
}

TEST_P(EveryLoss, FenchelYoungInequalityHolds) {
  for (const double y : targets()) {
    for (const double c : positive_c) {
      for (const double s : dual_values(y, c)) {
        for (const double z : predictions(y)) {
          EXPECT_GE(fenchel_young(y, c, z, s), -rounding(y, c, z, s)) << "y " << y << ", z " << z << ", s " << s;
        }
      }
    }
  }
}

TEST_P(EveryLoss, FenchelYoungIsAnEqualityAtTheDerivative) {
  for (const double y : targets()) {
    for (const double c : positive_c) {
      for (const double z : predictions(y)) {
        const double s = -c * derivative(y, z);
        EXPECT_NEAR(fenchel_young(y, c, z, s), 0, rounding(y, c, z, s)) << "y " << y << ", c " << c << ", z " << z;
      }
    }
  }
}

TEST_P(EveryLoss, ConjugateIsTheSupremum) {
  for (const double y : targets()) {
    for (const double c : positive_c) {
      for (const double s : dual_values(y, c)) {
        const auto negated = [&](long double z) { return s * z + c * value(y, static_cast<double>(z)); };
        const double best = golden_section(negated, -600, 600);
        const double supremum = -static_cast<double>(negated(best));
        EXPECT_NEAR(conjugate(y, c, s), supremum, 1e-11 * (c + std::abs(s) * (1 + std::abs(best))))
            << "y " << y << ", c " << c << ", s " << s;
      }
    }
  }
}

TEST_P(EveryLoss, ConjugateGrowsWithTheCostUpToTheLargest) {
  constexpr double largest = 1.5e308;
  for (const double y : targets())
    for (const double s : dual_values(y, 1)) {
      const double small = 1e-3 * s;  // s y is finite
      EXPECT_NEAR(conjugate(y, largest, largest * small) / largest, conjugate(y, 1, small), 1e-12 * std::abs(s))
          << "y " << y << ", s " << small;
    }
}

TEST_P(EveryLoss, DomainIsWhereTheConjugateIsFinite) {
  for (const double y : targets()) {
    for (const double c : positive_c) {
      for (const double s : dual_values(y, c)) EXPECT_TRUE(std::isfinite(conjugate(y, c, s))) << s;
      const Interval all = domain(y, c);
      EXPECT_TRUE(all.contains(0));
      for (const double outside : {std::nextafter(all.lower, -infinity), std::nextafter(all.upper, infinity)}) {
        EXPECT_TRUE(std::isinf(outside) || conjugate(y, c, outside) == infinity) << outside;
      }
    }
  }
}

TEST_P(EveryLoss, StepIsTheProx) {
  for (const double y : targets()) {
    for (const double c : positive_c) {
      for (const double q : positive_q) {
        for (const double v : {-20.0, -1.7, 0.4, 1.0, 2.9, 25.0}) {
          const auto objective = [&](long double z) {
            return c * static_cast<long double>(value(y, static_cast<double>(z))) + (z - v) * (z - v) / (2 * q);
          };
          const double best = golden_section(objective, v - 200, v + 200);
          const double s = step(y, c, v, q);
          const auto least = static_cast<double>(objective(best));
          EXPECT_NEAR(v + q * s, best, 1e-6 * (1 + std::abs(v)))
              << "y " << y << ", c " << c << ", q " << q << ", v " << v;
          EXPECT_LE(static_cast<double>(objective(static_cast<long double>(v) + static_cast<long double>(q) * s)),
                    least + 1e-13 * (c + least));
        }
      }
    }
  }
}

TEST_P(EveryLoss, StepIsASubgradientAtItsOwnPrediction) {
  for (const double y : targets()) {
    for (const double c : positive_c) {
      for (const double q : positive_q) {
        for (const double v : predictions(y)) {
          const double s = step(y, c, v, q);
          const double z = v + q * s;
          ASSERT_TRUE(domain(y, c).contains(s));
          // The rounding of z = v + q s, times c phi' and s, is part of the sum.
          const double tolerance = rounding(y, c, z, s) + 1e-15 * (std::abs(v) + q * std::abs(s)) * (c + std::abs(s));
          EXPECT_NEAR(fenchel_young(y, c, z, s), 0, tolerance)
              << "y " << y << ", c " << c << ", q " << q << ", v " << v;
        }
      }
    }
  }
}

TEST_P(EveryLoss, StepNeverRisesWithThePrediction) {
  for (const double y : targets()) {
    for (const double c : positive_c) {
      for (const double q : {0.0, 0.05, 1.0, 20.0}) {
        double previous = infinity;
        for (const double v : predictions(y)) {
          const double s = step(y, c, v, q);
          EXPECT_LE(s, previous * (1 + (previous > 0 ? 1e-15 : -1e-15))) << "y " << y << ", v " << v;
          previous = s;
        }
      }
    }
  }
}

TEST_P(EveryLoss, StepSlopeIsTheSlopeOfTheStep) {
  constexpr double h = 1e-6;
  int compared = 0;
  int met = 0;
  for (const double y : targets()) {
    for (const double c : positive_c) {
      for (const double q : positive_q) {
        for (const double v : predictions(y)) {
          ++met;
          const double here = step_slope(y, c, v, q);
          const double left = step_slope(y, c, v - h, q);
          const double right = step_slope(y, c, v + h, q);
          if (std::abs(left - right) > 1e-3 * std::max(left, right)) continue;  // a corner of the step is near
          ++compared;
          const double difference = (step(y, c, v - h, q) - step(y, c, v + h, q)) / (2 * h);
          EXPECT_NEAR(here, difference, 1e-8 * (here + c + std::abs(step(y, c, v, q))))
              << "y " << y << ", c " << c << ", q " << q << ", v " << v;
        }
      }
    }
  }
  EXPECT_GT(compared, 0.9 * met);
}

TEST_P(EveryLoss, StepIsExactlyConstantOnFlatPieces) {
  for (const double y : targets()) {
    for (const double c : positive_c) {
      const Interval all = domain(y, c);
      for (const double q : positive_q) {
        for (const double v : predictions(y)) {
          if (step_slope(y, c, v, q) > 0) continue;
          constexpr double h = 1e-9;
          const double s = step(y, c, v, q);
          const bool held = s == step(y, c, v - h, q) || s == step(y, c, v + h, q);
          EXPECT_TRUE(s == 0 || s == all.lower || s == all.upper || held) << "y " << y << ", v " << v << ", s " << s;
        }
      }
    }
  }
}

TEST_P(EveryLoss, EmptyRowTakesItsSubgradient) {
  for (const double y : targets()) {
    for (const double c : positive_c) {
      for (const double v : smooth_predictions(y)) {
        const double expected = -c * derivative(y, v);
        EXPECT_NEAR(step(y, c, v, 0), expected, 1e-14 * std::abs(expected)) << "y " << y << ", v " << v;
      }
      for (const double v : kinks(y)) {
        const double s = step(y, c, v, 0);
        EXPECT_NEAR(fenchel_young(y, c, v, s), 0, rounding(y, c, v, s));
      }
    }
  }
}

TEST_P(EveryLoss, AbsentRowHasNoDualVariable) {
  for (const double y : targets()) {
    EXPECT_EQ(domain(y, 0).lower, 0);
    EXPECT_EQ(domain(y, 0).upper, 0);
    EXPECT_EQ(conjugate(y, 0, 0), 0);
    EXPECT_EQ(conjugate(y, 0, 1e-300), infinity);
    EXPECT_EQ(conjugate(y, 0, -1e-300), infinity);
    for (const double q : {0.0, 0.05, 20.0}) {
      for (const double v : predictions(y)) {
        EXPECT_EQ(step(y, 0, v, q), 0) << "v " << v << ", q " << q;
        EXPECT_EQ(step_slope(y, 0, v, q), 0) << "v " << v << ", q " << q;
      }
    }
  }
}

TEST_P(EveryLoss, ExtremeInputsGiveNumbers) {
  for (const double y : targets()) {
    for (const double c : {1e-300, 1e-8, 1.0, 1e8, 1e300}) {
      for (const double q : {0.0, 1e-300, 1e-8, 1.0, 1e8, 1e300}) {
        for (const double v : {-1e300, -1e8, -1e-300, 0.0, 1e-300, 1e8, 1e300}) {
          const double s = step(y, c, v, q);
          EXPECT_TRUE(domain(y, c).contains(s)) << "c " << c << ", q " << q << ", v " << v << ", s " << s;
          EXPECT_TRUE(c > 1 || std::isfinite(s)) << "c " << c << ", q " << q << ", v " << v;
          EXPECT_TRUE(std::isfinite(step_slope(y, c, v, q))) << "c " << c << ", q " << q << ", v " << v;
          EXPECT_GE(value(y, v), 0);
          EXPECT_TRUE(std::isfinite(derivative(y, v)));
          EXPECT_TRUE(std::isfinite(curvature(y, v)));
        }
      }
    }
  }
}

/// A V, a parabola between lines, and a constant.
Loss one_function_per_row() {
  return plq_loss(
      PlqArgument::prediction,
      {{{0.5}, {-2, 0.5}, {0, 0}}, {{-1, 1, 2}, {-1, -1, 1, 1.5}, {0, 1, 0, 0.25}, 0.75}, {{}, {0}, {0}, 0.5}});
}

std::string loss_label(const ::testing::TestParamInfo<Loss>& info) {
  return std::string(to_string(info.param.name)) + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(
    Losses, EveryLoss,
    ::testing::Values(Loss{.name = LossName::hinge}, Loss{.name = LossName::squared_hinge},
                      Loss{.name = LossName::smoothed_hinge, .gamma = 1},
                      Loss{.name = LossName::smoothed_hinge, .gamma = 0.3},
                      Loss{.name = LossName::smoothed_hinge, .gamma = 2.5}, Loss{.name = LossName::logistic},
                      Loss{.name = LossName::epsilon_insensitive, .epsilon = 0},
                      Loss{.name = LossName::epsilon_insensitive, .epsilon = 0.1},
                      Loss{.name = LossName::epsilon_insensitive, .epsilon = 3},
                      Loss{.name = LossName::squared_epsilon_insensitive, .epsilon = 0},
                      Loss{.name = LossName::squared_epsilon_insensitive, .epsilon = 0.5},
                      Loss{.name = LossName::quantile, .epsilon = 0, .tau = 0.5},
                      Loss{.name = LossName::quantile, .epsilon = 0, .tau = 0.07},
                      Loss{.name = LossName::quantile, .epsilon = 0.4, .tau = 0.9}, Loss{.name = LossName::absolute},
                      Loss{.name = LossName::squared}, Loss{.name = LossName::huber, .delta = 1},
                      Loss{.name = LossName::huber, .delta = 0.1}, Loss{.name = LossName::huber, .delta = 4},
                      Loss{.name = LossName::expectile, .tau = 0.2}, Loss{.name = LossName::expectile, .tau = 0.95},
                      plq_form({.name = LossName::smoothed_hinge, .gamma = 0.3}),
                      plq_form({.name = LossName::quantile, .epsilon = 0.4, .tau = 0.9}),
                      plq_form({.name = LossName::squared}), support::lopsided_plq(), one_function_per_row()),
    loss_label);

}  // namespace
}  // namespace hingeline::internal
