// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rows/row_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

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

/// What goes on in one run is read at once.
TEST(DrawRows, NeighboursOfOneClassAreOneRun) {
  const Labels labels(200000, 40);
  Random random(1);
  const RowSample sample = draw_rows(labels.problem, 10000, random);
  EXPECT_LT(std::ssize(sample.runs), sample.rows / 4);
  for (std::size_t k = 1; k < sample.runs.size(); ++k) {
    const RowRun& last = sample.runs[k - 1];
    EXPECT_LT(last.first + last.count, sample.runs[k].first);
  }
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
