// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "support/message_of.hpp"
#include "support/random_problem.hpp"

namespace hingeline::support {

/// Rows of a random problem with classes by a planted rule: the largest of K noisy outputs. Labels descend from 10.
struct RandomClasses {
  RandomClasses(std::int64_t rows, std::int32_t cols, int count, double column_scale = 1)
      : random(rows, cols, Loss{LossName::logistic}, 9), scale(column_scale) {
    internal::Random draw(4);
    std::vector<double> rule(static_cast<std::size_t>(cols * count));
    for (double& entry : rule) entry = draw.normal();
    const auto view = std::get<DenseView<double>>(random.problem(Storage::dense_double).x);
    values.assign(view.values, view.values + rows * cols);
    for (std::int64_t i = 0; i < rows; ++i) {
      int best = 0;
      double largest = -1e300;
      for (int k = 0; k < count; ++k) {
        double z = 2 * draw.normal() + k % 2;
        for (std::int32_t j = 0; j < cols; ++j)
          z += values[static_cast<std::size_t>(i * cols + j)] * rule[static_cast<std::size_t>(j * count + k)];
        if (z > largest) {
          largest = z;
          best = k;
        }
      }
      labels.push_back(10.0 - best);
    }
    for (std::size_t k = 0; k < values.size(); k += static_cast<std::size_t>(cols)) values[k] *= scale;
  }

  Dataset data() const {
    return {DenseView<double>{values.data(), static_cast<std::int64_t>(labels.size()),
                              static_cast<std::int32_t>(values.size() / labels.size()),
                              static_cast<std::int64_t>(values.size() / labels.size())},
            labels,
            {},
            {}};
  }
  Dataset data(Storage storage) const { return {random.problem(storage).x, labels, {}, {}}; }

  RandomProblem random;
  double scale;
  std::vector<double> values;
  std::vector<double> labels;
};

/// Thirty rows each of three classes, 4 `scale` along a column of its own, `scale` times 0.3 about that.
struct ClassesApart {
  explicit ClassesApart(double scale) {
    internal::Random draw(5);
    for (int i = 0; i < 90; ++i) {
      labels.push_back(i % 3);
      for (int j = 0; j < 3; ++j) values.push_back(scale * (0.3 * draw.normal() + (j == i % 3 ? 4 : 0)));
    }
  }

  Dataset data() const { return {DenseView<double>{values.data(), 90, 3, 3}, labels, {}, {}}; }

  std::vector<double> values;
  std::vector<double> labels;
};

/// Weights 0, 1, 2, 0, 1, 2, .. of the rows of `classes`, and those rows repeated so many times.
struct RepeatedRows {
  explicit RepeatedRows(const RandomClasses& classes) : cols(hingeline::cols(classes.data().x)) {
    for (std::size_t i = 0; i < classes.labels.size(); ++i) {
      weights.push_back(static_cast<double>(i % 3));
      const double* row = classes.values.data() + static_cast<std::ptrdiff_t>(i) * cols;
      for (std::size_t copy = 0; copy < i % 3; ++copy) {
        labels.push_back(classes.labels[i]);
        values.insert(values.end(), row, row + cols);
      }
    }
  }

  Dataset data() const {
    return {DenseView<double>{values.data(), static_cast<std::int64_t>(labels.size()), cols, cols}, labels, {}, {}};
  }

  std::int32_t cols;
  std::vector<double> weights;
  std::vector<double> values;
  std::vector<double> labels;
};

/// Options that train all classes in one problem; a bias, where there is one, is 2.
inline TrainOptions joint_options(MultiClass machine, LossName loss, Intercept intercept, double C, double tolerance) {
  TrainOptions options;
  options.loss = {.name = loss};
  options.multi_class = machine;
  options.intercept = intercept;
  options.bias = 2;
  options.C = C;
  options.keep_dual = true;
  options.solver.tolerance = tolerance;
  return options;
}

/// That training with these options is refused, by a message with these words.
inline void expect_refused(const Dataset& data, const TrainOptions& options, const std::string& words) {
  const std::string message = message_of<Error>([&] { train(data, options); });
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

}  // namespace hingeline::support
