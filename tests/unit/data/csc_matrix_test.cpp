// SPDX-License-Identifier: BSD-3-Clause
#include "data/csc_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/matrix_contents.hpp"
#include "support/random_dataset.hpp"

namespace hingeline::internal {
namespace {

template <class T>
std::vector<Contents::Entry> entries_of(const CscView<T>& x) {
  std::vector<Contents::Entry> entries;
  for (std::int32_t j = 0; j < x.cols; ++j)
    for (std::int64_t k = x.offsets[j]; k < x.offsets[j + 1]; ++k) {
      if (k > x.offsets[j]) {
        EXPECT_LT(x.row_indices[k - 1], x.row_indices[k]);
      }
      entries.emplace_back(x.row_indices[k], j, x.values[k]);
    }
  std::ranges::sort(entries);
  return entries;
}

template <class T>
void transposes(Layout layout) {
  Random random(9);
  for (const auto& [rows, cols, density] : {std::tuple{1, 1, 1.0}, {50, 20, 0.3}, {3, 300, 0.01}, {200, 4, 1.0}}) {
    const Dataset data = random_dataset<T>(rows, cols, density, layout, random);
    std::visit(
        [&]<class View>(const View& x) {
          if constexpr (std::is_same_v<View, CsrView<T>> || std::is_same_v<View, DenseView<T>>) {
            const CscMatrix<T> transposed(x);
            EXPECT_EQ(transposed.view().rows, rows);
            EXPECT_EQ(transposed.view().cols, cols);
            EXPECT_EQ(entries_of(transposed.view()), contents_of(data).entries);
          }
        },
        data.x);
  }
}

TEST(CscMatrix, HoldsTheEntriesOfDenseRows) {
  transposes<float>(Layout::dense);
  transposes<double>(Layout::dense);
}

TEST(CscMatrix, HoldsTheEntriesOfSparseRows) {
  transposes<float>(Layout::sparse);
  transposes<double>(Layout::sparse);
}

TEST(CscMatrix, NoRowsHaveNoOffsets) {
  const CscMatrix<double> transposed(CsrView<double>{nullptr, nullptr, nullptr, 0, 3});
  EXPECT_EQ(transposed.view().cols, 3);
  EXPECT_TRUE(entries_of(transposed.view()).empty());
}

}  // namespace
}  // namespace hingeline::internal
