// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear_systems/product_descent.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/random.hpp"
#include "data/rows.hpp"
#include "support/one_hot_rows.hpp"

namespace hingeline::internal {
namespace {

/// Q over all columns of rows whose columns depend on each other, with random weights H and slopes of rows at v = 0.
class ProductDescentOnOneHotRows : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  ProductDescentOnOneHotRows() : rows_(2000, {2, 7, 30, 60}, GetParam()), problem_(rows_.problem(LossName::logistic)) {
    Random random(GetParam());
    std::vector<double> h;
    for (std::int64_t i = 0; i < hingeline::rows(problem_.x); ++i) h.push_back(random.uniform());
    visit_rows(problem_.x, [&](const auto& x) {
      WeightedGram gram(x, 0);
      a_.clear(gram.size());
      gram.add(h, a_);
      slopes_.resize(gram.size());
      for (std::int64_t i = 0; i < x.rows(); ++i) x.add(i, random.normal(), slopes_.data());
    });
    mirror(a_);
    columns_.resize(a_.size());
    std::iota(columns_.begin(), columns_.end(), 0U);
  }

  void minimise(PenalizedPoint& point) const {
    ProductDescent(point, [] { return false; }).minimise(columns_, a_, slopes_, 1e-14);
  }

  /// No coefficient by itself moves.
  void expect_minimum(const PenalizedPoint& point) const {
    for (std::size_t j = 0; j < a_.size(); ++j) {
      double g = slopes_[j];
      for (std::size_t k = 0; k < a_.size(); ++k) g += a_.at(j, k) * point.v()[k];
      EXPECT_NEAR(point.minimum_along(j, g, a_.at(j, j)), point.v()[j], 1e-5) << j;
    }
  }

  std::size_t count_zeros(const PenalizedPoint& point) const {
    return static_cast<std::size_t>(std::ranges::count(point.v(), 0.0));
  }

  const support::OneHotRows rows_;
  Problem problem_;
  GramMatrix a_{0};
  std::vector<std::uint32_t> columns_;
  std::vector<double> slopes_;
};

TEST_P(ProductDescentOnOneHotRows, FindsTheLassoMinimum) {
  problem_.penalty = {.l1 = 10, .l2 = 0};
  PenalizedPoint point(problem_);
  minimise(point);
  expect_minimum(point);
  EXPECT_GT(count_zeros(point), 0);
  EXPECT_LT(count_zeros(point), a_.size());
}

TEST_P(ProductDescentOnOneHotRows, FindsItFromAfar) {
  problem_.penalty = {.l1 = 10, .l2 = 0};
  PenalizedPoint near(problem_);
  minimise(near);
  PenalizedPoint far(problem_);
  Random random(7);
  std::vector<double> shift(a_.size());
  for (std::size_t j = 0; j < a_.size(); ++j) {
    shift[j] = 10 * random.normal();
    far.place(j, shift[j]);
  }
  std::vector<double> there = slopes_;
  for (std::size_t j = 0; j < a_.size(); ++j)
    for (std::size_t k = 0; k < a_.size(); ++k) there[j] += a_.at(j, k) * shift[k];
  ProductDescent(far, [] { return false; }).minimise(columns_, a_, there, 1e-14);
  expect_minimum(far);
}

TEST_P(ProductDescentOnOneHotRows, FindsThatOfElasticNetsInBounds) {
  problem_.penalty = {.l1 = 5, .l2 = 1};
  const std::vector<double> lower(a_.size(), -0.2);
  const std::vector<double> upper(a_.size(), 0.5);
  problem_.bounds = {lower, upper};
  PenalizedPoint point(problem_);
  minimise(point);
  expect_minimum(point);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ProductDescentOnOneHotRows, ::testing::Range<std::uint64_t>(1, 9));

}  // namespace
}  // namespace hingeline::internal
