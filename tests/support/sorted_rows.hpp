// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "support/noisy_line.hpp"

namespace hingeline::internal {

/// The rows of a line cut into labels, whose labels k have names here, those of the largest label first: names are
/// numbered the other way round. The dataset is a view of this.
struct SortedRows {
  explicit SortedRows(const NoisyLine& line) {
    const auto view = std::get<DenseView<float>>(line.data.x);
    const int most = static_cast<int>(*std::ranges::max_element(line.y));
    for (int label = most; label >= 0; --label) {
      for (std::int64_t i = 0; i < view.rows; ++i) {
        if (line.y[static_cast<std::size_t>(i)] != label) continue;
        x.insert(x.end(), view.values + i * view.cols, view.values + (i + 1) * view.cols);
        y.push_back(most - label);
      }
      data.class_names.push_back("class " + std::to_string(label));
    }
    data.x = DenseView<float>{x.data(), view.rows, view.cols, view.cols};
    data.y = y;
    names.assign(data.class_names.rbegin(), data.class_names.rend());
  }
  SortedRows(const SortedRows&) = delete;
  SortedRows& operator=(const SortedRows&) = delete;

  std::vector<float> x;
  std::vector<double> y;
  std::vector<std::string> names;  ///< of the line's labels
  Dataset data;
};

}  // namespace hingeline::internal
