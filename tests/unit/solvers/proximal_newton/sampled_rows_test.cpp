// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/sampled_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "data/rows.hpp"
#include "support/one_hot_rows.hpp"

namespace hingeline::internal {
namespace {

class Sampled : public ::testing::Test {
 protected:
  Sampled() {
    problem_.C = 3;
    Random random(2);
    for (std::size_t i = 0; i < problem_.y.size(); ++i) weights_.push_back(random.uniform());
  }

  const support::OneHotRows rows_{5000, {2, 30}, 5};
  Problem problem_ = rows_.problem(LossName::logistic);
  std::vector<double> weights_;
  Random random_{1};
};

TEST_F(Sampled, RowsStandForAll) {
  const RowSample drawn = draw_runs(problem_, 500, 1, random_);
  const ChosenRows sample = sampled_rows(problem_, drawn);
  const Problem& part = sample.problem();
  ASSERT_EQ(rows(part.x), drawn.rows);
  ASSERT_EQ(cols(part.x), cols(problem_.x));
  EXPECT_EQ(part.C, problem_.C);
  double total = 0;
  for (const double weight : part.weights) total += weight;
  EXPECT_NEAR(total, 5000, 1e-9);
}

TEST_F(Sampled, KeepRowsTargetsAndWeights) {
  problem_.weights = weights_;
  const RowSample drawn = draw_runs(problem_, 500, 1, random_);
  const ChosenRows sample = sampled_rows(problem_, drawn);
  const Problem& part = sample.problem();
  std::size_t k = 0;
  for (const RowRun& run : drawn.runs)
    for (std::int64_t i = run.first; i < run.first + run.count; ++i, ++k) {
      const auto row = static_cast<std::size_t>(i);
      EXPECT_EQ(part.y[k], problem_.y[row]);
      EXPECT_EQ(part.weights[k], weights_[row] * drawn.factor_of(problem_.y[row]));
      const auto whole = SparseRows(std::get<CsrView<float>>(problem_.x)).entries(i);
      const auto own = SparseRows(std::get<CsrView<float>>(part.x)).entries(static_cast<std::int64_t>(k));
      EXPECT_TRUE(std::ranges::equal(own.columns, whole.columns));
      EXPECT_TRUE(std::ranges::equal(own.values, whole.values));
    }
  EXPECT_EQ(k, part.y.size());
}

TEST_F(Sampled, AreNotThoseOfAFile) {
  problem_.release_rows = [](std::int64_t, std::int64_t) {};
  EXPECT_FALSE(sampled_rows(problem_, draw_runs(problem_, 500, 1, random_)).problem().release_rows);
}

}  // namespace
}  // namespace hingeline::internal
