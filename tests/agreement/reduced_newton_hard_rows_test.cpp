// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced Newton on rows that are sorted, repeated, separable, or of unlike scales.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "hingeline/solve.hpp"
#include "support/parameter_names.hpp"
#include "support/slow_objective.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::options_of;

/// Two overlapping classes, or a linear rule with noise, in rows of doubles that a test may change.
class HardRows {
 public:
  HardRows(std::int64_t rows, std::int32_t cols, std::uint64_t seed) : rows_(rows), cols_(cols) {
    internal::Random random(seed);
    values_.resize(static_cast<std::size_t>(rows * cols));
    for (double& value : values_) value = random.normal();
    for (std::int64_t i = 0; i < rows; ++i) {
      double z = 0.3;
      for (std::int32_t j = 0; j < cols; ++j) z += at(i, j) / (1 + j);
      target_.push_back(z + random.normal());
    }
  }

  double& at(std::int64_t i, std::int32_t j) { return values_[static_cast<std::size_t>(i * cols_ + j)]; }
  std::vector<double>& weights() { return weights_; }
  std::vector<double>& target() { return target_; }

  /// Rows in ascending order of the target.
  void sort() { sort_by(target_); }
  /// Rows in ascending order of a column.
  void sort(std::int32_t column) {
    std::vector<double> keys;
    for (std::int64_t i = 0; i < rows_; ++i) keys.push_back(at(i, column));
    sort_by(keys);
  }

  /// Solves to 1e-6 (or `tolerance`) with every kind of loss; `threshold` separates the classes.
  void expect_solved(double C, double threshold = 0, double tolerance = 1e-6) {
    signs_.clear();
    for (const double z : target_) signs_.push_back(z > threshold ? 1 : -1);
    for (const LossName name :
         {LossName::hinge, LossName::squared_hinge, LossName::logistic, LossName::quantile, LossName::huber})
      for (const Intercept intercept : {Intercept::free, Intercept::none}) {
        SCOPED_TRACE(std::string(to_string(name)) + " " + support::name(intercept));
        Problem problem;
        problem.x = DenseView<double>{values_.data(), rows_, cols_, cols_};
        problem.loss.name = name;
        problem.y = is_classification(problem.loss) ? signs_ : target_;
        problem.weights = weights_;
        problem.C = C;
        problem.intercept = intercept;
        const Solution solution = solve(problem, options_of(Solver::reduced_newton, tolerance));
        EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
        EXPECT_LE(solution.passes, 60);
        const auto primal = static_cast<double>(support::slow_primal(problem, solution.coef, solution.intercept));
        EXPECT_NEAR(solution.certificate.primal, primal, 1e-9 * primal);
      }
  }

 private:
  void sort_by(const std::vector<double>& keys) {
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    std::vector<double> values;
    std::vector<double> target;
    for (const std::size_t i : order) {
      const auto first = values_.begin() + static_cast<std::ptrdiff_t>(i) * cols_;
      values.insert(values.end(), first, first + cols_);
      target.push_back(target_[i]);
    }
    values_ = std::move(values);
    target_ = std::move(target);
  }

  std::int64_t rows_;
  std::int32_t cols_;
  std::vector<double> values_;
  std::vector<double> target_;
  std::vector<double> signs_;
  std::vector<double> weights_;
};

class ReducedNewtonSolves : public ::testing::Test {
 protected:
  static constexpr std::int64_t rows_ = 40000;
  static constexpr std::int32_t cols_ = 6;
  HardRows data_{rows_, cols_, 7};
};

TEST_F(ReducedNewtonSolves, ToNineDigits) { data_.expect_solved(0.1, 0, 1e-9); }

TEST_F(ReducedNewtonSolves, RowsSortedByLabel) {
  data_.sort();
  data_.expect_solved(0.01);
}

TEST_F(ReducedNewtonSolves, RowsSortedByAFeature) {
  data_.sort(0);
  data_.expect_solved(0.01);
}

TEST_F(ReducedNewtonSolves, SeparableClassesWithLargeC) {
  for (std::int64_t i = 0; i < rows_; ++i) {
    double z = 0;
    for (std::int32_t j = 0; j < cols_; ++j) z += data_.at(i, j);
    data_.at(i, 0) += z > 0 ? 0.5 : -0.5;
    data_.target()[static_cast<std::size_t>(i)] = z > 0 ? 1 : -1;
  }
  data_.expect_solved(1e4);
}

TEST_F(ReducedNewtonSolves, RepeatedRows) {
  for (std::int64_t i = 400; i < rows_; ++i) {
    for (std::int32_t j = 0; j < cols_; ++j) data_.at(i, j) = data_.at(i % 400, j);
    data_.target()[static_cast<std::size_t>(i)] = data_.target()[static_cast<std::size_t>(i % 400)];
  }
  data_.expect_solved(0.01);
}

TEST_F(ReducedNewtonSolves, ConstantAndCollinearColumns) {
  for (std::int64_t i = 0; i < rows_; ++i) {
    data_.at(i, 1) = 3;
    data_.at(i, 2) = data_.at(i, 3);
    data_.at(i, 4) = data_.at(i, 0) - 2 * data_.at(i, 3);
  }
  data_.expect_solved(0.1);
}

TEST_F(ReducedNewtonSolves, ColumnsOnAllScales) {
  const double scales[] = {1e-6, 1e-3, 1, 1e3, 1e6, 1};
  for (std::int64_t i = 0; i < rows_; ++i)
    for (std::int32_t j = 0; j < cols_; ++j) data_.at(i, j) = scales[j] * (data_.at(i, j) + (j == 5 ? 1000 : 0));
  data_.expect_solved(0.1);
}

TEST_F(ReducedNewtonSolves, CostsOnAllScales) {
  internal::Random random(1);
  for (std::int64_t i = 0; i < rows_; ++i) data_.weights().push_back(std::pow(10.0, 16 * random.uniform() - 8));
  data_.expect_solved(1);
}

TEST_F(ReducedNewtonSolves, OneRowInAThousandOfOneClass) {
  constexpr double threshold = 5;
  for (std::int64_t i = 0; i < rows_; ++i)
    if (data_.target()[static_cast<std::size_t>(i)] > threshold) data_.at(i, 1) += 3;
  data_.expect_solved(0.1, threshold);
}

TEST_F(ReducedNewtonSolves, AHandfulOfHugeValues) {
  for (std::int64_t i = 0; i < 5; ++i) data_.at(1000 * i + 17, static_cast<std::int32_t>(i)) *= 1e6;
  data_.expect_solved(0.1);
}

TEST_F(ReducedNewtonSolves, TinyAndHugeC) {
  data_.expect_solved(1e-8);
  data_.expect_solved(1e6);
}

TEST(ReducedNewton, SolvesHardlyMoreRowsThanColumns) {
  HardRows data(45, 40, 3);
  data.expect_solved(1);
}

}  // namespace
}  // namespace hingeline
