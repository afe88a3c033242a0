// SPDX-License-Identifier: BSD-3-Clause
#include "data/validate_sizes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "hingeline/selection.hpp"
#include "hingeline/solve.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline {
namespace {

using support::message_of;

const std::vector<double> values = {1, 2, 3, 4};
const std::vector<double> y = {1, -1};
const std::vector<std::int64_t> offsets = {0, 2, 4};
const std::vector<std::int32_t> column_indices = {0, 1, 0, 1};

std::vector<MatrixView> bad_views() {
  static const std::vector<std::int64_t> descending = {0, 3, 2};
  return {DenseView<double>{nullptr, 2, 2, 2},
          DenseView<double>{values.data(), 2, 2, 1},
          DenseView<double>{values.data(), -2, 2, 2},
          CsrView<double>{nullptr, column_indices.data(), values.data(), 2, 2},
          CsrView<double>{offsets.data(), nullptr, values.data(), 2, 2},
          CsrView<double>{offsets.data(), column_indices.data(), nullptr, 2, 2},
          CsrView<double>{descending.data(), column_indices.data(), values.data(), 2, 2}};
}

TEST(ValidateSizes, EveryFunctionRefusesInvalidViews) {
  const internal::TemporaryFolder folder;
  LinearModel linear;
  linear.features = 2;
  linear.coef = {1, 1};
  linear.intercept = {0};
  KernelModel kernel;
  kernel.machine = Machine::one_class;
  kernel.intercept = {0};
  for (const MatrixView& x : bad_views()) {
    Problem problem;
    problem.x = x;
    problem.y = y;
    KernelProblem machine;
    machine.x = x;
    machine.y = y;
    Dataset data;
    data.x = x;
    EXPECT_THROW(solve(problem), DataError);
    EXPECT_THROW(solve(machine), DataError);
    EXPECT_THROW(decision_values(linear, x), DataError);
    EXPECT_THROW(decision_values(kernel, x), DataError);
    EXPECT_THROW(write_libsvm(folder.file("x"), data), DataError);
    EXPECT_THROW(write_binary(folder.file("x"), data), DataError);
  }
  EXPECT_EQ(message_of<DataError>([] {
              internal::validate_sizes("x", DenseView<double>{nullptr, 2, 2, 2});
            }),
            "x: values are a null pointer");
}

TEST(ValidateSizes, EmptyViewsMayHaveNullPointers) {
  const std::vector<std::int64_t> zeros(3, 0);
  EXPECT_NO_THROW(internal::validate_sizes("x", DenseView<double>{nullptr, 2, 0, 0}));
  EXPECT_NO_THROW(internal::validate_sizes("x", CsrView<double>{nullptr, nullptr, nullptr, 0, 2}));
  EXPECT_NO_THROW(internal::validate_sizes("x", CsrView<double>{zeros.data(), nullptr, nullptr, 2, 2}));
}

TEST(ValidateSizes, WrittenTargetsAndNamesMustFit) {
  const internal::TemporaryFolder folder;
  Dataset data;
  data.x = DenseView<double>{values.data(), 2, 2, 2};
  data.y = std::span(y).first(1);
  EXPECT_THROW(write_libsvm(folder.file("x"), data), DataError);
  EXPECT_THROW(write_binary(folder.file("x"), data), DataError);
  data.y = y;
  data.feature_names = {"one"};
  EXPECT_EQ(message_of<DataError>([&] { write_binary(folder.file("x"), data); }),
            "feature_names: 1 given for 2 columns");
}

TEST(ValidateSizes, NumbersThatNameNoEnumeratorAreRefused) {
  Problem problem;
  problem.x = DenseView<double>{values.data(), 2, 2, 2};
  problem.y = y;
  problem.intercept = static_cast<Intercept>(7);
  EXPECT_EQ(message_of<InvalidParameter>([&] { solve(problem); }), "intercept: 7 given, must be an Intercept");
  Dataset data;
  data.x = problem.x;
  data.y = y;
  TrainOptions options;
  options.multi_class = static_cast<MultiClass>(9);
  EXPECT_EQ(message_of<InvalidParameter>([&] { train(data, options); }), "multi_class: 9 given, must be a MultiClass");
  options.multi_class = MultiClass::one_vs_rest;
  options.level_tie = static_cast<LevelTie>(-1);
  EXPECT_EQ(message_of<InvalidParameter>([&] { train(data, options); }), "level_tie: -1 given, must be a LevelTie");
  const auto kind = static_cast<Calibration::Kind>(3);
  EXPECT_EQ(message_of<InvalidParameter>([&] { train_calibrated(data, {}, kind); }),
            "probability: 3 given, must be a Calibration::Kind");
  EXPECT_EQ(message_of<InvalidParameter>([&] { fit_calibration(kind, y, y); }),
            "calibration: 3 given, must be a Calibration::Kind");
  KernelTrainOptions kernel;
  EXPECT_EQ(message_of<InvalidParameter>([&] { train_calibrated(data, kernel, static_cast<KernelProbability>(3)); }),
            "probability: 3 given, must be a KernelProbability");
  kernel.machine = static_cast<Machine>(5);
  EXPECT_EQ(message_of<InvalidParameter>([&] { train_calibrated(data, kernel, KernelProbability::platt); }),
            "machine: 5 given, must be a Machine");
  SolverOptions solver;
  solver.coordinate_order = static_cast<CoordinateOrder>(3);
  EXPECT_EQ(message_of<InvalidParameter>([&] { validate(solver); }),
            "coordinate_order: 3 given, must be a CoordinateOrder");
  solver = {.inner = static_cast<InnerSolver>(-1)};
  EXPECT_EQ(message_of<InvalidParameter>([&] { validate(solver); }), "inner: -1 given, must be an InnerSolver");
}

TEST(ValidateSizes, ReadersKnowTheirOptions) {
  const internal::TemporaryFolder folder;
  const std::filesystem::path file = folder.file("rows", "1 1:2\n");
  const auto error_of = [&](const ReadOptions& options) {
    return message_of<InvalidParameter>([&] { read_dataset(file, options); });
  };
  EXPECT_EQ(error_of({.format = static_cast<FileFormat>(4)}), "format: 4 given, must be a FileFormat");
  EXPECT_EQ(error_of({.layout = static_cast<Layout>(-1)}), "layout: -1 given, must be a Layout");
  EXPECT_EQ(error_of({.value_type = static_cast<ValueType>(2)}), "value_type: 2 given, must be a ValueType");
}

}  // namespace
}  // namespace hingeline
