// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/crammer_singer/is_answer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "problem/certificate.hpp"

namespace hingeline::internal {
namespace {

/// One row of two classes, W = (v, -v) with a margin of 6 v, v the double below 1/6, and a cost at which what that
/// lacks of 1 is ten times the ridge.
class CrammerSingerAnswer : public ::testing::Test {
 protected:
  CrammerSingerAnswer() {
    rows_.x = DenseView<double>{x_.data(), 1, 1, 1};
    rows_.y = y_;
    rows_.intercept = Intercept::none;
    rows_.C = 1e16;
  }

  double margin_above_1() const { return static_cast<double>(3.0L * coef_[0] - 3.0L * coef_[1] - 1); }

  static constexpr double tolerance = 1e-5;
  const std::vector<double> x_ = {3};
  const std::vector<double> y_ = {0};
  const std::vector<std::int32_t> classes_ = {0};
  Problem rows_;
  const ClassProblem problem_{rows_, classes_, 2};
  std::vector<double> coef_ = {1.0 / 6, -1.0 / 6};
  std::vector<double> dual_ = {1.0 / 18, -1.0 / 18};
  std::vector<double> outputs_ = {0, 0};
};

TEST_F(CrammerSingerAnswer, HasMarginsBeyondTheirRounding) {
  ASSERT_LT(margin_above_1(), 0);
  const CrammerSingerPoint point{dual_, coef_, outputs_};
  Certificate proof = certify_pair(problem_, point);
  ASSERT_TRUE(accepts(proof, tolerance));
  EXPECT_TRUE(is_answer(problem_, tolerance, point, proof));
  EXPECT_GT(margin_above_1(), 0);
  EXPECT_NEAR(proof.primal, 1.0 / 36, 1e-15);
  EXPECT_LE(proof.gap, 1e-15);
}

/// Margins short of 1 by more than rounding, and less than the tolerance costs of the ridge.
TEST_F(CrammerSingerAnswer, IsAWThatIsLittleTooShort) {
  for (double& w : coef_) w *= 1 - 1e-9;
  const CrammerSingerPoint point{dual_, coef_, outputs_};
  Certificate proof = certify_pair(problem_, point);
  ASSERT_FALSE(accepts(proof, tolerance));
  EXPECT_TRUE(is_answer(problem_, tolerance, point, proof));
  EXPECT_NEAR(proof.primal, 1.0 / 36, 1e-9);
}

TEST_F(CrammerSingerAnswer, IsNotWhatIsFarTooShort) {
  for (double& w : coef_) w *= 0.5;
  const std::vector<double> given = coef_;
  const CrammerSingerPoint point{dual_, coef_, outputs_};
  Certificate proof = certify_pair(problem_, point);
  EXPECT_FALSE(is_answer(problem_, tolerance, point, proof));
  EXPECT_EQ(coef_, given);
}

/// A longer W would be next to the best, which this dual point does not prove.
TEST_F(CrammerSingerAnswer, IsLeftWithItsOutputsWhereALongerOneIsNotProven) {
  for (double& w : coef_) w *= 1 - 1e-9;
  for (double& s : dual_) s /= 2;
  const std::vector<double> given = coef_;
  const CrammerSingerPoint point{dual_, coef_, outputs_};
  Certificate proof = certify_pair(problem_, point);
  const std::vector<double> outputs = outputs_;
  EXPECT_FALSE(is_answer(problem_, tolerance, point, proof));
  EXPECT_EQ(coef_, given);
  EXPECT_EQ(outputs_, outputs);
}

}  // namespace
}  // namespace hingeline::internal
