// SPDX-License-Identifier: BSD-3-Clause
#include "models/kernel_start.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "hingeline/error.hpp"
#include "models/output_rows.hpp"
#include "models/rows_by_class.hpp"
#include "support/noisy_line.hpp"
#include "support/small_machine.hpp"
#include "support/sorted_rows.hpp"

namespace hingeline::internal {
namespace {

std::int64_t inner_steps(const KernelTrainResult& result) {
  std::int64_t steps = 0;
  for (const KernelSolution& part : result.parts) steps += part.counters.inner_steps;
  return steps;
}

TEST(KernelStart, FindsTheRowsThatSupportVectorsAre) {
  for (const int classes : {0, 2, 4}) {
    const NoisyLine line(120, 3, classes);
    const KernelTrainResult trained =
        train(line.data, small_machine(classes > 0 ? Machine::c_svc : Machine::epsilon_svr, 1e-6));
    const RowsByClass by_class = classes > 0 ? RowsByClass(line.y, trained.model.labels) : RowsByClass();
    EXPECT_EQ(dual_of(trained.model, line.data.x, by_class.classes(), line.y, {}),
              dual_by_row(trained.model, by_class, line.y.size(), trained.parts));
  }
}

/// Support vectors 5, 5, 5 and one that is no row.
KernelModel equal_vectors(Machine machine, std::vector<double> coef) {
  KernelModel model;
  model.machine = machine;
  model.features = 2;
  model.offsets = {0, 1, 2, 3, 4};
  model.columns = {0, 0, 0, 1};
  model.values = {5, 5, 5, 7};
  model.coef = std::move(coef);
  model.intercept = {0};
  return model;
}

const std::vector<float> equal_rows = {5, 0, 1, 0, 5, 0, 5, 0, 5, 0};
const MatrixView equal_x = DenseView<float>{equal_rows.data(), 5, 2, 2};

TEST(KernelStart, EqualRowsOfARegressionHaveTheBestDual) {
  const KernelModel model = equal_vectors(Machine::epsilon_svr, {-0.25, 0.5, 1, 2});
  const std::vector<double> y = {3, 9, -1, 7, 5};
  EXPECT_EQ(dual_of(model, equal_x, {}, y, {}), (std::vector<double>{0, 0, -0.25, 1, 0.5}));
  EXPECT_EQ(dual_of(model, equal_x, {}, y, std::vector<double>{1, 1, 0, 0.5, 1}),
            (std::vector<double>{-0.25, 0, 0, 0.5, 1}));
}

TEST(KernelStart, EqualRowsOfAClassHaveLargerSWhereCostsAreLarger) {
  const KernelModel model = equal_vectors(Machine::one_class, {0.25, 1, 0.5, 2});
  EXPECT_EQ(dual_of(model, equal_x, {}, {}, std::vector<double>{0, 9, 2, 1, 3}),
            (std::vector<double>{0, 0, 0.5, 0.25, 1}));
}

/// The model alone is enough to go on from.
TEST(KernelStart, TrainingGoesOnFromAModel) {
  for (const Machine machine : {Machine::c_svc, Machine::nu_svc, Machine::epsilon_svr, Machine::nu_svr}) {
    const NoisyLine line(200, 3, is_classification(machine) ? 3 : 0);
    KernelTrainOptions options = small_machine(machine, 1e-6);
    const KernelTrainResult first = train(line.data, options);
    options.warm_start = &first.model;
    const KernelTrainResult again = train(line.data, options);
    EXPECT_EQ(again.status, Status::converged);
    EXPECT_EQ(inner_steps(again), 0) << to_string(machine);
    EXPECT_NEAR(again.certificate.primal, first.certificate.primal, 2e-6 * std::abs(first.certificate.primal));
    std::vector<std::vector<double>> dual;
    for (const KernelSolution& part : first.parts) dual.push_back(part.dual_coef);
    options.warm_start = nullptr;
    options.warm_dual = dual;
    EXPECT_EQ(inner_steps(train(line.data, options)), 0) << to_string(machine);
  }
}

TEST(KernelStart, NamedClassesMayBeInAnotherOrder) {
  for (const int classes : {2, 3, 4}) {
    const NoisyLine line(200, 3, classes);
    const SortedRows sorted(line);
    Dataset data = line.data;
    data.class_names = sorted.names;
    KernelTrainOptions options = small_machine(Machine::c_svc, 1e-6);
    const KernelTrainResult first = train(data, options);
    options.warm_start = &first.model;
    const KernelTrainResult again = train(sorted.data, options);
    ASSERT_NE(again.model.label_names, first.model.label_names);
    EXPECT_LT(inner_steps(again), inner_steps(first) / 2);
    EXPECT_NEAR(again.certificate.primal, first.certificate.primal, 2e-6 * std::abs(first.certificate.primal));
    EXPECT_THROW(train(line.data, options), InvalidParameter);
  }
}

TEST(KernelStart, PrecomputedRowsAreNumbered) {
  constexpr std::size_t n = 40;
  const NoisyLine line(n, 3, 3);
  std::vector<double> matrix(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        matrix[i * n + j] += static_cast<double>(line.x[3 * i + k]) * static_cast<double>(line.x[3 * j + k]);
  Dataset data = line.data;
  data.x = DenseView<double>{matrix.data(), n, n, n};
  KernelTrainOptions options = small_machine(Machine::c_svc, 1e-6);
  options.kernel = {KernelName::precomputed};
  const KernelTrainResult first = train(data, options);
  options.warm_start = &first.model;
  const KernelTrainResult again = train(data, options);
  EXPECT_LT(inner_steps(again), inner_steps(first) / 3);
  const RowsByClass by_class(line.y, first.model.labels);
  EXPECT_EQ(dual_of(first.model, data.x, by_class.classes(), line.y, {}),
            dual_by_row(first.model, by_class, n, first.parts));
}

TEST(KernelStart, RefusesWhatDoesNotFit) {
  const NoisyLine line(60, 3, 3);
  const NoisyLine two(60, 3, 2);
  KernelTrainOptions options = small_machine(Machine::c_svc, 1e-6);
  const KernelModel other = train(two.data, options).model;
  options.warm_start = &other;
  EXPECT_THROW(train(line.data, options), InvalidParameter);
  options.warm_start = nullptr;
  std::vector<std::vector<double>> dual(2, std::vector<double>(40, 0.0));
  options.warm_dual = dual;
  EXPECT_THROW(train(line.data, options), InvalidParameter);
  dual.resize(3, std::vector<double>(40, std::numeric_limits<double>::infinity()));
  options.warm_dual = dual;
  EXPECT_THROW(train(line.data, options), InvalidParameter);
  dual.assign(3, std::vector<double>(60, 0.0));
  options.warm_dual = dual;
  EXPECT_THROW(train(line.data, options), InvalidParameter);
}

}  // namespace
}  // namespace hingeline::internal
