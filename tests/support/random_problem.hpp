// SPDX-License-Identifier: BSD-3-Clause
//
// Random problems in every layout, small enough for slow checks: a planted linear rule with noise, rows of norm 0 among
// them.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::support {

enum class Storage { dense_float, dense_double, csr_float, csr_double };

inline std::string to_string(Storage storage) {
  static const char* const names[] = {"DenseFloat", "DenseDouble", "CsrFloat", "CsrDouble"};
  return names[static_cast<int>(storage)];
}

/// Values are multiples of 1/64, so that float and double hold the same matrix.
class RandomProblem {
 public:
  RandomProblem(std::int64_t rows, std::int32_t cols, const Loss& loss, std::uint64_t seed, double density = 0.4)
      : rows_(rows), cols_(cols) {
    internal::Random random(seed);
    const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
    values_.resize(size);
    std::vector<double> rule(static_cast<std::size_t>(cols));
    for (double& entry : rule) entry = random.normal();
    offsets_.push_back(0);
    for (std::int64_t i = 0; i < rows; ++i) {
      double z = 0.5;
      const bool empty = random.uniform() < 0.05;
      for (std::int32_t j = 0; j < cols; ++j) {
        double& value = values_[static_cast<std::size_t>(i * cols + j)];
        if (!empty && random.uniform() < density) value = std::round(64 * (random.normal() + 0.3)) / 64;
        if (value != 0) {
          columns_.push_back(j);
          packed_.push_back(value);
        }
        z += value * rule[static_cast<std::size_t>(j)];
      }
      offsets_.push_back(static_cast<std::int64_t>(columns_.size()));
      z += 0.7 * random.normal();
      targets_.push_back(is_classification(loss) ? (z > 0 ? 1.0 : -1.0) : z);
      weights_.push_back(std::floor(3 * random.uniform()) / 2);
    }
    float_values_.assign(values_.begin(), values_.end());
    float_packed_.assign(packed_.begin(), packed_.end());
    loss_ = loss;
  }

  Problem problem(Storage storage) const {
    Problem problem;
    problem.x = matrix(storage);
    problem.y = targets_;
    problem.loss = loss_;
    return problem;
  }

  /// 0, 0.5 or 1 per row.
  const std::vector<double>& weights() const { return weights_; }

 private:
  MatrixView matrix(Storage storage) const {
    switch (storage) {
      case Storage::dense_float:
        return DenseView<float>{float_values_.data(), rows_, cols_, cols_};
      case Storage::dense_double:
        return DenseView<double>{values_.data(), rows_, cols_, cols_};
      case Storage::csr_float:
        return CsrView<float>{offsets_.data(), columns_.data(), float_packed_.data(), rows_, cols_};
      case Storage::csr_double:
        break;
    }
    return CsrView<double>{offsets_.data(), columns_.data(), packed_.data(), rows_, cols_};
  }

  std::int64_t rows_;
  std::int32_t cols_;
  Loss loss_;
  std::vector<double> values_;
  std::vector<float> float_values_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::int32_t> columns_;
  std::vector<double> packed_;
  std::vector<float> float_packed_;
  std::vector<double> targets_;
  std::vector<double> weights_;
};

}  // namespace hingeline::support
