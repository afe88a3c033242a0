// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/random.hpp"
#include "data/change_layout.hpp"
#include "data/owned_rows.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// A finite number of any magnitude, often a short one.
template <class T>
T random_number(Random& random) {
  switch (random.below(4)) {
    case 0:
      return static_cast<T>(random.below(10));
    case 1:
      return static_cast<T>(static_cast<double>(random.below(2000000)) / 1e6 - 1);
    case 2:
      return static_cast<T>(random.normal());
    default: {
      using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      const T any = std::bit_cast<T>(static_cast<Bits>(random.next()));
      return std::isfinite(any) ? any : T{1};
    }
  }
}

/// The last column of the last row is not 0, so that text, too, tells how many columns there are.
template <class T>
Dataset random_dataset(std::int64_t rows, std::int32_t cols, double density, Layout layout, Random& random) {
  OwnedRows<T> owned = allocate_dense<T>(rows, cols, rows);
  for (std::int64_t i = 0; i < rows; ++i) owned.y[i] = random_number<double>(random);
  for (std::int64_t k = 0; k < rows * cols; ++k)
    owned.values[k] = random.uniform() < density ? random_number<T>(random) : 0;
  owned.values[rows * cols - 1] = 3;
  return change_layout(dense_dataset(std::move(owned), rows, cols), layout, cols);
}

}  // namespace hingeline::internal
