// SPDX-License-Identifier: BSD-3-Clause
#include "models/column_scaling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "hingeline/error.hpp"
#include "model_files/svm_ranges.hpp"
#include "models/scaled_columns.hpp"
#include "support/matrix_contents.hpp"
#include "support/message_of.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using hingeline::support::message_of;
using hingeline::support::RandomProblem;
using hingeline::support::slow_row;
using hingeline::support::Storage;

constexpr std::int32_t width = 6;
constexpr std::int64_t height = 40;

std::vector<double> slow_column(const MatrixView& x, std::size_t j) {
  std::vector<double> column;
  for (std::int64_t i = 0; i < rows(x); ++i) column.push_back(slow_row(x, i)[j]);
  return column;
}

/// One column, dense.
struct Column {
  explicit Column(std::vector<double> numbers) : values(std::move(numbers)) {
    data.x = DenseView<double>{values.data(), std::ssize(values), 1, 1};
  }
  std::vector<double> values;
  Dataset data;
};

class ColumnScalingTest : public ::testing::TestWithParam<Storage> {
 protected:
  ColumnScalingTest() : random_(height, width, Loss{LossName::squared}, 8) {
    const Problem problem = random_.problem(GetParam());
    data_.x = problem.x;
    data_.y = problem.y;
  }

  void expect_scaled(const Dataset& scaled, const ColumnScaling& scaling, double tolerance) const {
    for (std::int64_t i = 0; i < height; ++i)
      for (std::size_t j = 0; j < width; ++j) {
        const double expected = scaling.scaled(static_cast<std::int32_t>(j), slow_row(data_.x, i)[j]);
        EXPECT_NEAR(slow_row(scaled.x, i)[j], expected, tolerance * std::abs(expected));
      }
  }

  RandomProblem random_;
  Dataset data_;
};

TEST_P(ColumnScalingTest, RangesAndMomentsAreThoseOfAllEntries) {
  const ColumnRanges ranges = column_ranges(data_.x);
  const ColumnScaling centered = measure_scaling(data_, {.method = ScalingMethod::deviation, .center = true});
  for (std::size_t j = 0; j < width; ++j) {
    const std::vector<double> column = slow_column(data_.x, j);
    EXPECT_EQ(ranges.lowest[j], std::ranges::min(column));
    EXPECT_EQ(ranges.highest[j], std::ranges::max(column));
    long double sum = 0;
    for (const double value : column) sum += value;
    EXPECT_NEAR(centered.origin[j], static_cast<double>(sum / height), 1e-14);
  }
  EXPECT_EQ(centered.unit, column_deviations(data_.x, {}));
}

TEST_P(ColumnScalingTest, MeetsTheEndsOfARange) {
  const ColumnScaling scaling = measure_scaling(data_, {.lower = 0.1, .upper = 0.7});
  const Dataset scaled = scale_columns(data_, scaling, ValueType::float64);
  for (std::size_t j = 0; j < width; ++j) {
    const std::vector<double> column = slow_column(scaled.x, j);
    EXPECT_EQ(std::ranges::min(column), 0.1);
    EXPECT_EQ(std::ranges::max(column), 0.7);
  }
}

TEST_P(ColumnScalingTest, EveryMethodLayoutAndTypeIsTheFormula) {
  for (const ScalingMethod method : {ScalingMethod::range, ScalingMethod::deviation, ScalingMethod::maximum})
    for (const bool center : {false, true})
      for (const Layout layout : {Layout::automatic, Layout::dense, Layout::sparse}) {
        const ColumnScaling scaling = measure_scaling(data_, {.method = method, .center = center});
        const Dataset exact = scale_columns(data_, scaling, ValueType::float64, layout);
        expect_scaled(exact, scaling, 0);
        expect_scaled(scale_columns(data_, scaling, ValueType::float32, layout), scaling, 1e-7);
        EXPECT_TRUE(std::ranges::equal(exact.y, data_.y));
        const bool was_dense = is_dense(data_);
        const bool moves = !scaling.moved_zeros().empty();
        EXPECT_EQ(is_dense(exact), was_dense || (moves && layout != Layout::sparse));
      }
}

TEST_P(ColumnScalingTest, SparseRowsStaySparseWhereZerosStay) {
  for (const ScalingMethod method : {ScalingMethod::deviation, ScalingMethod::maximum}) {
    const ColumnScaling scaling = measure_scaling(data_, {.method = method});
    EXPECT_TRUE(scaling.moved_zeros().empty());
    EXPECT_EQ(contents_of(scale_columns(data_, scaling, ValueType::float64)).entries.size(),
              contents_of(data_).entries.size());
  }
}

TEST_P(ColumnScalingTest, OtherColumnsAreLeftOutOrZero) {
  const ColumnScaling scaling = measure_scaling(data_, {});
  ColumnScaling narrow = scaling;
  narrow.origin.resize(4);
  narrow.unit.resize(4);
  ColumnScaling wide = scaling;
  wide.origin.insert(wide.origin.end(), {1, 1});
  wide.unit.insert(wide.unit.end(), {4, 0});
  for (const Layout layout : {Layout::automatic, Layout::sparse}) {
    const Dataset less = scale_columns(data_, narrow, ValueType::float64, layout);
    const Dataset more = scale_columns(data_, wide, ValueType::float64, layout);
    for (std::int64_t i = 0; i < height; ++i) {
      std::vector<double> row;
      for (std::int32_t j = 0; j < width; ++j)
        row.push_back(scaling.scaled(j, slow_row(data_.x, i)[static_cast<std::size_t>(j)]));
      EXPECT_EQ(slow_row(less.x, i), std::vector<double>(row.begin(), row.begin() + 4));
      row.insert(row.end(), {-1.5, 0});
      EXPECT_EQ(slow_row(more.x, i), row);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, ColumnScalingTest,
                         ::testing::Values(Storage::dense_float, Storage::dense_double, Storage::csr_float,
                                           Storage::csr_double),
                         [](const auto& tested) { return to_string(tested.param); });

TEST(ColumnScaling, OfColumnsWithoutSpread) {
  const Column constant({288.15, 288.15, 288.15});
  const auto scaled = [&](const ScalingOptions& options, double value) {
    return measure_scaling(constant.data, options).scaled(0, value);
  };
  for (const double value : {288.15, 3.0}) {
    EXPECT_EQ(scaled({.method = ScalingMethod::range}, value), 0);
    EXPECT_EQ(scaled({.method = ScalingMethod::deviation, .center = true}, value), 0);
    EXPECT_EQ(scaled({.method = ScalingMethod::deviation}, value), value);
  }
  EXPECT_EQ(scaled({.method = ScalingMethod::maximum}, 288.15), 1);
  EXPECT_EQ(measure_scaling(Column({0, 0}).data, {.method = ScalingMethod::maximum}).scaled(0, 7), 0);
}

TEST(ColumnScaling, OfASpreadThatMayBeRounding) {
  const auto unit = [](double deviation) {
    const Column column({1 - deviation, 1 + deviation});
    return measure_scaling(column.data, {.method = ScalingMethod::deviation, .center = true}).unit[0];
  };
  EXPECT_EQ(unit(1e-13 / 3), 0);
  EXPECT_NEAR(unit(3e-13), 3e-13, 1e-15);
}

TEST(ColumnScaling, OfDeviationsWhoseSquaresNoDoubleHolds) {
  ScalingOptions options;
  options.method = ScalingMethod::deviation;
  options.center = true;
  const std::vector<double> powers = {0x1p-700, 0x1p-1070, 0x1p700};
  for (const double power : powers) {
    const std::vector<double> values = {power, 3 * power};
    const ColumnScaling scaling = measure_scaling(Column(values).data, options);
    EXPECT_EQ(scaling.unit, std::vector<double>{power});
    EXPECT_EQ(scaling.scaled(0, values[1]), 1);
  }
}

TEST(ColumnScaling, RefusesWhatNumbersDoNotHold) {
  EXPECT_EQ(message_of<DataError>([] {
              measure_scaling(Column({-1.5e308, 1.5e308}).data, {});
            }),
            "feature 1: numbers too large to be scaled");
  const ColumnScaling scaling = measure_scaling(Column({0, 1e-30}).data, {});
  const Column large({1e30});
  scale_columns(large.data, scaling, ValueType::float64);
  EXPECT_EQ(message_of<DataError>([&] { scale_columns(large.data, scaling, ValueType::float32); }),
            "feature 1: 1e+30 is scaled to 2e+60, more than float32 holds");
  EXPECT_THROW(scale_columns(Column({1e300}).data, scaling, ValueType::float64), DataError);
  EXPECT_THROW(measure_scaling(large.data, {.lower = 1, .upper = 1}), InvalidParameter);
  EXPECT_THROW(measure_scaling(large.data, {.lower = std::nan("")}), InvalidParameter);
  EXPECT_THROW(measure_scaling(large.data, {.upper = INFINITY}), InvalidParameter);
}

TEST(ScalingText, ReadsBackExactly) {
  ColumnScaling scaling;
  scaling.method = ScalingMethod::range;
  scaling.lower = -0.1;
  scaling.upper = 1.0 / 3;
  scaling.origin = {1e-300, -2.0 / 3, 0};
  scaling.unit = {0.1, 0, 5e-324};
  for (const std::vector<std::string>& names : {std::vector<std::string>{}, {"a b ", "", " line\nend\\\r"}}) {
    scaling.feature_names = names;
    const ColumnScaling again = parse_scaling(format_scaling(scaling), "s");
    EXPECT_EQ(again.method, scaling.method);
    EXPECT_EQ(again.lower, scaling.lower);
    EXPECT_EQ(again.upper, scaling.upper);
    EXPECT_EQ(again.origin, scaling.origin);
    EXPECT_EQ(again.unit, scaling.unit);
    EXPECT_EQ(again.feature_names, scaling.feature_names);
  }
}

TEST(ScalingText, OfSvmScale) {
  const ColumnScaling scaling = parse_scaling("x\n0 2\n2 1 5\n4 3 3\n", "r");
  EXPECT_EQ(scaling.features(), 4);
  EXPECT_EQ(scaling.scaled(1, 3), 1);
  for (const std::int32_t other : {0, 2, 3}) EXPECT_EQ(scaling.scaled(other, 9), 0);
}

TEST(ScalingText, OfSvmScaleWithTargets) {
  const SvmRanges ranges = parse_svm_ranges("y\n0 1\n-2 2\nx\n0 2\n2 1 5\n", "r");
  EXPECT_EQ(ranges.y.value().scaled(0, ranges.target), 0.5);
  EXPECT_EQ(ranges.x.scaled(3, ranges.features.at(1)), 1);
  EXPECT_FALSE(ranges.features.at(0).is_known());
  const auto error = [](const std::string& text) {
    return message_of<DataError>([&] { parse_svm_ranges(text, "s"); });
  };
  EXPECT_EQ(error("z\n"), "s:1: expected 'x' or 'y', found 'z'");
  EXPECT_EQ(error("y\n0 1\n"), "s:2: the file ends before the range of targets");
  EXPECT_EQ(error("y\n0 1\n0 1\n1 0 1\n"), "s:4: expected 'x', found '1'");
}

TEST(ScalingText, SaysWhereItIsWrong) {
  const std::string head = "hingeline_scaling 1\nmethod range\nlower -1\nupper 1\n";
  const auto error = [](const std::string& text) { return message_of<DataError>([&] { parse_scaling(text, "s"); }); };
  EXPECT_EQ(error(""), "s:1: expected 'hingeline_scaling', or 'x' as svm-scale writes it, found the end of the line");
  EXPECT_EQ(error("hingeline_scaling 2\n"), "s:1: expected version 1, found '2'");
  EXPECT_EQ(error("hingeline_scaling 1\nmethod scale\n"), "s:2: expected range, deviation or maximum, found 'scale'");
  EXPECT_EQ(error("hingeline_scaling 1\nmethod range\nupper 1\n"), "s:3: expected 'lower', found 'upper'");
  EXPECT_EQ(error("hingeline_scaling 1\nmethod range\nlower 1\nupper 1\n"),
            "s:4: lower must be less than upper, found 1 and 1");
  EXPECT_EQ(error(head), "s:4: the file ends before 'features'");
  EXPECT_EQ(error(head + "features 2147483647\ncolumn 0 1\n"), "s:6: the file ends after 1 of 2147483647 columns");
  EXPECT_EQ(error(head + "features 1\ncolumn 0 1\ncolumn 0 1\n"),
            "s:7: more than the 1 columns that the header announces");
  EXPECT_EQ(error(head + "features 1\ncolumn 0\n"), "s:6: expected a number, found the end of the line");
  EXPECT_EQ(error(head + "features 1\ncolumn 0 1e999\n"), "s:6: expected a finite number, found '1e999'");
  EXPECT_EQ(error(head + "features 1\nrow 0 1\n"), "s:6: expected 'column', found 'row'");
  EXPECT_EQ(error("y\n0 1\n0 1\nx\n"), "s:1: scaled targets (svm-scale -y) are not supported");
  EXPECT_EQ(error("x\n0 1\n2 0 1\n2 0 1\n"), "s:4: indices must begin at 1 and ascend, found 2");
  EXPECT_EQ(error("x\n0 1\n16777218 0 1\n"), "s:3: more than 16777216 columns have no range");
  EXPECT_EQ(error("x\n0 1\n1 0\n"), "s:3: expected a number, found the end of the line");
}

}  // namespace
}  // namespace hingeline::internal
