// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/steps/kink_step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hingeline::internal {
namespace {

/// A step of every coordinate along which what is minimised, but for R, is slope t + curvature t^2 / 2.
class KinksAlongStep : public ::testing::Test {
 protected:
  KinksAlongStep() {
    problem_.x = CsrView<double>{offsets_.data(), nullptr, nullptr, 0, 4};
    problem_.penalty = {.l1 = 0.5, .l2 = 0};
  }

  PenalizedPoint point() const {
    PenalizedPoint point(problem_);
    for (std::size_t j = 0; j < v_.size(); ++j) point.place(j, v_[j]);
    return point;
  }

  /// Before the first kink R's own slope is part of it.
  LineSlopes along(const PenalizedPoint& point) const {
    LineSlopes slopes{slope_, curvature_};
    for (std::size_t j = 0; j < v_.size(); ++j) slopes.first -= point.down(j, 0) * d_[j];
    return slopes;
  }

  KinkStep straight(const PenalizedPoint& point, double end = infinity) const {
    std::vector<KinkMeeting> meetings;
    point.find_meetings(coordinates_, d_, end, meetings);
    return straight_step(point, coordinates_, d_, meetings, along(point), end);
  }

  double change_at(const PenalizedPoint& point, double t) const {
    double change = t * (slope_ + 0.5 * curvature_ * t);
    for (std::size_t j = 0; j < v_.size(); ++j) change += point.penalty(j, v_[j] + t * d_[j]) - point.penalty(j, v_[j]);
    return change;
  }

  double least_change(const PenalizedPoint& point, double end) const {
    constexpr int parts = 100000;
    double least = 0;
    for (int k = 1; k <= parts; ++k) least = std::min(least, change_at(point, end * k / parts));
    return least;
  }

  Problem problem_;
  const std::vector<std::int64_t> offsets_ = {0};
  const std::vector<std::uint32_t> coordinates_ = {0, 1, 2, 3};
  const std::vector<double> v_ = {1, -2, 0.5, 3};
  std::vector<double> d_ = {-1, 1, -0.1, 1};
  double slope_ = -1.3;
  double curvature_ = 0.01;
};

TEST_F(KinksAlongStep, EndsStraightAtTheMinimum) {
  for (const double slope : {-0.05, -0.4, -1.3, -5.0})
    for (const double curvature : {0.0, 0.3, 1.0, 30.0}) {
      slope_ = slope;
      curvature_ = curvature;
      const PenalizedPoint point = this->point();
      if (curvature == 0 && slope < -1.5) continue;  // falls without end
      const KinkStep step = straight(point);
      EXPECT_NEAR(step.change, least_change(point, 30), 1e-4) << slope << " " << curvature;
      EXPECT_NEAR(step.change, change_at(point, step.t), 1e-12);
    }
}

TEST_F(KinksAlongStep, IsNoLongerThanToldTo) {
  slope_ = -5;
  const KinkStep step = straight(point(), 1.5);
  EXPECT_EQ(step.t, 1.5);
  EXPECT_NEAR(step.change, change_at(point(), 1.5), 1e-12);
}

TEST_F(KinksAlongStep, StaysWhereNothingFalls) {
  slope_ = 3;
  EXPECT_EQ(straight(point()).t, 0);
}

TEST_F(KinksAlongStep, DoesNotCrossBounds) {
  slope_ = -5;
  const std::vector<double> lower(4, -4);
  const std::vector<double> upper(4, 3.25);
  problem_.bounds = {lower, upper};
  const PenalizedPoint point = this->point();
  const KinkStep step = straight(point);
  EXPECT_EQ(step.t, 0.25);
  EXPECT_EQ(value_after(point, 3, d_[3], step), 3.25);
}

TEST_F(KinksAlongStep, EndsOnAKinkOrBeyondUnlessCut) {
  const PenalizedPoint point = this->point();
  EXPECT_EQ(value_after(point, 0, d_[0], {.t = 1, .is_cut = false}), 0);
  EXPECT_EQ(value_after(point, 0, d_[0], {.t = 1.5, .is_cut = false}), -0.5);
  EXPECT_EQ(value_after(point, 0, d_[0], {.t = 1.5, .is_cut = true}), 0);
  EXPECT_EQ(value_after(point, 1, d_[1], {.t = 1.5, .is_cut = true}), -0.5);
}

}  // namespace
}  // namespace hingeline::internal
