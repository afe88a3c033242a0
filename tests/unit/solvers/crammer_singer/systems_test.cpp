// SPDX-License-Identifier: BSD-3-Clause
//
// Both ways to solve systems with H = I + 1/t sum_i x_i x_i' (x) P_i, against H by its definition.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "data/class_rows.hpp"
#include "solvers/crammer_singer/column_system.hpp"
#include "solvers/crammer_singer/row_system.hpp"
#include "solvers/crammer_singer/split_rows.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

constexpr std::size_t few_rows = 12;
constexpr std::size_t few_columns = 3;
constexpr std::size_t class_count = 4;
constexpr double t = 0.1;

/// h of random sets A_i, none of one class.
std::vector<double> random_sets() {
  Random random(7);
  std::vector<double> h(few_rows * class_count);
  for (std::size_t i = 0; i < few_rows; ++i) {
    std::vector<std::size_t> set;
    for (std::size_t k = 0; k < class_count; ++k)
      if (random.normal() > 0) set.push_back(k);
    if (set.size() < 2) continue;
    for (const std::size_t k : set) h[i * class_count + k] = 1 / (t * static_cast<double>(set.size()));
  }
  return h;
}

/// H v, v feature by feature.
template <class Outputs>
std::vector<double> product(const Outputs& outputs, const std::vector<double>& h, const std::vector<double>& v) {
  std::vector<double> result = v;
  for (std::size_t i = 0; i < few_rows; ++i) {
    double mean = 0;
    double size = 0;
    for (std::size_t k = 0; k < class_count; ++k) {
      if (h[i * class_count + k] == 0) continue;
      mean += outputs.output(i, k, v.data());
      ++size;
    }
    for (std::size_t k = 0; k < class_count; ++k) {
      if (h[i * class_count + k] == 0) continue;
      const double change = (outputs.output(i, k, v.data()) - mean / size) / t;
      outputs.add(i, std::vector{static_cast<std::int32_t>(k)}, std::vector{change}, result.data());
    }
  }
  return result;
}

TEST(CrammerSingerSystems, SolveWhatTheHessianIs) {
  const RandomProblem random(few_rows, few_columns, Loss{LossName::hinge}, 3);
  const std::vector<double> h = random_sets();
  for (const Storage storage : {Storage::dense_float, Storage::csr_double})
    for (const double appended : {0.0, 2.0})
      visit_rows(random.problem(storage).x, [&](const auto& x) {
        const ClassRows outputs(x, class_count, appended);
        SplitRows split(class_count);
        split.take(h);
        ASSERT_GT(split.vectors(), 0U);
        std::vector<double> expected(outputs.size());
        Random draw(5);
        for (std::size_t j = 0; j < expected.size(); j += class_count) {  // of sum 0 over the classes
          for (std::size_t k = 0; k + 1 < class_count; ++k) {
            expected[j + k] = draw.normal();
            expected[j + class_count - 1] -= expected[j + k];
          }
        }
        const std::vector<double> right = product(outputs, h, expected);

        ColumnSystem columns(x, class_count, appended);
        RowSystem rows(x, outputs);
        ASSERT_TRUE(columns.factor(split));
        ASSERT_TRUE(rows.factor(split));
        std::vector<double> by_columns = right;
        std::vector<double> by_rows = right;
        columns.solve(by_columns);
        rows.solve(by_rows);
        for (std::size_t j = 0; j < expected.size(); ++j) {
          EXPECT_NEAR(by_columns[j], expected[j], 1e-10);
          EXPECT_NEAR(by_rows[j], expected[j], 1e-10);
        }
      });
}

/// Products of rows with many columns take long.
TEST(CrammerSingerSystems, AskBetweenProductsWhetherToStop) {
  const std::vector<double> h = random_sets();
  SplitRows split(class_count);
  split.take(h);
  const auto times_asked = [&](std::int32_t columns) {
    const RandomProblem random(few_rows, columns, Loss{LossName::hinge}, 3);
    return visit_rows(random.problem(Storage::dense_float).x, [&](const auto& x) {
      const ClassRows outputs(x, class_count, 0);
      int asked = 0;
      RowSystem rows(x, outputs);
      EXPECT_TRUE(rows.factor(split, [&asked] { return ++asked == 0; }));
      return asked;
    });
  };
  EXPECT_GT(times_asked(1000), times_asked(few_columns));
}

}  // namespace
}  // namespace hingeline::internal
