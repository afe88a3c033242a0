// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/constraint_set.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/infinity.hpp"
#include "hingeline/error.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

using Values = std::vector<double>;
using internal::infinity;

Values row(const ConstraintSet& set, std::int64_t k) { return support::slow_row(set.constraints().rows, k); }
Values numbers(std::span<const double> view) { return {view.begin(), view.end()}; }

TEST(ConstraintSet, BoundsMeet) {
  ConstraintSet set(3);
  EXPECT_TRUE(set.empty());
  EXPECT_TRUE(set.bounds().lower.empty());
  set.bound_all(0, infinity);
  set.bound(1, -2, 5);
  EXPECT_EQ(numbers(set.bounds().lower), (Values{0, 0, 0}));
  EXPECT_EQ(numbers(set.bounds().upper), (Values{infinity, 5, infinity}));
  EXPECT_THROW(set.bound(3, 0, 1), InvalidParameter);
  EXPECT_THROW(set.bound(0, 1, 0), InvalidParameter);
  EXPECT_THROW(set.bound(0, std::nan(""), 1), InvalidParameter);
}

TEST(ConstraintSet, ABoundThatContradictsAnotherIsARow) {
  ConstraintSet set(2);
  set.bound_all(0, 1);
  set.bound(1, 6, 7);
  EXPECT_EQ(numbers(set.bounds().upper), (Values{1, 1}));
  ASSERT_EQ(rows(set.constraints().rows), 1);
  EXPECT_EQ(row(set, 0), (Values{0, 1}));
  EXPECT_EQ(numbers(set.constraints().lower), (Values{6}));
  EXPECT_EQ(numbers(set.constraints().upper), (Values{7}));
}

TEST(ConstraintSet, OrderAndSumAreRows) {
  ConstraintSet set(3);
  set.order();
  set.fix_sum(1);
  ASSERT_EQ(rows(set.constraints().rows), 3);
  EXPECT_EQ(row(set, 0), (Values{-1, 1, 0}));
  EXPECT_EQ(row(set, 1), (Values{0, -1, 1}));
  EXPECT_EQ(row(set, 2), (Values{1, 1, 1}));
  EXPECT_EQ(numbers(set.constraints().lower), (Values{0, 0, 1}));
  EXPECT_EQ(numbers(set.constraints().upper), (Values{infinity, infinity, 1}));
}

TEST(ConstraintSet, AConstantColumnHasNoCovariance) {
  const Values x = {-0.01, -0.01, -0.01};
  ConstraintSet set(1);
  set.limit_covariance(DenseView<double>{x.data(), 3, 1, 1}, Values{2.207, -0.671, -0.559}, 1);
  EXPECT_EQ(row(set, 0), Values{0});
}

TEST(ConstraintSet, CovarianceIsThatOfRowsByWeight) {
  const Values x = {1, 0, 2, 1, 0, 3, 5, -1};
  const Values sensitive = {0, 1, 1, 0};
  const DenseView<double> view{x.data(), 4, 2, 2};
  ConstraintSet set(2);
  set.limit_covariance(view, sensitive, 0.25);
  set.limit_covariance(view, sensitive, 0, Values{1, 0, 1, 0});
  EXPECT_EQ(row(set, 0), (Values{-0.5 * 0.25 * (1 - 2 - 0 + 5), -0.5 * 0.25 * (0 - 1 - 3 - 1)}));
  EXPECT_EQ(row(set, 1), (Values{-0.5 * 0.5 * (1 - 0), -0.5 * 0.5 * (0 - 3)}));
  EXPECT_EQ(numbers(set.constraints().lower), (Values{-0.25, 0}));
  EXPECT_THROW(set.limit_covariance(view, Values{1, 2}, 0.1), InvalidParameter);
  EXPECT_THROW(set.limit_covariance(view, sensitive, -1), InvalidParameter);
  EXPECT_THROW(set.limit_covariance(view, sensitive, 1, Values(4)), InvalidParameter);
  EXPECT_THROW(set.limit_covariance(view, sensitive, 1, Values{1, 1, 1, -1}), InvalidParameter);
}

TEST(ConstraintSet, ACovarianceIsOfAValidMatrix) {
  const Values x = {1, 0, infinity};
  const Values sensitive = {1, 2};
  const std::vector<std::int64_t> offsets = {0, 1, 2};
  const std::vector<std::int64_t> descending = {0, 2, 1};
  const std::vector<std::int32_t> columns = {0, 1000000};
  ConstraintSet set(2);
  const auto refuses = [&](const MatrixView& view) {
    EXPECT_THROW(set.limit_covariance(view, sensitive, 1), DataError);
    EXPECT_TRUE(set.empty());
  };
  refuses(DenseView<double>{nullptr, 2, 2, 2});
  refuses(DenseView<double>{x.data(), 2, 2, 1});
  refuses(DenseView<double>{x.data(), 2, 2, -2});
  refuses(CsrView<double>{offsets.data(), columns.data(), x.data(), 2, 2});
  refuses(CsrView<double>{descending.data(), columns.data(), x.data(), 2, 2});
  const Values infinite = {1, 0, 0, infinity};
  refuses(DenseView<double>{infinite.data(), 2, 2, 2});
}

TEST(ConstraintSet, AWeightIsAsManyRows) {
  const Values x = {1, 3, 4, 3, 3};
  const Values sensitive = {0, 1, 5, 1, 1};
  ConstraintSet set(1);
  set.limit_covariance(DenseView<double>{x.data(), 3, 1, 1}, std::span(sensitive).first(3), 1, Values{1, 3, 1});
  set.limit_covariance(DenseView<double>{x.data(), 5, 1, 1}, sensitive, 1);
  EXPECT_NEAR(row(set, 0)[0], row(set, 1)[0], 1e-15);
}

TEST(ConstraintSet, WhatIsRefusedChangesNothing) {
  ConstraintSet set(2);
  set.bound(1, 0, 1);
  EXPECT_THROW(set.bound(1, 3, 2), InvalidParameter);
  EXPECT_THROW(set.bound_all(3, 2), InvalidParameter);
  EXPECT_EQ(numbers(set.bounds().lower), (Values{-infinity, 0}));
  EXPECT_EQ(numbers(set.bounds().upper), (Values{infinity, 1}));
}

TEST(ConstraintSet, RowsAreChecked) {
  ConstraintSet set(2);
  const std::vector<std::int32_t> both = {0, 1};
  EXPECT_THROW(set.add_row(both, Values{1}, 0, 1), InvalidParameter);
  EXPECT_THROW(set.add_row(std::vector<std::int32_t>{1, 0}, Values{1, 1}, 0, 1), InvalidParameter);
  EXPECT_THROW(set.add_row(std::vector<std::int32_t>{2}, Values{1}, 0, 1), InvalidParameter);
  EXPECT_THROW(set.add_row(both, Values{1, infinity}, 0, 1), InvalidParameter);
  EXPECT_THROW(set.add_row(both, Values{1, 1}, infinity, infinity), InvalidParameter);
  EXPECT_TRUE(set.empty());
}

}  // namespace
}  // namespace hingeline
