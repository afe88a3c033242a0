// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/kernel_predictor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <span>
#include <thread>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "support/message_of.hpp"
#include "support/random_problem.hpp"
#include "support/slow_kernel.hpp"

namespace hingeline {
namespace {

using support::RandomProblem;
using support::Storage;

constexpr std::int64_t n = 300;

KernelModel trained(const MatrixView& x, Machine machine, std::size_t classes, KernelName kernel = KernelName::rbf) {
  std::vector<double> y;
  for (std::int64_t i = 0; i < rows(x); ++i)
    y.push_back(is_classification(machine) ? static_cast<double>(i % static_cast<std::int64_t>(classes))
                                           : std::sin(static_cast<double>(i)));
  KernelTrainOptions options;
  options.machine = machine;
  options.kernel = {kernel, 0.4, 2, 1};
  return train({x, y, {}, nullptr}, options).model;
}

MatrixView row_of(const MatrixView& x, std::int64_t i) {
  return std::visit(
      [i](auto view) -> MatrixView {
        if constexpr (requires { view.offsets; })
          view.offsets += i;
        else
          view.values += i * view.stride;
        view.rows = 1;
        return view;
      },
      x);
}

struct Trained {
  Machine machine;
  std::size_t classes;
};

class EveryLayout : public ::testing::TestWithParam<Storage> {};

/// A model's file tells of no column behind the last that has an entry.
TEST(KernelModels, ColumnsThatNoVectorUsesChangeNothing) {
  const RandomProblem random(n, 2, Loss{LossName::hinge}, 3);
  const MatrixView x = random.problem(Storage::dense_float).x;
  KernelModel model = trained(x, Machine::c_svc, 2);
  const std::vector<double> values = decision_values(model, x);
  model.features = 20;  // of which few are not 0
  EXPECT_EQ(decision_values(model, x), values);
}

TEST_P(EveryLayout, ValuesAreThoseOfTheModelForAnyRows) {
  const RandomProblem random(n, 7, Loss{LossName::hinge}, 3);
  const MatrixView x = random.problem(GetParam()).x;
  for (const auto& [machine, classes] : {Trained{Machine::c_svc, 2}, {Machine::c_svc, 4}, {Machine::epsilon_svr, 0}})
    for (const KernelName kernel : {KernelName::rbf, KernelName::polynomial}) {
      const KernelModel model = trained(x, machine, classes, kernel);
      const KernelPredictor predictor(model);
      const std::vector<double> all = decision_values(model, x);
      EXPECT_EQ(predictor.decision_values(x, 2), all);
      std::vector<double> one_by_one;
      for (std::int64_t i = 0; i < n; ++i) {
        const std::vector<double> values = predictor.decision_values(row_of(x, i));
        one_by_one.insert(one_by_one.end(), values.begin(), values.end());
      }
      EXPECT_EQ(one_by_one, all);
      EXPECT_EQ(predict(predictor.model(), one_by_one), predict(model, all));
    }
}

TEST_P(EveryLayout, TypesOfValuesMayAlternate) {
  const RandomProblem random(n, 7, Loss{LossName::hinge}, 4);
  const MatrixView x = random.problem(GetParam()).x;
  const MatrixView other =
      random.problem(GetParam() == Storage::dense_float ? Storage::csr_double : Storage::dense_float).x;
  const KernelModel model = trained(x, Machine::c_svc, 3);
  const KernelPredictor predictor(model);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(predictor.decision_values(x), decision_values(model, x));
    EXPECT_EQ(predictor.decision_values(other), decision_values(model, other));
  }
}

INSTANTIATE_TEST_SUITE_P(KernelPredictor, EveryLayout,
                         ::testing::Values(Storage::dense_float, Storage::dense_double, Storage::csr_float,
                                           Storage::csr_double));

TEST(KernelPredictor, ThreadsMayShareOne) {
  const RandomProblem random(n, 7, Loss{LossName::hinge}, 5);
  const MatrixView in_double = random.problem(Storage::dense_double).x;
  const MatrixView in_float = random.problem(Storage::csr_float).x;
  const KernelModel model = trained(in_double, Machine::c_svc, 3);
  const KernelPredictor predictor(model);
  std::vector<std::vector<double>> values(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < values.size(); ++k)
      threads.emplace_back([&, k] { values[k] = predictor.decision_values(k % 2 == 0 ? in_double : in_float, 2); });
  }
  for (std::size_t k = 0; k < values.size(); ++k)
    EXPECT_EQ(values[k], decision_values(model, k % 2 == 0 ? in_double : in_float));
}

TEST(KernelPredictor, OutlivesTheModelAndIsCopied) {
  const RandomProblem random(50, 3, Loss{LossName::hinge}, 6);
  const MatrixView x = random.problem(Storage::dense_double).x;
  KernelModel model = trained(x, Machine::c_svc, 2);
  const std::vector<double> expected = decision_values(model, x);
  auto first = std::make_unique<KernelPredictor>(std::move(model));
  const KernelPredictor copy = *first;
  first.reset();
  EXPECT_EQ(copy.decision_values(x), expected);
}

/// Support vectors (0, 1) and (2, 0) of weights 1 and -1 in 100 million columns, few of them in use.
KernelModel far_fetched(std::int32_t last) {
  KernelModel model;
  model.machine = Machine::epsilon_svr;
  model.kernel.gamma = 0.5;
  model.features = last + 1;
  model.offsets = {0, 1, 2};
  model.columns = {last, 3};
  model.values = {1, 2};
  model.coef = {1, -1};
  model.intercept = {0.25};
  return model;
}

TEST(KernelPredictor, ColumnsThatNoSupportVectorHasAreDistance) {
  constexpr std::int32_t last = 100'000'000;
  const auto expected = [](double three, double last_value, double others) {
    const auto kernel = [&](double squared) { return std::exp(-0.5 * (squared + others)); };
    return 0.25 + kernel(three * three + (1 - last_value) * (1 - last_value)) -
           kernel((2 - three) * (2 - three) + last_value * last_value);
  };
  for (const std::int32_t end : {8, last}) {
    const KernelPredictor predictor(far_fetched(end));
    const std::vector<double> dense = {1, 0, 0, 3, 0, 0};
    EXPECT_NEAR(predictor.decision_values(DenseView<double>{dense.data(), 1, 6, 6})[0], expected(3, 0, 1), 1e-15);
    const std::vector<std::int64_t> offsets = {0, 3, 4};
    const std::vector<std::int32_t> columns = {3, end, end + 5, 1};
    const std::vector<double> values = {1, 0.5, 0.7, 2};
    const CsrView<double> sparse{offsets.data(), columns.data(), values.data(), 2, end + 6};
    const std::vector<double> both = predictor.decision_values(sparse);
    EXPECT_NEAR(both[0], expected(1, 0.5, 0.49), 1e-15);
    EXPECT_NEAR(both[1], expected(0, 0, 4), 1e-15);
    EXPECT_EQ(predictor.decision_values(row_of(sparse, 1))[0], both[1]);
  }
}

/// K(z_j, x_i) by its definition, on the columns that either has.
template <class T>
double slow_value(const KernelModel& model, std::size_t j, const CsrView<T>& x, std::int64_t i) {
  std::vector<double> in_z;
  std::vector<double> in_x;
  auto l = x.offsets[i];
  for (auto k = model.offsets[j]; k < model.offsets[j + 1] || l < x.offsets[i + 1];) {
    const auto z_column = k < model.offsets[j + 1] ? model.columns[static_cast<std::size_t>(k)] : model.features;
    const auto x_column = l < x.offsets[i + 1] ? x.columns[l] : model.features;
    in_z.push_back(z_column <= x_column ? model.values[static_cast<std::size_t>(k++)] : 0);
    in_x.push_back(x_column <= z_column ? static_cast<double>(x.values[l++]) : 0);
  }
  return static_cast<double>(support::slow_kernel(model.kernel, in_z, in_x));
}

/// Support vectors of three classes, 200 entries of a million columns each: panels take a hundred times their memory.
KernelModel wide_model() {
  internal::Random random(7);
  KernelModel model;
  model.labels = {1, 2, 3};
  model.class_sizes = {250, 70, 320};
  model.features = 1'000'000;
  model.intercept = {0.1, 0.2, 0.3};
  for (int i = 0; i < 640; ++i) {
    std::int32_t column = 0;
    for (std::size_t k = 0; k < 200; ++k) {
      column += 1 + static_cast<std::int32_t>(random.below(k % 4 == 0 ? 19'000 : 20));
      model.columns.push_back(column);
      model.values.push_back(random.normal());
    }
    model.offsets.push_back(std::ssize(model.columns));
    for (int k = 0; k < 2; ++k) model.coef.push_back(random.normal());
  }
  return model;
}

TEST(KernelPredictor, WideVectorsWithoutPanelsPredictTheSame) {
  KernelModel model = wide_model();
  constexpr std::int64_t count = 130;
  const CsrView<double> x{model.offsets.data() + 5, model.columns.data(), model.values.data(), count, model.features};
  const std::vector<float> floats(model.values.begin(), model.values.end());
  const CsrView<float> in_float{model.offsets.data() + 5, model.columns.data(), floats.data(), count, model.features};
  const std::size_t outputs_of[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  const auto expect_predictions = [&](const auto& view, double error) {
    const KernelPredictor predictor(model);
    const std::vector<double> all = predictor.decision_values(view);
    for (std::int64_t i = count - 1; i >= 0; i -= 21) {
      const std::span<const double> found = std::span(all).subspan(3 * static_cast<std::size_t>(i), 3);
      EXPECT_EQ(predictor.decision_values(row_of(view, i)), std::vector<double>(found.begin(), found.end()));
      std::vector<double> expected = model.intercept;
      for (std::size_t j = 0; j < 640; ++j) {
        const double value = slow_value(model, j, view, i);
        for (std::size_t k = 0; k < 2; ++k)
          expected[outputs_of[j < 250 ? 0 : j < 320 ? 1 : 2][k]] += model.coef[2 * j + k] * value;
      }
      for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected[k], error) << i;
    }
  };
  for (const KernelName kernel : {KernelName::rbf, KernelName::polynomial}) {
    model.kernel = {kernel, 0.01, 2, 1};
    expect_predictions(x, 1e-12);
    expect_predictions(in_float, 1e-5);
  }
}

/// A kernel and rows of floats of that size, the first column about `offset`.
struct Unscaled {
  Kernel kernel;
  double size = 1;
  double offset = 0;
};

TEST(KernelPredictor, RowsOfFloatsThatAreNotScaledPredictTheSame) {
  const Unscaled cases[] = {{{KernelName::linear, 1, 3, 0}, 1, 2000},
                            {{KernelName::linear, 1, 3, 0}, 1e20},
                            {{KernelName::polynomial, 1, 2, 1}, 1, 2000},
                            {{KernelName::polynomial, 1, 5, 1}, 1e5},
                            {{KernelName::polynomial, 1e40, 3, 1}, 1e-20},
                            {{KernelName::polynomial, 1e-40, 3, 1}, 1e20},
                            {{KernelName::sigmoid, 1e40, 3, 0}, 1e-20},
                            {{KernelName::sigmoid, 1e-40, 3, 0}, 1e20},
                            {{KernelName::rbf, 1, 3, 0}, 1e3},
                            {{KernelName::rbf, 1, 3, 0}, 1e20}};
  internal::Random random(3);
  for (const Unscaled& unscaled : cases)
    for (const std::size_t classes : {2, 3}) {
      std::vector<float> values;
      std::vector<double> y;
      for (int i = 0; i < 40; ++i) {
        values.push_back(static_cast<float>(unscaled.offset + unscaled.size * random.normal()));
        values.push_back(static_cast<float>(unscaled.size * random.normal()));
        y.push_back(static_cast<double>(static_cast<std::size_t>(i) % classes));
      }
      const std::vector<double> same(values.begin(), values.end());
      const DenseView<double> x = {same.data(), 40, 2, 2};
      KernelTrainOptions options;
      options.kernel = unscaled.kernel;
      options.solver.solver.max_passes = 50;
      const KernelModel model = train({x, y, {}, nullptr}, options).model;
      const std::vector<double> exact = decision_values(model, x);
      const std::vector<double> found = decision_values(model, DenseView<float>{values.data(), 40, 2, 2});
      for (std::size_t k = 0; k < exact.size(); ++k)
        ASSERT_NEAR(found[k], exact[k], 1e-3 * (1 + std::abs(exact[k]))) << to_string(unscaled.kernel.name);
    }
}

TEST(KernelPredictor, RowsOfFloatsFarFromAllVectorsPredictTheIntercept) {
  const RandomProblem random(n, 2, Loss{LossName::hinge}, 3);
  const KernelModel model = trained(random.problem(Storage::dense_float).x, Machine::c_svc, 2);
  const std::vector<float> far = {1e15F, 0, 1e20F, -1e20F, 3e38F, 3e38F, -3e38F, 3e38F};
  for (const double value : decision_values(model, DenseView<float>{far.data(), 4, 2, 2}))
    EXPECT_EQ(value, model.intercept[0]);
}

TEST(KernelPredictor, RowsOfFloatsWithLargeCoefficientsPredictTheSame) {
  const RandomProblem random(n, 2, Loss{LossName::hinge}, 3);
  const MatrixView x = random.problem(Storage::dense_float).x;
  for (const Machine machine : {Machine::c_svc, Machine::epsilon_svr}) {
    KernelTrainOptions options;
    options.machine = machine;
    options.C = 1e7;
    options.solver.solver.max_passes = 50;
    const KernelModel model = train({x, random.problem(Storage::dense_float).y, {}, nullptr}, options).model;
    const std::vector<double> found = decision_values(model, x);
    const std::vector<double> exact = decision_values(model, random.problem(Storage::dense_double).x);
    for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_NEAR(found[k], exact[k], 1e-3);
  }
}

TEST(KernelPredictor, RowsOfFloatsWithKernelsThatHardlyDifferPredictTheSame) {
  const RandomProblem random(n, 2, Loss{LossName::hinge}, 3);
  const MatrixView x = random.problem(Storage::dense_float).x;
  KernelTrainOptions options;
  options.machine = Machine::nu_svc;
  options.kernel.gamma = 1e-8;
  const KernelModel model = train({x, random.problem(Storage::dense_float).y, {}, nullptr}, options).model;
  const std::vector<double> found = decision_values(model, x);
  const std::vector<double> exact = decision_values(model, random.problem(Storage::dense_double).x);
  for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_NEAR(found[k], exact[k], 1e-6);
}

/// Columns are not looked at, but memory is not touched where there is none.
TEST(KernelPredictor, NegativeColumnsReadNoOtherMemory) {
  const std::vector<double> values = {1, 2};
  const std::vector<std::int64_t> offsets = {0, 2};
  const std::vector<std::int32_t> columns = {-100'000'000, 1};
  const CsrView<double> x{offsets.data(), columns.data(), values.data(), 1, 8};
  for (const std::int32_t end : {8, 100'000'000}) {
    const KernelModel model = far_fetched(end);
    EXPECT_TRUE(std::isfinite(KernelPredictor(model).decision_values(x)[0])) << end;
    EXPECT_TRUE(std::isfinite(decision_values(model, x)[0])) << end;
  }
}

TEST(KernelPredictor, ErrorsComeWhereTheyArise) {
  KernelModel model = far_fetched(8);
  model.coef.pop_back();
  EXPECT_THROW(KernelPredictor{model}, InvalidParameter);
  model = far_fetched(8);
  model.kernel.gamma = -1;
  EXPECT_THROW(KernelPredictor{model}, InvalidParameter);
  const KernelPredictor predictor(far_fetched(8));
  const std::vector<double> x(9);
  EXPECT_THROW(predictor.decision_values(DenseView<double>{x.data(), 1, 9, 9}, 0), InvalidParameter);
  EXPECT_THROW(predictor.decision_values(DenseView<double>{nullptr, 1, 9, 9}), DataError);
  EXPECT_EQ(predictor.decision_values(DenseView<double>{x.data(), 0, 9, 9}).size(), 0);
}

TEST(KernelPredictor, PrecomputedRowsMustHaveAllOfTraining) {
  KernelModel model = far_fetched(8);
  model.kernel.name = KernelName::precomputed;
  model.offsets = {0, 0, 0};
  model.columns.clear();
  model.values.clear();
  model.serials = {4, 2};
  const KernelPredictor predictor(model);
  const std::vector<double> x = {1, 20, 300, 4000};
  EXPECT_EQ(predictor.decision_values(DenseView<double>{x.data(), 1, 4, 4}), std::vector<double>{0.25 + 4000 - 20});
  EXPECT_EQ(support::message_of<DataError>([&] {
              predictor.decision_values(DenseView<double>{x.data(), 1, 3, 3});
            }),
            "x: 3 columns, but a support vector is row 4 of the training data");
  model.serials = {4, 0};
  EXPECT_THROW(KernelPredictor{model}, InvalidParameter);
}

}  // namespace
}  // namespace hingeline
