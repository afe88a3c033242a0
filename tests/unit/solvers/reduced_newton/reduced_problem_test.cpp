// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/reduced_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "solvers/reduced_newton/band_collector.hpp"

namespace hingeline::internal {
namespace {

/// Of rows in the band that are all (1, 2), and nothing else.
class MomentsOfEqualRows : public ::testing::Test {
 protected:
  MomentsOfEqualRows() {
    given_.x = DenseView<float>{features_.data(), row_count, 2, 2};
    given_.intercept = Intercept::none;
    BandCollector<float> collector(2, memory_);
    BandCollector<float>::Part part;
    for (std::int64_t i = 0; i < row_count; ++i)
      std::copy_n(features_.data() + 2 * i, 2, collector.add({i, 1, 0.5}, part));
    problem_.emplace(ReducedProblem<float>{
        Variables(given_), {0, 0}, 0, {0, 0}, GramMatrix(2), collector.join(std::vector{part}, pool_)});
  }

  static constexpr std::int64_t row_count = 3000;
  const std::vector<float> features_ = [] {
    std::vector<float> all(2 * row_count, 1);
    for (std::size_t i = 1; i < all.size(); i += 2) all[i] = 2;
    return all;
  }();
  Problem given_;
  Arena memory_;
  ThreadPool pool_{1};
  std::optional<ReducedProblem<float>> problem_;
};

TEST_F(MomentsOfEqualRows, AreTheirProducts) {
  const Moments found = moments(*problem_, pool_, {});
  EXPECT_NEAR(found.mean[1], 2, 1e-12);
  EXPECT_NEAR(found.second.at(1, 0), 2, 1e-12);
  EXPECT_NEAR(found.second.at(1, 1), 4, 1e-12);
}

TEST_F(MomentsOfEqualRows, EndWhenTold) {
  int asked = 0;
  const Moments found = moments(*problem_, pool_, [&] { return ++asked > 1; });
  EXPECT_GT(asked, 1);
  EXPECT_LT(found.second.at(1, 1), 0.5 * 4);
}

}  // namespace
}  // namespace hingeline::internal
