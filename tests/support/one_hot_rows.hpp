// SPDX-License-Identifier: BSD-3-Clause
//
// Rows of categories, one column a value: the columns of every feature add up to the same, and few of them are
// frequent.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::support {

class OneHotRows {
 public:
  OneHotRows(std::size_t rows, const std::vector<std::int32_t>& values_of_features, std::uint64_t seed) {
    internal::Random random(seed);
    for (const std::int32_t values : values_of_features) cols_ += values;
    std::vector<double> w(static_cast<std::size_t>(cols_));
    for (double& number : w) number = random.normal();
    for (std::size_t i = 0; i < rows; ++i) {
      double z = 0;
      std::int32_t first = 0;
      for (const std::int32_t values : values_of_features) {
        const auto value = static_cast<std::int32_t>(std::pow(values, random.uniform()));
        columns_.push_back(first + value - 1);
        z += w[static_cast<std::size_t>(columns_.back())];
        first += values;
      }
      y_.push_back(z + random.normal() > 0 ? 1 : -1);
      offsets_.push_back(static_cast<std::int64_t>(columns_.size()));
    }
    values_.assign(columns_.size(), 1.0F);
  }

  Problem problem(LossName loss) const {
    Problem problem;
    problem.x =
        CsrView<float>{offsets_.data(), columns_.data(), values_.data(), static_cast<std::int64_t>(y_.size()), cols_};
    problem.y = y_;
    problem.loss.name = loss;
    return problem;
  }

 private:
  std::int32_t cols_ = 0;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> columns_;
  std::vector<float> values_;
  std::vector<double> y_;
};

}  // namespace hingeline::support
