// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/heavy_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "data/csc_matrix.hpp"
#include "support/one_hot_rows.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t row_count = 2000;

/// Every other column of rows that share few values, and something to solve for.
class HeavyColumnsOf : public ::testing::Test {
 protected:
  HeavyColumnsOf() : problem_(rows_.problem(LossName::logistic)), matrix_(std::get<CsrView<float>>(problem_.x)) {
    Random random(3);
    for (std::uint32_t j = 0; j < static_cast<std::uint32_t>(cols(problem_.x)); j += 2) support_.push_back(j);
    for (std::size_t i = 0; i < row_count; ++i) h_.push_back(random.uniform());
    for (std::size_t k = 0; k < support_.size(); ++k) {
      added_.push_back(0.1 + random.uniform());
      r_.push_back(random.normal());
    }
  }

  /// x_j'H x_m
  double product(std::uint32_t j, std::uint32_t m) {
    std::vector<double> column(row_count);
    x_.visit(j, [&](std::size_t i, double value) { column[i] = h_[i] * value; });
    return x_.dot(m, column);
  }

  const support::OneHotRows rows_{row_count, {2, 30, 700}, 5};
  Problem problem_;
  CscMatrix<float> matrix_;
  ColumnsWithIntercept<float> x_{matrix_.view(), problem_};
  ThreadPool alone_{1};
  HeavyColumns<float> heavy_{x_, alone_};
  std::vector<std::uint32_t> support_;
  std::vector<double> h_;
  std::vector<double> added_;
  std::vector<double> r_;
};

TEST_F(HeavyColumnsOf, AreThoseThatMostRowsHave) {
  heavy_.factor(support_, h_, added_);
  const auto places = heavy_.places();
  ASSERT_GT(places.size(), 10);
  ASSERT_LT(places.size(), support_.size());
  std::int64_t fewest = row_count;
  std::int64_t most_of_others = 0;
  for (std::size_t k = 0; k < support_.size(); ++k) {
    const std::int64_t entries = x_.entries(support_[k]);
    if (std::ranges::binary_search(places, k))
      fewest = std::min(fewest, entries);
    else
      most_of_others = std::max(most_of_others, entries);
  }
  EXPECT_GE(fewest, most_of_others);
}

TEST_F(HeavyColumnsOf, AreNoneWhenToldToStop) {
  heavy_.factor(support_, h_, added_);
  const std::int64_t visited = x_.visited();
  heavy_.factor(support_, h_, added_, [] { return true; });
  EXPECT_TRUE(heavy_.columns().empty());
  EXPECT_EQ(x_.visited(), visited);
}

TEST_F(HeavyColumnsOf, AreSolvedForAsABlock) {
  constexpr double untouched = 7;
  heavy_.factor(support_, h_, added_);
  const auto places = heavy_.places();
  std::vector<double> out(support_.size(), untouched);
  heavy_.solve(r_, out);
  for (const std::size_t k : places) {
    double sum = added_[k] * out[k];
    for (const std::size_t m : places) sum += product(support_[k], support_[m]) * out[m];
    EXPECT_NEAR(sum, r_[k], 1e-9);
  }
  EXPECT_EQ(std::ranges::count(out, untouched), static_cast<std::ptrdiff_t>(support_.size() - places.size()));
}

TEST_F(HeavyColumnsOf, AreNoneWhereAllAreRare) {
  std::vector<std::uint32_t> rare;
  std::ranges::copy_if(support_, std::back_inserter(rare), [this](std::uint32_t j) { return x_.entries(j) < 2; });
  ASSERT_FALSE(rare.empty());
  heavy_.factor(rare, h_, added_);
  EXPECT_TRUE(heavy_.places().empty());
  std::vector<double> out = r_;
  heavy_.solve(r_, out);
  EXPECT_EQ(out, r_);
}

}  // namespace
}  // namespace hingeline::internal
