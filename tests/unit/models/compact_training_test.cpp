// SPDX-License-Identifier: BSD-3-Clause
#include "models/compact_training.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "support/message_of.hpp"
#include "support/random_classes.hpp"

namespace hingeline::internal {
namespace {

using support::message_of;
using support::RandomClasses;
using support::Storage;

constexpr std::int32_t narrow_cols = 4;
constexpr std::int32_t wide_cols = 100000;

std::int32_t wide_column(std::int32_t j) { return 24000 * j + 7; }

/// The same rows, sparse, as they are and with columns far apart.
class CompactTrainingTest : public ::testing::Test {
 protected:
  CompactTrainingTest() {
    narrow_ = classes_.data(Storage::csr_double);
    auto view = std::get<CsrView<double>>(narrow_.x);
    for (std::int64_t k = 0; k < view.offsets[view.rows]; ++k) columns_.push_back(wide_column(view.columns[k]));
    values_.assign(view.values, view.values + view.offsets[view.rows]);
    view.columns = columns_.data();
    view.values = values_.data();
    view.cols = wide_cols;
    wide_ = narrow_;
    wide_.x = view;
    options_.solver.tolerance = 1e-6;
  }

  /// Of all columns what is given of few; the rest are `others`.
  static std::vector<double> spread(const std::vector<double>& numbers, std::size_t of_a_column, double others) {
    std::vector<double> all(wide_cols * of_a_column, others);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const std::int32_t column = wide_column(static_cast<std::int32_t>(k / of_a_column));
      all[static_cast<std::size_t>(column) * of_a_column + k % of_a_column] = numbers[k];
    }
    return all;
  }

  void expect_same(const TrainResult& narrow, const TrainResult& wide) {
    EXPECT_EQ(wide.status, Status::converged);
    EXPECT_EQ(wide.model.features, wide_cols);
    EXPECT_EQ(wide.model.coef, spread(narrow.model.coef, static_cast<std::size_t>(wide.model.outputs), 0));
    EXPECT_EQ(wide.model.intercept, narrow.model.intercept);
    EXPECT_EQ(wide.certificate.primal, narrow.certificate.primal);
    EXPECT_EQ(wide.certificate.relative_gap, narrow.certificate.relative_gap);
  }

  const RandomClasses classes_{80, narrow_cols, 3};
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
  Dataset narrow_;
  Dataset wide_;
  TrainOptions options_;
};

TEST_F(CompactTrainingTest, FindsWhatColumnsInUseDo) {
  ASSERT_TRUE(CompactTraining(wide_, options_, 3).is_narrower());
  ASSERT_FALSE(CompactTraining(narrow_, options_, 3).is_narrower());
  for (const LossName loss : {LossName::hinge, LossName::squared_hinge, LossName::logistic}) {
    options_.loss.name = loss;
    expect_same(train(narrow_, options_), train(wide_, options_));
  }
  options_.multi_class = MultiClass::multinomial;
  expect_same(train(narrow_, options_), train(wide_, options_));
}

TEST_F(CompactTrainingTest, PenaltiesColumnByColumnFollow) {
  options_.loss.name = LossName::logistic;
  options_.penalty = {.l1 = 0.5, .l2 = 0.1};
  const std::vector<double> weights = {1, 0, 2, 0.5};
  options_.penalty.l1_weights = weights;
  const TrainResult narrow = train(narrow_, options_);
  const std::vector<double> all = spread(weights, 1, 3);
  options_.penalty.l1_weights = all;
  expect_same(narrow, train(wide_, options_));
}

TEST_F(CompactTrainingTest, ColumnsWithoutEntriesAreStandardizedByOne) {
  options_.standardize = true;
  const TrainResult narrow = train(narrow_, options_);
  const TrainResult wide = train(wide_, options_);
  expect_same(narrow, wide);
  EXPECT_EQ(wide.model.column_scale, spread(narrow.model.column_scale, 1, 1));
}

TEST_F(CompactTrainingTest, BeginsAtModelsOfAllColumns) {
  TrainResult narrow = train(narrow_, options_);
  TrainResult wide = train(wide_, options_);
  options_.C = 2;
  options_.warm_start = &narrow.model;
  const TrainResult next = train(narrow_, options_);
  options_.warm_start = &wide.model;
  expect_same(next, train(wide_, options_));
  wide.model.features = 3;
  EXPECT_EQ(message_of<InvalidParameter>([&] { train(wide_, options_); }),
            "warm start: a model of 3 features given, must have 100000");
}

TEST_F(CompactTrainingTest, PathsBeginAtModelsOfAllColumnsToo) {
  const std::vector<double> costs = {0.1, 1, 10};
  const PathResult narrow = train_path(narrow_, options_, costs);
  const PathResult wide = train_path(wide_, options_, costs);
  ASSERT_EQ(wide.models.size(), costs.size());
  for (std::size_t k = 0; k < costs.size(); ++k) EXPECT_EQ(wide.models[k].coef, spread(narrow.models[k].coef, 3, 0));
}

TEST_F(CompactTrainingTest, FeaturesKeepTheirNames) {
  wide_.feature_names.assign(wide_cols, "x");
  wide_.feature_names[7] = "seven";
  EXPECT_EQ(train(wide_, options_).model.feature_names, wide_.feature_names);
}

TEST_F(CompactTrainingTest, ErrorsNameColumnsAsTheyWere) {
  const auto bad = static_cast<std::size_t>(std::ranges::find(columns_, wide_column(2)) - columns_.begin());
  values_[bad] = std::numeric_limits<double>::quiet_NaN();
  const std::string message = message_of<DataError>([&] { train(wide_, options_); });
  EXPECT_NE(message.find("column 48007 (from 0)"), std::string::npos) << message;
}

TEST_F(CompactTrainingTest, BoundsAndConstraintsAreOfAllColumns) {
  const std::vector<double> lower(wide_cols, -1);
  options_.bounds.lower = lower;
  EXPECT_FALSE(may_be_compact(wide_, options_, 3));
  options_.bounds = {};
  const std::vector<double> row(wide_cols, 1);
  options_.constraints.rows = DenseView<double>{row.data(), 1, wide_cols, wide_cols};
  EXPECT_FALSE(may_be_compact(wide_, options_, 3));
}

}  // namespace
}  // namespace hingeline::internal
