// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// Rows of normal numbers and a noisy linear function of them: as it is (classes = 0), or cut into equally many labels
/// 0, 1, ... The dataset is a view of this.
struct NoisyLine {
  NoisyLine(std::int64_t rows, std::int32_t cols, int classes, std::uint64_t seed = 1) {
    Random random(seed);
    for (std::int64_t i = 0; i < rows; ++i) {
      double sum = 0.5 * random.normal();
      for (std::int32_t j = 0; j < cols; ++j) {
        x.push_back(static_cast<float>(random.normal()));
        sum += static_cast<double>(x.back()) / (1 + j);
      }
      y.push_back(classes == 0 ? sum : std::floor(classes / (1 + std::exp(-1.5 * sum))));
    }
    data.x = DenseView<float>{x.data(), rows, cols, cols};
    data.y = y;
  }
  NoisyLine(const NoisyLine&) = delete;
  NoisyLine& operator=(const NoisyLine&) = delete;

  std::vector<float> x;
  std::vector<double> y;
  Dataset data;
};

}  // namespace hingeline::internal
