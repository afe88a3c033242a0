// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "support/random_dataset.hpp"

namespace hingeline {
namespace {

/// 100 rows of label 0, 33 of label 1, 7 of label 2, mixed.
std::vector<double> skewed_labels() {
  std::vector<double> y(140, 0.0);
  std::fill_n(y.begin(), 33, 1.0);
  std::fill_n(y.begin() + 33, 7, 2.0);
  internal::Random random(3);
  internal::shuffle(std::span(y), random);
  return y;
}

TEST(StratifiedFolds, SpreadRowsAndClassesEvenly) {
  const std::vector<double> y = skewed_labels();
  const std::vector<int> fold = stratified_folds(y, {}, Strata::classes, 6);
  std::map<int, int> sizes;
  std::map<std::pair<double, int>, int> of_class;
  for (std::size_t i = 0; i < y.size(); ++i) {
    ++sizes[fold[i]];
    ++of_class[{y[i], fold[i]}];
  }
  ASSERT_EQ(sizes.size(), 6);
  for (const auto& [f, size] : sizes) EXPECT_TRUE(size == 23 || size == 24) << size;
  for (const auto& [key, count] : of_class) {
    const double share = static_cast<double>(std::count(y.begin(), y.end(), key.first)) / 6;
    EXPECT_LT(std::abs(count - share), 1) << "class " << key.first << " in fold " << key.second;
  }
}

TEST(StratifiedFolds, RowsOfWeightZeroAreAsIfTheyWereNotThere) {
  std::vector<double> y = skewed_labels();
  std::vector<double> weights(y.size(), 1.0);
  for (std::size_t i = 0; i < y.size(); i += 3) weights[i] = 0;
  const std::vector<int> fold = stratified_folds(y, weights, Strata::classes, 4, 9);
  std::vector<double> present;
  std::vector<int> fold_present;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (weights[i] == 0) {
      EXPECT_EQ(fold[i], -1);
    } else {
      present.push_back(y[i]);
      fold_present.push_back(fold[i]);
    }
  }
  EXPECT_EQ(fold_present, stratified_folds(present, {}, Strata::classes, 4, 9));
}

TEST(StratifiedFolds, ComeFromTheSeed) {
  const std::vector<double> y = skewed_labels();
  EXPECT_EQ(stratified_folds(y, {}, Strata::classes, 5, 1), stratified_folds(y, {}, Strata::classes, 5, 1));
  EXPECT_NE(stratified_folds(y, {}, Strata::classes, 5, 1), stratified_folds(y, {}, Strata::classes, 5, 2));
}

TEST(StratifiedFolds, RefuseNumbersOfFoldsThatCannotBe) {
  const std::vector<double> y = {1, 2, 3};
  EXPECT_THROW(stratified_folds(y, {}, Strata::rows, 1), InvalidParameter);
  EXPECT_THROW(stratified_folds(y, {}, Strata::rows, 4), InvalidParameter);
  EXPECT_THROW(stratified_folds(y, std::vector<double>{1, 1, 0}, Strata::rows, 3), InvalidParameter);
  EXPECT_NO_THROW(stratified_folds(y, {}, Strata::rows, 3));
  EXPECT_THROW(stratified_folds(y, std::vector<double>{1, 1}, Strata::rows, 2), DataError);
}

TEST(ContentFolds, EqualRowsShareAFoldInEveryLayout) {
  internal::Random random(5);
  const Dataset dense = internal::random_dataset<float>(60, 7, 0.4, Layout::dense, random);
  const auto& view = std::get<DenseView<float>>(dense.x);
  std::vector<double> doubled(120 * 7);
  for (std::size_t k = 0; k < doubled.size(); ++k) doubled[k] = static_cast<double>(view.values[k % (60 * 7)]);
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (std::size_t k = 0; k < doubled.size(); ++k) {
    if (doubled[k] != 0) {
      columns.push_back(static_cast<std::int32_t>(k % 7));
      values.push_back(doubled[k]);
    }
    if (k % 7 == 6) offsets.push_back(static_cast<std::int64_t>(values.size()));
  }
  const std::vector<int> once = content_folds(dense.x, 5);
  std::vector<int> twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  EXPECT_EQ(content_folds(DenseView<double>{doubled.data(), 120, 7, 7}, 5), twice);
  EXPECT_EQ(content_folds(CsrView<double>{offsets.data(), columns.data(), values.data(), 120, 7}, 5), twice);
  for (int f = 0; f < 5; ++f) EXPECT_GT(std::count(once.begin(), once.end(), f), 4) << "fold " << f;
}

TEST(ContentFolds, SizesMustFit) {
  const std::vector<double> x = {1, 2};
  const std::vector<std::int64_t> offsets = {-1, 1};
  const std::vector<std::int32_t> columns = {0, 1};
  EXPECT_THROW(content_folds(DenseView<double>{nullptr, 1, 2, 2}, 2), DataError);
  EXPECT_THROW(content_folds(DenseView<double>{x.data(), -5, 2, 2}, 2), DataError);
  EXPECT_THROW(content_folds(CsrView<double>{nullptr, columns.data(), x.data(), 1, 2}, 2), DataError);
  EXPECT_THROW(content_folds(CsrView<double>{offsets.data(), columns.data(), x.data(), 1, 2}, 2), DataError);
}

}  // namespace
}  // namespace hingeline
