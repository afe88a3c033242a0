// SPDX-License-Identifier: BSD-3-Clause
#include "losses/plq.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "losses/visit_loss.hpp"
#include "support/message_of.hpp"
#include "support/parameter_names.hpp"
#include "support/random_plq_function.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

std::string error_of(const PlqFunction& function) {
  return support::message_of<InvalidParameter>([&] { plq_loss(PlqArgument::residual, {function}); });
}

double value_of(const Loss& loss, double y, double z) {
  return visit_loss(loss, [&](const auto& sheet) { return sheet.value(y, z); });
}

TEST(Plq, NamedLossesEqualTheirPieces) {
  for (const Loss& loss : support::every_loss()) {
    if (loss.name == LossName::logistic) continue;
    const Loss pieces = plq_form(loss);
    EXPECT_EQ(pieces.name, LossName::plq);
    EXPECT_EQ(is_classification(pieces), is_classification(loss));
    for (const double y : {-1.0, 1.0})
      for (double z = -4; z < 4; z += 0.17)
        EXPECT_NEAR(value_of(pieces, y, z), value_of(loss, y, z), 1e-14) << to_string(loss.name) << " at " << z;
  }
  EXPECT_THROW(plq_form({.name = LossName::logistic}), InvalidParameter);
}

TEST(Plq, ASmoothedHingeIsSmoothHoweverNarrow) {
  for (double gamma = 1e10; gamma > 1e-15; gamma *= 0.7) {
    const Loss pieces = plq_form({.name = LossName::smoothed_hinge, .gamma = gamma});
    EXPECT_TRUE(is_differentiable(pieces)) << gamma;
  }
  EXPECT_EQ(plq_form({.name = LossName::smoothed_hinge, .gamma = 1e-17}).plq->pieces(0).size(), 2u);
}

TEST(Plq, SumsOfTermsAreOneFunction) {
  Random random(3);
  for (int repeat = 0; repeat < 200; ++repeat) {
    PlqTerms terms;
    for (double count = std::floor(4 * random.uniform()); count > 0; --count)
      terms.relu.push_back({random.normal(), random.normal()});
    for (double count = std::floor(4 * random.uniform()); count > 0; --count)
      terms.rehu.push_back({random.normal(), random.normal(), random.uniform() < 0.3 ? infinity : random.uniform()});
    const PlqFunction function = plq_from_terms(terms);
    const Loss loss = plq_loss(PlqArgument::prediction, {function});
    for (double t = -6; t < 6; t += 0.31) {
      double sum = 0;
      for (const auto& [u, v] : terms.relu) sum += std::max(0.0, u * t + v);
      for (const auto& [s, v, tau] : terms.rehu) {
        const double x = std::max(0.0, s * t + v);
        sum += x <= tau ? x * x / 2 : tau * (x - tau / 2);
      }
      EXPECT_NEAR(value_of(loss, 0, t), sum, 1e-11 * (1 + sum)) << "t " << t;
    }
  }
}

/// Of one decimal, so that slopes of 0 are what is left where terms cancel.
TEST(Plq, SumsOfTermsAreConvexButForRounding) {
  Random random(4);
  const auto decimal = [&random] { return std::round(20 * random.uniform() - 10) / 10; };
  for (int repeat = 0; repeat < 10000; ++repeat) {
    PlqTerms terms;
    for (int count = 0; count < 2; ++count) {
      terms.relu.push_back({decimal(), decimal()});
      terms.rehu.push_back({decimal(), decimal(), std::abs(decimal()) + 0.1});
    }
    EXPECT_NO_THROW(plq_loss(PlqArgument::residual, {plq_from_terms(terms)}));
  }
}

TEST(Plq, TermsOfAFunctionSumToIt) {
  Random random(4);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const PlqFunction function = support::random_plq_function(random);
    const Loss loss = plq_loss(PlqArgument::prediction, {function});
    for (double t = -8; t < 12; t += 0.37) {
      const auto sum = static_cast<double>(support::slow_loss(loss, 0, t));
      EXPECT_NEAR(value_of(loss, 0, t), sum, 1e-11 * (1 + sum)) << "t " << t;
    }
  }
}

TEST(Plq, SlopesThatMeetUpToRoundingAreNoTerms) {
  for (const double rounding : {-1e-13, 1e-13}) {
    const PlqFunction smooth{{-0.7, 0.7}, {-0.7 + rounding, -0.7, 0.7 + rounding}, {0, 1, 0}};
    EXPECT_TRUE(is_differentiable(plq_loss(PlqArgument::residual, {smooth})));
    const PlqTerms terms = plq_to_terms(smooth);
    EXPECT_TRUE(terms.relu.empty());
    EXPECT_EQ(terms.rehu.size(), 2);
  }
  const PlqFunction cornered{{-0.7, 0.7}, {-0.7 - 1e-11, -0.7, 0.7 + 1e-11}, {0, 1, 0}};
  EXPECT_FALSE(is_differentiable(plq_loss(PlqArgument::residual, {cornered})));
  EXPECT_EQ(plq_to_terms(cornered).relu.size(), 2);
}

TEST(Plq, StepsOfRandomFunctionsAreOptimal) {
  Random random(5);
  for (int repeat = 0; repeat < 5000; ++repeat) {
    const Loss loss = plq_loss(PlqArgument::prediction, {support::random_plq_function(random)});
    const PlqLoss sheet(*loss.plq);
    const double c = std::exp(3 * random.normal());
    const double q = std::exp(3 * random.normal());
    const double v = 5 * random.normal();
    const double s = sheet.step(0, c, v, q);
    const double z = v + q * s;
    ASSERT_TRUE(sheet.domain(0, c).contains(s));
    const double conjugate = sheet.conjugate(0, c, s);
    const double magnitude =
        c * sheet.value(0, z) + std::abs(s) * (std::abs(v) + q * std::abs(s)) + std::abs(conjugate);
    const double fenchel_young = c * sheet.value(0, z) + conjugate + s * z;
    EXPECT_NEAR(fenchel_young, 0, 1e-12 * magnitude) << "v " << v << ", q " << q << ", c " << c;
  }
}

TEST(Plq, ErrorsNameTheOffendingPiece) {
  EXPECT_EQ(error_of({{0, 1}, {-1, 0, -0.5}, {0, 0, 0}}),
            "plq: slope 2 of function 0 (from 0): -0.5 given, must not be below 0, the slope where piece 1 ends: the "
            "function is not convex");
  EXPECT_EQ(error_of({{0}, {-1, 0}, {0, -2}}),
            "plq: curvature 1 of function 0 (from 0): -2 given, must be >= 0 and finite");
  EXPECT_EQ(error_of({{1, 1}, {-1, 0, 1}, {0, 0, 0}}),
            "plq: breakpoint 1 of function 0 (from 0): 1 given, must be finite and above the one before");
  EXPECT_EQ(error_of({{0}, {1, 2}, {0, 0}}),
            "plq: slope 0 of function 0 (from 0): 1 given, must be <= 0: the function has no minimum");
  EXPECT_EQ(error_of({{0}, {-2, -1}, {0, 0}}),
            "plq: slope 1 of function 0 (from 0): -1 given, must be >= 0: the function has no minimum");
  EXPECT_EQ(error_of({{0}, {-1}, {0, 0}}),
            "plq: slopes of function 0 (from 0): 1 numbers given, must be 2, one more than there are breakpoints");
  EXPECT_EQ(error_of({{0}, {-1, 1}, {0, 0}, -1}),
            "plq: minimum of function 0 (from 0): -1 given, must be >= 0 and finite");
  EXPECT_THROW(Plq(PlqArgument::margin, {{{}, {0}, {1}}, {{}, {0}, {1}}}), InvalidParameter);
  EXPECT_THROW(Plq(PlqArgument::prediction, {}), InvalidParameter);
  EXPECT_THROW(Plq(static_cast<PlqArgument>(9), {{{}, {0}, {1}}}), InvalidParameter);
  EXPECT_THROW(plq_from_terms({.rehu = {{1, 0, 0}}}), InvalidParameter);
  EXPECT_THROW(validate(Loss{.name = LossName::plq}), InvalidParameter);
}

TEST(Plq, TermsMayBendFarFromZero) {
  const PlqFunction far = plq_from_terms({.relu = {{1, -1e17}, {-1, 0}}});
  EXPECT_EQ(far.breakpoints, (std::vector<double>{0, 1e17}));
  EXPECT_EQ(far.slopes, (std::vector<double>{-1, 0, 1}));
  const PlqFunction rounded = plq_from_terms({.rehu = {{1, -1e17, 1e16}, {-1, -1e17, infinity}}});
  EXPECT_EQ(rounded.curvatures.front(), 1);
  EXPECT_EQ(rounded.slopes.back(), 1e16);
}

TEST(Plq, FunctionsThatOverflowAreRefused) {
  const PlqFunction wide = {{-1e308, 1e308}, {-1, -0.5, 1}, {0, 0, 0}, 0};
  EXPECT_NE(error_of(wide).find("finite at all breakpoints"), std::string::npos) << error_of(wide);
  EXPECT_EQ(error_of({{-1e300, 1e300}, {-1, -0.5, 1}, {0, 0, 0}, 0}), "no error");
}

}  // namespace
}  // namespace hingeline::internal
