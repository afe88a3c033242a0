// SPDX-License-Identifier: BSD-3-Clause
#include "selection/fold_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <compare>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "hingeline/model.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

/// Rows of classes 3 and 8, some in no fold, some of weight 0; row i has the weight i where it has any.
class FoldRowsOf : public ::testing::TestWithParam<Storage> {
 protected:
  FoldRowsOf() : random_(rows, 5, Loss{LossName::hinge}, 2), y_(rows), weights_(rows), fold_(rows) {
    for (std::size_t i = 0; i < rows; ++i) {
      y_[i] = i % 4 == 1 ? 8 : 3;
      weights_[i] = i % 5 == 2 ? 0 : static_cast<double>(i + 1);
      fold_[i] = static_cast<int>(i * i % 7 % 4) - 1;
    }
    data_.x = random_.problem(GetParam()).x;
    data_.y = y_;
    data_.checked = true;
    cv_.folds = 3;
    cv_.fold = fold_;
  }

  static constexpr std::size_t rows = 60;
  RandomProblem random_;
  std::vector<double> y_;
  std::vector<double> weights_;
  std::vector<int> fold_;
  Dataset data_;
  CvOptions cv_;
};

struct Row {
  double weight;
  double y;
  std::vector<double> values;
  auto operator<=>(const Row&) const = default;
};

/// Those of weight > 0.
std::vector<Row> sorted_rows(const MatrixView& x, std::span<const double> y, std::span<const double> weights) {
  std::vector<Row> all;
  for (std::size_t i = 0; i < y.size(); ++i) {
    std::vector<double> values(static_cast<std::size_t>(cols(x)));
    visit_rows(x, [&](const auto& matrix) { matrix.add(static_cast<std::int64_t>(i), 1, values.data()); });
    if (weights[i] > 0) all.push_back({weights[i], y[i], std::move(values)});
  }
  std::ranges::sort(all);
  return all;
}

TEST_P(FoldRowsOf, ATrainingSeesTheRowsThatItsFoldLeaves) {
  const HeldOut held_out(y_, weights_, {}, cv_);
  const FoldRows folds(data_, weights_, held_out, 2);
  for (std::size_t f = 0; f < 3; ++f) {
    const FoldRows::Training training = folds.without(f);
    std::vector<double> left = weights_;
    for (std::size_t i = 0; i < rows; ++i)
      if (fold_[i] == static_cast<int>(f)) left[i] = 0;
    EXPECT_EQ(std::ssize(training.data.y), std::ranges::count_if(left, [](double weight) { return weight > 0; }));
    EXPECT_TRUE(training.data.checked);
    EXPECT_EQ(sorted_rows(training.data.x, training.data.y, training.weights), sorted_rows(data_.x, y_, left));
  }
}

TEST_P(FoldRowsOf, WithoutWeightsThereAreNone) {
  const HeldOut held_out(y_, {}, {}, cv_);
  const FoldRows folds(data_, {}, held_out, 1);
  for (std::size_t f = 0; f < 3; ++f) {
    EXPECT_TRUE(folds.without(f).weights.empty());
    EXPECT_EQ(folds.without(f).data.y.size(), rows - held_out.rows(f).size());
  }
}

TEST_P(FoldRowsOf, RowsInAFileStayThere) {
  data_.release = [](std::int64_t, std::int64_t) {};
  const HeldOut held_out(y_, weights_, {}, cv_);
  const FoldRows folds(data_, weights_, held_out, 2);
  for (std::size_t f = 0; f < 3; ++f) {
    const FoldRows::Training training = folds.without(f);
    EXPECT_EQ(training.data.y.size(), rows);
    EXPECT_TRUE(training.data.release);
    for (const std::int64_t i : held_out.rows(f)) EXPECT_EQ(training.weights[static_cast<std::size_t>(i)], 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, FoldRowsOf,
                         ::testing::Values(Storage::dense_float, Storage::dense_double, Storage::csr_float,
                                           Storage::csr_double),
                         [](const auto& storage) { return to_string(storage.param); });

}  // namespace
}  // namespace hingeline::internal
