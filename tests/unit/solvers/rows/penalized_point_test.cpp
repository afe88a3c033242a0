// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rows/penalized_point.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {
namespace {

/// Ten coefficients between bounds that are no round numbers.
class PenalizedPointInBounds : public ::testing::Test {
 protected:
  PenalizedPointInBounds() {
    Random random(1);
    for (std::size_t j = 0; j < size; ++j) {
      lower_.push_back(-random.uniform());
      upper_.push_back(random.uniform());
    }
    problem_.x = DenseView<double>{values_.data(), 1, size, size};
    problem_.y = targets_;
    problem_.penalty = {.l1 = 0.1, .l2 = 1};
    problem_.bounds = {lower_, upper_};
  }

  static constexpr std::size_t size = 10;
  std::vector<double> values_ = std::vector<double>(size, 1);
  std::vector<double> targets_ = {1};
  std::vector<double> lower_;
  std::vector<double> upper_;
  Problem problem_;
};

TEST_F(PenalizedPointInBounds, StepsNeverLeaveThem) {
  Random random(2);
  PenalizedPoint point(problem_);
  for (int trial = 0; trial < 20000; ++trial) {
    const std::size_t j = trial % size;
    const double from = (random.uniform() < 0.5 ? lower_[j] : upper_[j]) * random.uniform();
    point.place(j, from);
    const double step = random.normal();
    const double bound = step > 0 ? upper_[j] : lower_[j];
    for (const double t : {std::nextafter((bound - from) / step, 0.0), (bound - from) / step, random.uniform()})
      for (const double after : {point.after_step(j, step, t), point.after_whole_step(j, step, t)}) {
        ASSERT_GE(after, lower_[j]);
        ASSERT_LE(after, upper_[j]);
      }
  }
}

TEST_F(PenalizedPointInBounds, BeyondABoundIsAtIt) {
  PenalizedPoint point(problem_);
  point.place(3, std::nextafter(upper_[3], 1.0));
  EXPECT_EQ(point.share_to_kink(3, 0.5), 0);
  EXPECT_EQ(point.after_step(3, 0.5, 0), upper_[3]);
}

}  // namespace
}  // namespace hingeline::internal
