// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/row_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

constexpr AfterSamples every_case[] = {AfterSamples::bands, AfterSamples::newton_step, AfterSamples::chord_steps};

TEST(SampleSizes, AscendToFewerThanAllRows) {
  for (const AfterSamples after : every_case)
    for (const std::size_t variables : {1U, 19U, 129U, 1000U})
      for (const std::int64_t rows : {30000, 100000, 581012, 5000000, 200000000}) {
        std::vector<std::int64_t> sizes = sample_sizes(rows, variables, after);
        sizes.push_back(rows);
        EXPECT_EQ(std::adjacent_find(sizes.begin(), sizes.end(), std::greater_equal()), sizes.end())
            << variables << " of " << rows;
        EXPECT_GE(sizes.front(), std::min(rows, 30 * static_cast<std::int64_t>(variables)));
      }
}

TEST(SampleSizes, AreNoneOfFewRows) {
  for (const AfterSamples after : every_case) {
    EXPECT_TRUE(sample_sizes(25000, 10, after).empty());
    EXPECT_TRUE(sample_sizes(75000, 1000, after).empty());
    EXPECT_FALSE(sample_sizes(26000, 10, after).empty());
  }
}

TEST(SampleSizes, EndAtAnEighthBeforeChordSteps) {
  EXPECT_EQ(sample_sizes(5000000, 19, AfterSamples::chord_steps).back(), 625000);
  EXPECT_EQ(sample_sizes(1000000, 19, AfterSamples::chord_steps).back(), 125000);
  EXPECT_EQ(sample_sizes(40000, 19, AfterSamples::chord_steps), std::vector<std::int64_t>{10000});
}

/// Two features, labels +1 for the first `positives` of the rows.
struct Labels {
  Labels(std::int64_t rows, std::int64_t positives)
      : x(static_cast<std::size_t>(2 * rows), 1.0), y(static_cast<std::size_t>(rows), -1.0) {
    std::fill_n(y.begin(), positives, 1.0);
    problem.x = DenseView<double>{x.data(), rows, 2, 2};
    problem.y = y;
    problem.loss.name = LossName::logistic;
  }

  std::vector<double> x;
  std::vector<double> y;
  Problem problem;
};

struct Drawn {
  std::int64_t rows = 0;
  double stands_for = 0;
  double positives_stand_for = 0;
};

Drawn count(const RowSample& sample, const Problem& problem) {
  Drawn drawn;
  for (const RowRun& run : sample.runs)
    for (std::int64_t i = run.first; i < run.first + run.count; ++i) {
      const double label = problem.y[static_cast<std::size_t>(i)];
      ++drawn.rows;
      drawn.stands_for += sample.factor_of(label);
      if (label > 0) drawn.positives_stand_for += sample.factor_of(label);
    }
  return drawn;
}

TEST(DrawRows, StandForAllRows) {
  const std::int64_t rows = 100000;
  const Labels labels(rows, rows / 2);
  Random random(1);
  const RowSample sample = draw_rows(labels.problem, 10000, random);
  const Drawn drawn = count(sample, labels.problem);
  EXPECT_EQ(drawn.rows, sample.rows);
  EXPECT_NEAR(static_cast<double>(drawn.rows), 10000, 1000);
  EXPECT_NEAR(drawn.stands_for, static_cast<double>(rows), 0.01 * static_cast<double>(rows));
  EXPECT_NEAR(drawn.positives_stand_for, static_cast<double>(rows) / 2, 0.1 * static_cast<double>(rows));
}

TEST(DrawRows, HoldARareClass) {
  const std::int64_t rows = 200000;
  const std::int64_t positives = 40;
  const Labels labels(rows, positives);
  Random random(1);
  const Drawn drawn = count(draw_rows(labels.problem, 10000, random), labels.problem);
  EXPECT_NEAR(drawn.positives_stand_for, static_cast<double>(positives), 1e-9);
}

}  // namespace
}  // namespace hingeline::internal
