// SPDX-License-Identifier: BSD-3-Clause
//
// Without branches, the same sheet as with them.
#include "losses/few_pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "core/random.hpp"
#include "losses/is_curved.hpp"
#include "losses/visit_loss.hpp"
#include "support/random_plq_function.hpp"

namespace hingeline::internal {
namespace {

/// Every answer of a sheet at a point.
template <LossSheet Sheet>
std::vector<double> answers(const Sheet& sheet, double y, double c, double q, double z) {
  const double s = sheet.step(y, c, z, q);
  const Interval domain = sheet.domain(y, c);
  std::vector<double> all = {sheet.value(y, z),
                             sheet.derivative(y, z),
                             sheet.curvature(y, z),
                             s,
                             sheet.step_slope(y, c, z, q),
                             sheet.conjugate(y, c, s),
                             sheet.conjugate(y, c, 0.5 * s),
                             sheet.conjugate(y, c, z),
                             domain.lower,
                             domain.upper};
  for (const double kink : sheet.kinks(y)) all.push_back(kink);
  return all;
}

void expect_same_answers(const Loss& loss, double y, double c, double q, double z) {
  const PlqLoss with_branches(*loss.plq);
  const std::vector<double> expected = answers(with_branches, y, c, q, z);
  visit_loss_of_rows(loss, [&](const auto& sheet) {
    EXPECT_FALSE((std::is_same_v<std::remove_cvref_t<decltype(sheet)>, PlqLoss>)) << "few pieces";
    const std::vector<double> found = answers(sheet, y, c, q, z);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (std::isinf(expected[k]))
        EXPECT_EQ(found[k], expected[k]) << "answer " << k;
      else
        EXPECT_NEAR(found[k], expected[k], 1e-13 * (1 + std::abs(expected[k]))) << "answer " << k;
    }
  });
}

TEST(FewPieces, AnswerAsManyDo) {
  Random random(17);
  for (int repeat = 0; repeat < 150; ++repeat) {
    const PlqFunction function = support::random_plq_function(random);
    if (function.slopes.size() > most_few_pieces) continue;
    for (const PlqArgument argument : {PlqArgument::margin, PlqArgument::residual}) {
      const Loss loss = plq_loss(argument, {function});
      std::vector<double> places = {-50, 50};
      for (const double at : function.breakpoints) places.push_back(at);
      for (int k = 0; k < 20; ++k) places.push_back(4 * random.normal());
      for (const double place : places)
        for (const double y : {-1.0, 1.0})
          for (const double c : {0.0, 0.3, 20.0})
            for (const double q : {0.0, 0.01, 2.0}) {
              SCOPED_TRACE(testing::Message() << "y " << y << " c " << c << " q " << q << " z " << place);
              expect_same_answers(loss, y, c, q, place);
            }
    }
    if (HasFailure()) return;
  }
}

TEST(FewPieces, AreNotOfferedForAFunctionPerRow) {
  const PlqFunction absolute{{0}, {-1, 1}, {0, 0}};
  const PlqFunction five{{0, 1, 2, 3}, {-1, 0, 1, 2, 3}, {0, 0, 0, 0, 0}};
  const auto has_branches = [](const Loss& loss) {
    return visit_loss_of_rows(
        loss, [](const auto& sheet) { return std::is_same_v<std::remove_cvref_t<decltype(sheet)>, PlqLoss>; });
  };
  EXPECT_FALSE(has_branches(plq_loss(PlqArgument::margin, {absolute})));
  EXPECT_TRUE(has_branches(plq_loss(PlqArgument::margin, {five})));
  EXPECT_TRUE(has_branches(plq_loss(PlqArgument::prediction, {absolute, absolute})));
}

TEST(IsCurved, WhereNoPieceIsASlopeAndNoneBeginsAtACorner) {
  const PlqFunction squared_hinge{{1}, {0, 0}, {2, 0}};
  const PlqFunction cornered{{1}, {-1, 0}, {2, 0}};
  const PlqFunction huber{{-1, 1}, {-1, -1, 1}, {0, 1, 0}};
  EXPECT_TRUE(is_curved(plq_loss(PlqArgument::margin, {squared_hinge})));
  EXPECT_FALSE(is_curved(plq_loss(PlqArgument::margin, {cornered})));
  EXPECT_FALSE(is_curved(plq_loss(PlqArgument::residual, {huber})));
  EXPECT_FALSE(is_curved(plq_loss(PlqArgument::prediction, {squared_hinge, huber})));
}

}  // namespace
}  // namespace hingeline::internal
