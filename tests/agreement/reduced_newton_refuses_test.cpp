// SPDX-License-Identifier: BSD-3-Clause
//
// What reduced Newton refuses, and the values that are not finite, which it finds itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/solve.hpp"
#include "solvers/solve/validate_before_solve.hpp"
#include "support/message_of.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::options_of;
using support::RandomProblem;
using support::Storage;

struct BadValue {
  std::int64_t row;
  float value;
  std::string message;
};

/// Validation leaves values to the solver, whose message is that of validation.
TEST(ReducedNewton, NamesValuesThatAreNotFinite) {
  constexpr std::int64_t rows = 40000;
  constexpr std::int32_t cols = 25;
  const BadValue bad[] = {{23456, std::numeric_limits<float>::quiet_NaN(), "row 23456, column 3 (from 0): nan"},
                          {rows - 1, -std::numeric_limits<float>::infinity(), "row 39999, column 3 (from 0): -inf"}};
  const RandomProblem random(rows, cols, Loss{LossName::hinge}, 17);
  Problem given = random.problem(Storage::dense_float);
  const float* const drawn = std::get<DenseView<float>>(given.x).values;
  std::vector<float> values(drawn, drawn + rows * cols);
  given.x = DenseView<float>{values.data(), rows, cols, cols};
  for (const Loss& loss : {Loss{LossName::hinge}, Loss{LossName::squared_hinge}, Loss{LossName::logistic},
                           Loss{LossName::quantile}, Loss{LossName::huber}})
    for (const double l1 : {0.0, 1.0}) {
      SCOPED_TRACE(testing::Message() << to_string(loss.name) << ", l1 = " << l1);
      given.loss = loss;
      given.penalty.l1 = l1;
      SolverOptions options = options_of(Solver::reduced_newton, 1e-6);
      options.threads = l1 > 0 ? 2 : 1;
      ASSERT_TRUE(internal::sees_bad_values(given, options));
      Dataset data;
      data.x = given.x;
      data.y = given.y;
      TrainOptions training;
      training.loss = loss;
      training.penalty = given.penalty;
      training.solver = options;
      for (const auto& [row, value, message] : bad) {
        float& entry = values[static_cast<std::size_t>(row * cols + 3)];
        const float before = std::exchange(entry, value);
        const std::string expected = "x: " + message + " given, must be finite (neither NaN nor infinite)";
        EXPECT_EQ(support::message_of<DataError>([&] { solve(given, options); }), expected);
        EXPECT_EQ(support::message_of<DataError>([&] { train(data, training); }), expected);
        entry = before;
      }
    }
}

TEST(ReducedNewton, NamesValuesThatAreNotFiniteBesideRowsLeftOut) {
  constexpr std::int64_t rows = 30000;
  constexpr std::int32_t cols = 50;
  const RandomProblem random(rows, cols, Loss{LossName::squared_hinge}, 17);
  Problem given = random.problem(Storage::dense_double);
  const double* const drawn = std::get<DenseView<double>>(given.x).values;
  std::vector<double> values(drawn, drawn + rows * cols);
  values[500 * cols + 3] = std::numeric_limits<double>::quiet_NaN();
  given.x = DenseView<double>{values.data(), rows, cols, cols};
  std::vector<double> weights(rows, 0.0);
  std::fill_n(weights.begin(), 900, 1.0);
  given.weights = weights;
  Dataset data;
  data.x = given.x;
  data.y = given.y;
  TrainOptions training;
  training.loss = given.loss;
  training.weights = weights;
  const std::string expected = "x: row 500, column 3 (from 0): nan given, must be finite (neither NaN nor infinite)";
  for (const Solver solver : {Solver::automatic, Solver::reduced_newton}) {
    training.solver.solver = solver;
    EXPECT_EQ(support::message_of<DataError>([&] { solve(given, training.solver); }), expected) << to_string(solver);
    EXPECT_EQ(support::message_of<DataError>([&] { train(data, training); }), expected) << to_string(solver);
  }
}

/// Everything but values is validated before a solver is chosen; the solver validates values.
TEST(ReducedNewton, RefusesInvalidProblemsBeforeChoosingASolver) {
  const RandomProblem random(40000, 25, Loss{LossName::hinge}, 17);
  Problem given = random.problem(Storage::dense_float);
  given.loss.name = LossName::plq;
  EXPECT_THROW(solve(given, {}), InvalidParameter);
  given = random.problem(Storage::dense_float);
  given.y = given.y.first(1);
  EXPECT_EQ(support::message_of<DataError>([&] { solve(given, {}); }), "y: 1 targets given for 40000 rows");
  given = random.problem(Storage::dense_float);
  std::get<DenseView<float>>(given.x).stride = 1;
  EXPECT_THROW(solve(given, {}), DataError);
}

TEST(ReducedNewton, RefusesMoreFeaturesThanItsHessiansTake) {
  const std::vector<std::int64_t> offsets = {0, 1, 2};
  const std::vector<std::int32_t> columns = {0, 11000};
  const std::vector<double> ones = {1, 1};
  const std::vector<double> y = {1, -1};
  Problem problem;
  problem.x = CsrView<double>{offsets.data(), columns.data(), ones.data(), 2, 11001};
  problem.y = y;
  for (const LossName name : {LossName::hinge, LossName::logistic}) {
    problem.loss.name = name;
    EXPECT_EQ(support::message_of<InvalidParameter>([&] { solve(problem, options_of(Solver::reduced_newton, 1e-6)); }),
              "solver: reduced_newton for 11001 features given, its Hessian allows at most 11000; dual_cd (with a "
              "ridge) and proximal_newton (with any penalty) have no such limit for rows in memory");
  }
}

TEST(ReducedNewton, RefusesAFunctionPerRow) {
  const RandomProblem random(100, 5, Loss{LossName::hinge}, 3);
  Problem problem = random.problem(Storage::dense_float);
  problem.loss = plq_loss(PlqArgument::prediction, {{{1}, {-1, 0}, {0, 0}}});
  const std::vector<double> numbers(100);
  problem.y = numbers;
  EXPECT_EQ(support::message_of<InvalidParameter>([&] { solve(problem, options_of(Solver::reduced_newton, 1e-6)); }),
            "solver: reduced_newton given, cannot solve with this plq loss");
}

}  // namespace
}  // namespace hingeline
