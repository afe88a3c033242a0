// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"

namespace hingeline {
namespace {

/// The same random matrix in all four kinds of view. Its values are float, so that all hold the same numbers.
class Matrices {
 public:
  Matrices(std::int64_t rows, std::int32_t cols) : rows_(rows), cols_(cols), stride_(cols + 3) {
    internal::Random random(5);
    floats_.assign(static_cast<std::size_t>(rows * stride_), 1e30F);  // the padding must not be read
    offsets_.push_back(0);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int32_t j = 0; j < cols; ++j) {
        const float value = random.below(3) == 0 ? static_cast<float>(random.normal()) : 0;
        floats_[static_cast<std::size_t>(i * stride_ + j)] = value;
        if (value == 0) continue;
        columns_.push_back(j);
        entries_.push_back(value);
      }
      offsets_.push_back(static_cast<std::int64_t>(columns_.size()));
    }
    doubles_.assign(floats_.begin(), floats_.end());
    double_entries_.assign(entries_.begin(), entries_.end());
  }

  double at(std::int64_t i, std::int32_t j) const { return doubles_[static_cast<std::size_t>(i * stride_ + j)]; }

  std::vector<MatrixView> views() const {
    return {DenseView<float>{floats_.data(), rows_, cols_, stride_},
            DenseView<double>{doubles_.data(), rows_, cols_, stride_},
            CsrView<float>{offsets_.data(), columns_.data(), entries_.data(), rows_, cols_},
            CsrView<double>{offsets_.data(), columns_.data(), double_entries_.data(), rows_, cols_}};
  }

 private:
  std::int64_t rows_;
  std::int32_t cols_;
  std::int64_t stride_;
  std::vector<float> floats_;
  std::vector<double> doubles_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::int32_t> columns_;
  std::vector<float> entries_;
  std::vector<double> double_entries_;
};

LinearModel random_model(std::int32_t features, int outputs) {
  internal::Random random(9);
  LinearModel model;
  model.features = features;
  model.outputs = outputs;
  for (std::int32_t i = 0; i < features * outputs; ++i) model.coef.push_back(random.normal());
  for (int k = 0; k < outputs; ++k) model.intercept.push_back(random.normal());
  return model;
}

std::vector<double> by_output(const LinearModel& model) {
  std::vector<double> coef;
  for (int k = 0; k < model.outputs; ++k)
    for (std::int32_t j = 0; j < model.features; ++j)
      coef.push_back(model.coef[static_cast<std::size_t>(j * model.outputs + k)]);
  return coef;
}

void expect_definition(const LinearModel& model, const Matrices& matrices, std::int64_t n, std::int32_t d) {
  for (const MatrixView& view : matrices.views()) {
    const std::vector<double> values = decision_values(model, view, 1);
    ASSERT_EQ(values.size(), static_cast<std::size_t>(n * model.outputs));
    for (std::int64_t i = 0; i < n; ++i) {
      for (int k = 0; k < model.outputs; ++k) {
        double expected = model.intercept[static_cast<std::size_t>(k)];
        for (std::int32_t j = 0; j < std::min(d, model.features); ++j)
          expected += matrices.at(i, j) * model.coef[static_cast<std::size_t>(j * model.outputs + k)];
        EXPECT_NEAR(values[static_cast<std::size_t>(i * model.outputs + k)], expected, 1e-12) << view.index();
      }
    }
    EXPECT_EQ(values, decision_values(model, view, 3)) << "more threads must give the same bits";
    EXPECT_EQ(values, decision_values(CoefficientView{by_output(model), model.intercept}, view));
  }
}

TEST(DecisionValues, AreTheDefinitionForEveryLayoutAndValueType) {
  const Matrices matrices(700, 37);
  expect_definition(random_model(37, 1), matrices, 700, 37);
  expect_definition(random_model(37, 5), matrices, 700, 37);
}

TEST(DecisionValues, IgnoreFeaturesTheModelDoesNotKnow) {
  const Matrices matrices(300, 37);
  expect_definition(random_model(20, 3), matrices, 300, 37);
  expect_definition(random_model(0, 1), matrices, 300, 37);
}

TEST(DecisionValues, SeeZerosWhereTheDataHasFewerFeatures) {
  const Matrices matrices(300, 37);
  expect_definition(random_model(50, 2), matrices, 300, 37);
}

TEST(DecisionValues, RefuseModelsWhoseSizesDoNotFit) {
  const DenseView<float> none{nullptr, 0, 4, 4};
  LinearModel model = random_model(4, 2);
  EXPECT_THROW(decision_values(model, none, 0), InvalidParameter) << "threads";
  model.coef.pop_back();
  EXPECT_THROW(decision_values(model, none), InvalidParameter);
  model = random_model(4, 2);
  model.intercept.clear();
  EXPECT_THROW(decision_values(model, none), InvalidParameter);
}

TEST(DecisionValues, OfNoRowsAreNone) {
  EXPECT_TRUE(decision_values(random_model(4, 2), DenseView<float>{nullptr, 0, 4, 4}).empty());
}

TEST(DecisionValues, OfNoColumnsAreTheIntercept) {
  const LinearModel model = random_model(4, 2);
  const std::vector<std::int64_t> offsets = {0, 0};
  EXPECT_EQ(decision_values(model, CsrView<double>{offsets.data(), nullptr, nullptr, 1, 0}), model.intercept);
}

TEST(DecisionValues, CoefficientsAreAsManyForEachOutput) {
  const std::vector<double> numbers = {1, 2, 3};
  const MatrixView x = DenseView<double>{numbers.data(), 1, 3, 3};
  const std::span<const double> coef = numbers;
  EXPECT_THROW(decision_values(CoefficientView{coef, coef.first(2)}, x), InvalidParameter);
  EXPECT_THROW(decision_values(CoefficientView{coef, {}}, x), InvalidParameter);
  EXPECT_EQ(decision_values(CoefficientView{coef.first(2), coef.first(2)}, x), (std::vector<double>{2, 4}));
}

}  // namespace
}  // namespace hingeline
