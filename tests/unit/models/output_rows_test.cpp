// SPDX-License-Identifier: BSD-3-Clause
#include "models/output_rows.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

using Duals = std::vector<double>;

KernelModel three_classes(MultiClass multi_class) {
  KernelModel model;
  model.labels = {7, 3, 5};
  model.multi_class = multi_class;
  return model;
}

std::vector<KernelSolution> parts_with(const std::vector<Duals>& dual) {
  std::vector<KernelSolution> parts(dual.size());
  for (std::size_t k = 0; k < dual.size(); ++k) parts[k].dual_coef = dual[k];
  return parts;
}

const Duals row_labels = {3, 7, 5, 3};

TEST(OutputRows, OfPairsAreThoseOfTheTwoClasses) {
  const KernelModel model = three_classes(MultiClass::one_vs_one);
  const RowsByClass by_class(row_labels, model.labels);
  EXPECT_EQ(dual_sizes(model, by_class, row_labels.size()), (std::vector<std::size_t>{3, 2, 3}));
  const std::vector<Duals> by_output = {{1, 2, 3}, {4, 5}, {6, 7, 8}};  // 7 and 3, 7 and 5, 3 and 5
  const Duals by_row = {1, 6, 2, 4, 5, 7, 3, 8};
  EXPECT_EQ(dual_by_row(model, by_class, row_labels.size(), parts_with(by_output)), by_row);
  EXPECT_EQ(dual_by_output(model, by_class, row_labels.size(), by_row), by_output);
}

TEST(OutputRows, OfOthersAreAll) {
  const KernelModel model = three_classes(MultiClass::one_vs_rest);
  const RowsByClass by_class(row_labels, model.labels);
  EXPECT_EQ(dual_sizes(model, by_class, row_labels.size()), (std::vector<std::size_t>{4, 4, 4}));
  const std::vector<Duals> by_output = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  const Duals by_row = {1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12};
  EXPECT_EQ(dual_by_row(model, by_class, row_labels.size(), parts_with(by_output)), by_row);
  EXPECT_EQ(dual_by_output(model, by_class, row_labels.size(), by_row), by_output);
}

}  // namespace
}  // namespace hingeline::internal
