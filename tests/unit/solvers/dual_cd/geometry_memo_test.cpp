// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/geometry_memo.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

std::vector<std::uint32_t> first_rows(std::size_t count) {
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

class GeometryMemoTest : public testing::Test {
 protected:
  std::shared_ptr<const RowGeometry> get(const Problem& problem, std::span<const std::uint32_t> used) {
    return memo_.get(x_, problem, used);
  }

  /// What the memo gives is what row_geometry makes.
  void expect_fresh(const Problem& problem, std::span<const std::uint32_t> used) {
    const auto given = get(problem, used);
    const RowGeometry made = row_geometry(x_, problem, used);
    EXPECT_EQ(given->q, made.q);
    EXPECT_EQ(given->mean.tau2, made.mean.tau2);
    EXPECT_EQ(given->mean.mean, made.mean.mean);
    EXPECT_EQ(given->mean.mean_dot, made.mean.mean_dot);
  }

  const support::RandomProblem random_{40, 6, Loss{}, 1};
  Problem problem_ = random_.problem(support::Storage::csr_double);
  const SparseRows<double> x_{std::get<CsrView<double>>(problem_.x)};
  const std::vector<std::uint32_t> all_ = first_rows(40);
  GeometryMemo memo_;
};

TEST_F(GeometryMemoTest, KeepsWhatWasAskedForLast) {
  problem_.intercept = Intercept::free;
  const auto first = get(problem_, all_);
  problem_.C *= 10;
  problem_.loss.name = LossName::logistic;
  EXPECT_EQ(get(problem_, all_), first);
}

TEST_F(GeometryMemoTest, MakesAnotherForOtherRowsInterceptsAndPenalties) {
  const std::vector<std::function<void(Problem&)>> changes = {
      [](Problem& problem) { problem.intercept = Intercept::free; },
      [](Problem& problem) { problem.penalty.l1 = 1; },
      [](Problem& problem) { problem.intercept = Intercept::penalized; },
      [](Problem& problem) { problem.bias = 3; },
      [](Problem& problem) { problem.intercept = Intercept::none; },
  };
  expect_fresh(problem_, all_);
  for (const auto& change : changes) {
    change(problem_);
    expect_fresh(problem_, all_);
  }
  problem_.intercept = Intercept::free;
  expect_fresh(problem_, first_rows(30));
  expect_fresh(problem_, first_rows(20));
}

}  // namespace
}  // namespace hingeline::internal
