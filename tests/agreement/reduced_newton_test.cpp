// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced Newton held against slow formulas, dual coordinate descent and its own hard cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "hingeline/constraint_set.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/solve/validate_before_solve.hpp"
#include "support/expect_certified.hpp"
#include "support/expect_constant_targets.hpp"
#include "support/expect_streamed_bits.hpp"
#include "support/message_of.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::expect_certified;
using support::RandomProblem;
using support::Storage;

SolverOptions reduced_newton(double tolerance) { return support::options_of(Solver::reduced_newton, tolerance); }

class ReducedNewtonOf : public ::testing::TestWithParam<std::tuple<Loss, Intercept>> {
 protected:
  Problem problem(const RandomProblem& random, Storage storage) const {
    Problem problem = random.problem(storage);
    problem.intercept = std::get<1>(GetParam());
    problem.bias = 2;
    return problem;
  }
  const Loss& loss() const { return std::get<0>(GetParam()); }
};

TEST_P(ReducedNewtonOf, FewRowsAreCertifiedInEveryLayout) {
  const RandomProblem random(200, 10, loss(), 11);
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    SCOPED_TRACE(to_string(storage));
    Problem given = problem(random, storage);
    expect_certified(given, solve(given, reduced_newton(1e-8)), 1e-8);
    given.weights = random.weights();
    expect_certified(given, solve(given, reduced_newton(1e-8)), 1e-8);
  }
}

TEST_P(ReducedNewtonOf, ManyRowsAgreeWithCoordinateDescent) {
  const RandomProblem random(60000, 5, loss(), 12);
  Problem given = problem(random, Storage::dense_float);
  given.C = 0.01;
  given.weights = random.weights();
  const Solution solution = solve(given, reduced_newton(1e-7));
  ASSERT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
  EXPECT_LE(solution.passes, 8);
  SolverOptions options;
  options.solver = Solver::dual_cd;
  options.tolerance = 1e-4;
  const Solution descent = solve(given, options);
  EXPECT_LE(solution.certificate.primal, descent.certificate.primal * (1 + 1e-7));
  EXPECT_GE(solution.certificate.primal, descent.certificate.dual * (1 - 1e-7));
}

INSTANTIATE_TEST_SUITE_P(Losses, ReducedNewtonOf,
                         ::testing::Combine(::testing::ValuesIn(support::every_loss()),
                                            ::testing::Values(Intercept::free, Intercept::penalized, Intercept::none)),
                         support::loss_and_intercept);

/// Two overlapping classes, or a linear rule with noise, in double rows that a test may spoil.
class HardRows {
 public:
  HardRows(std::int64_t rows, std::int32_t cols, std::uint64_t seed) : rows_(rows), cols_(cols) {
    internal::Random random(seed);
    values_.resize(static_cast<std::size_t>(rows * cols));
    for (double& value : values_) value = random.normal();
    for (std::int64_t i = 0; i < rows; ++i) {
      double z = 0.3;
      for (std::int32_t j = 0; j < cols; ++j) z += at(i, j) / (1 + j);
      target_.push_back(z + random.normal());
    }
  }

  double& at(std::int64_t i, std::int32_t j) { return values_[static_cast<std::size_t>(i * cols_ + j)]; }
  std::vector<double>& weights() { return weights_; }
  std::vector<double>& target() { return target_; }

  /// Rows in ascending order of the target.
  void sort() { sort_by(target_); }
  /// Rows in ascending order of a column.
  void sort(std::int32_t column) {
    std::vector<double> keys;
    for (std::int64_t i = 0; i < rows_; ++i) keys.push_back(at(i, column));
    sort_by(keys);
  }

  /// Solves to 1e-6 (or `tolerance`) with every kind of loss; `threshold` separates the classes.
  void expect_solved(double C, double threshold = 0, double tolerance = 1e-6) {
    signs_.clear();
    for (const double z : target_) signs_.push_back(z > threshold ? 1 : -1);
    for (const LossName name :
         {LossName::hinge, LossName::squared_hinge, LossName::logistic, LossName::quantile, LossName::huber})
      for (const Intercept intercept : {Intercept::free, Intercept::none}) {
        SCOPED_TRACE(std::string(to_string(name)) + " " + support::name(intercept));
        Problem problem;
        problem.x = DenseView<double>{values_.data(), rows_, cols_, cols_};
        problem.loss.name = name;
        problem.y = is_classification(problem.loss) ? signs_ : target_;
        problem.weights = weights_;
        problem.C = C;
        problem.intercept = intercept;
        const Solution solution = solve(problem, reduced_newton(tolerance));
        EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
        EXPECT_LE(solution.passes, 60);
        const auto primal = static_cast<double>(support::slow_primal(problem, solution.coef, solution.intercept));
        EXPECT_NEAR(solution.certificate.primal, primal, 1e-9 * primal);
      }
  }

 private:
  void sort_by(const std::vector<double>& keys) {
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    std::vector<double> values;
    std::vector<double> target;
    for (const std::size_t i : order) {
      const auto first = values_.begin() + static_cast<std::ptrdiff_t>(i) * cols_;
      values.insert(values.end(), first, first + cols_);
      target.push_back(target_[i]);
    }
    values_ = std::move(values);
    target_ = std::move(target);
  }

  std::int64_t rows_;
  std::int32_t cols_;
  std::vector<double> values_;
  std::vector<double> target_;
  std::vector<double> signs_;
  std::vector<double> weights_;
};

class ReducedNewtonSolves : public ::testing::Test {
 protected:
  static constexpr std::int64_t rows_ = 40000;
  static constexpr std::int32_t cols_ = 6;
  HardRows data_{rows_, cols_, 7};
};

TEST_F(ReducedNewtonSolves, ToNineDigits) { data_.expect_solved(0.1, 0, 1e-9); }

TEST_F(ReducedNewtonSolves, RowsSortedByLabel) {
  data_.sort();
  data_.expect_solved(0.01);
}

TEST_F(ReducedNewtonSolves, RowsSortedByAFeature) {
  data_.sort(0);
  data_.expect_solved(0.01);
}

TEST_F(ReducedNewtonSolves, SeparableClassesWithLargeC) {
  for (std::int64_t i = 0; i < rows_; ++i) {
    double z = 0;
    for (std::int32_t j = 0; j < cols_; ++j) z += data_.at(i, j);
    data_.at(i, 0) += z > 0 ? 0.5 : -0.5;
    data_.target()[static_cast<std::size_t>(i)] = z > 0 ? 1 : -1;
  }
  data_.expect_solved(1e4);
}

TEST_F(ReducedNewtonSolves, RepeatedRows) {
  for (std::int64_t i = 400; i < rows_; ++i) {
    for (std::int32_t j = 0; j < cols_; ++j) data_.at(i, j) = data_.at(i % 400, j);
    data_.target()[static_cast<std::size_t>(i)] = data_.target()[static_cast<std::size_t>(i % 400)];
  }
  data_.expect_solved(0.01);
}

TEST_F(ReducedNewtonSolves, ConstantAndCollinearColumns) {
  for (std::int64_t i = 0; i < rows_; ++i) {
    data_.at(i, 1) = 3;
    data_.at(i, 2) = data_.at(i, 3);
    data_.at(i, 4) = data_.at(i, 0) - 2 * data_.at(i, 3);
  }
  data_.expect_solved(0.1);
}

TEST_F(ReducedNewtonSolves, ColumnsOnAllScales) {
  const double scales[] = {1e-6, 1e-3, 1, 1e3, 1e6, 1};
  for (std::int64_t i = 0; i < rows_; ++i)
    for (std::int32_t j = 0; j < cols_; ++j) data_.at(i, j) = scales[j] * (data_.at(i, j) + (j == 5 ? 1000 : 0));
  data_.expect_solved(0.1);
}

TEST_F(ReducedNewtonSolves, CostsOnAllScales) {
  internal::Random random(1);
  for (std::int64_t i = 0; i < rows_; ++i) data_.weights().push_back(std::pow(10.0, 16 * random.uniform() - 8));
  data_.expect_solved(1);
}

TEST_F(ReducedNewtonSolves, OneRowInAThousandOfOneClass) {
  constexpr double threshold = 5;
  for (std::int64_t i = 0; i < rows_; ++i)
    if (data_.target()[static_cast<std::size_t>(i)] > threshold) data_.at(i, 1) += 3;
  data_.expect_solved(0.1, threshold);
}

TEST_F(ReducedNewtonSolves, AHandfulOfHugeValues) {
  for (std::int64_t i = 0; i < 5; ++i) data_.at(1000 * i + 17, static_cast<std::int32_t>(i)) *= 1e6;
  data_.expect_solved(0.1);
}

TEST_F(ReducedNewtonSolves, TinyAndHugeC) {
  data_.expect_solved(1e-8);
  data_.expect_solved(1e6);
}

TEST(ReducedNewton, SolvesHardlyMoreRowsThanColumns) {
  HardRows data(45, 40, 3);
  data.expect_solved(1);
}

TEST(ReducedNewton, ConstantTargets) { support::expect_constant_targets_solved(200, reduced_newton(1e-4)); }

class ReducedNewtonStops : public ::testing::Test {
 protected:
  ReducedNewtonStops() : random_(30000, 5, Loss{LossName::hinge}, 2) {
    problem_ = random_.problem(Storage::dense_float);
    options_ = reduced_newton(1e-16);
  }
  void expect_honest(const Solution& solution) const {
    const auto primal = static_cast<double>(support::slow_primal(problem_, solution.coef, solution.intercept));
    EXPECT_NEAR(solution.certificate.primal, primal, 1e-9 * primal);
    EXPECT_FALSE(solution.reason.empty());
  }
  RandomProblem random_;
  Problem problem_;
  SolverOptions options_;
};

TEST_F(ReducedNewtonStops, WhenInterrupted) {
  const std::atomic<bool> interrupt = true;
  options_.interrupt = &interrupt;
  const Solution solution = solve(problem_, options_);
  EXPECT_EQ(solution.status, Status::interrupted);
  expect_honest(solution);
}

TEST_F(ReducedNewtonStops, WhenTheCallbackSaysSo) {
  int calls = 0;
  options_.callback = [&](const Progress& progress) {
    EXPECT_GT(progress.passes, 0);
    EXPECT_TRUE(progress.certified || progress.relative_gap > options_.tolerance);
    return ++calls < 1;
  };
  const Solution solution = solve(problem_, options_);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(solution.status, Status::interrupted);
  expect_honest(solution);
}

TEST_F(ReducedNewtonStops, AfterMaxSeconds) {
  options_.max_seconds = 1e-6;
  const Solution solution = solve(problem_, options_);
  EXPECT_EQ(solution.status, Status::max_seconds);
  expect_honest(solution);
}

TEST(ReducedNewton, IsChosenForManyFullRows) {
  const RandomProblem random(30000, 5, Loss{LossName::hinge}, 3);
  for (const Storage storage : {Storage::dense_float, Storage::csr_float}) {
    Problem given = random.problem(storage);
    given.C = 0.01;
    EXPECT_EQ(solve(given).solver, "reduced_newton");
  }
  constexpr double sparse = 0.03;
  const RandomProblem empty(30000, 5, Loss{LossName::hinge}, 3, sparse);
  EXPECT_NE(solve(empty.problem(Storage::csr_float)).solver, "reduced_newton");
}

TEST(ReducedNewton, StartsFromAnEarlierAnswer) {
  const RandomProblem random(30000, 5, Loss{LossName::hinge}, 3);
  Problem given = random.problem(Storage::dense_float);
  given.C = 0.01;
  const SolverOptions options = reduced_newton(1e-7);
  const Solution cold = solve(given, options);
  const Solution from_coef = solve(given, options, {{}, cold.coef, cold.intercept});
  const Solution from_dual = solve(given, options, {cold.dual_coef, {}, cold.intercept});
  for (const Solution& solution : {from_coef, from_dual}) {
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_LE(solution.iterations, cold.iterations);
    EXPECT_NEAR(solution.certificate.primal, cold.certificate.primal, 2e-7 * cold.certificate.primal);
  }
}

TEST(ReducedNewton, ThreadsChangeNoBit) {
  for (const LossName name : {LossName::hinge, LossName::squared_hinge, LossName::logistic}) {
    const RandomProblem random(60000, 5, Loss{name}, 3);
    Problem given = random.problem(Storage::dense_float);
    given.C = 0.01;
    for (const Intercept intercept : {Intercept::free, Intercept::none}) {
      given.intercept = intercept;
      SolverOptions options = reduced_newton(1e-6);
      const Solution one = solve(given, options);
      options.threads = 3;
      const Solution three = solve(given, options);
      EXPECT_EQ(one.coef, three.coef);
      EXPECT_EQ(one.intercept, three.intercept);
      EXPECT_EQ(one.dual_coef, three.dual_coef);
      EXPECT_EQ(one.certificate.gap, three.certificate.gap);
    }
  }
}

/// Their slopes do not sum to 0, and rows share what is left.
TEST(ReducedNewton, ChordStepsBalanceAFreeIntercept) {
  for (const LossName name : {LossName::squared_hinge, LossName::logistic, LossName::huber, LossName::squared}) {
    SCOPED_TRACE(to_string(name));
    const RandomProblem random(40000, 30, Loss{.name = name}, 8);
    Problem given = random.problem(Storage::dense_float);
    given.C = 1e-4;
    given.weights = random.weights();
    ASSERT_EQ(given.intercept, Intercept::free);
    const Solution solution = solve(given, reduced_newton(1e-7));
    expect_certified(given, solution, 1e-7);
    EXPECT_LE(solution.passes, 6);
    EXPECT_LE(solution.iterations, solution.passes) << "a reduced problem was solved";
    EXPECT_GT(solution.iterations, 0);
  }
}

/// Where a sample's Hessian is not that of all rows: a loss that is all but a corner.
TEST(ReducedNewton, LeavesChordStepsThatDoNotGetOn) {
  Loss nearly_hinge{LossName::smoothed_hinge};
  nearly_hinge.gamma = 1e-7;
  const RandomProblem random(60000, 5, nearly_hinge, 3);
  Problem given = random.problem(Storage::dense_float);
  given.C = 0.01;
  given.intercept = Intercept::none;
  expect_certified(given, solve(given, reduced_newton(1e-8)), 1e-8);
}

/// Remembers which rows nobody gave back.
class Pager {
 public:
  explicit Pager(std::int64_t rows) : times_(static_cast<std::size_t>(rows)) {}
  ReleaseRows release() {
    return [this](std::int64_t first, std::int64_t end) {
      const std::lock_guard lock(mutex_);
      for (std::int64_t i = first; i < end; ++i) ++times_[static_cast<std::size_t>(i)];
    };
  }
  int fewest() const { return *std::min_element(times_.begin(), times_.end()); }

 private:
  std::mutex mutex_;
  std::vector<int> times_;
};

TEST(ReducedNewton, GivesRowsBackThatStayInTheirFile) {
  for (const LossName name : {LossName::hinge, LossName::logistic})
    for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
      const RandomProblem random(60000, 5, Loss{name}, 3);
      Problem given = random.problem(storage);
      given.C = 0.01;
      const Solution in_memory = solve(given, reduced_newton(1e-6));
      Pager pager(60000);
      given.release_rows = pager.release();
      SolverOptions options;
      options.tolerance = 1e-6;
      options.threads = 2;
      const Solution streamed = solve(given, options);
      EXPECT_EQ(streamed.solver, "reduced_newton");
      EXPECT_EQ(streamed.coef, in_memory.coef);
      EXPECT_EQ(streamed.certificate.gap, in_memory.certificate.gap);
      EXPECT_GE(pager.fewest(), 3);  // validation, and two passes
      options.solver = Solver::dual_cd;
      EXPECT_THROW(solve(given, options), InvalidParameter);
    }
}

TEST(ReducedNewton, ConstraintsHaveTheSameBitsForAnyNumberOfThreadsAndFromFiles) {
  const RandomProblem random_problem(60000, 5, {.name = LossName::hinge}, 3);
  Problem problem = random_problem.problem(Storage::dense_float);
  problem.C = 0.01;
  problem.penalty = {.l1 = 1, .l2 = 0};
  ConstraintSet set(5);
  set.order();
  problem.constraints = set.constraints();
  const Solution in_memory = support::expect_streamed_bits(problem);
  EXPECT_EQ(in_memory.solver, "reduced_newton");
  EXPECT_EQ(in_memory.status, Status::converged);
}

/// Where nothing is penalized the dual point balances however large a gap will do.
TEST(ReducedNewton, LooseTolerancesTakeNoMorePassesWithoutAPenalty) {
  const RandomProblem random(60000, 5, Loss{LossName::quantile}, 4);
  Problem given = random.problem(Storage::dense_float);
  given.penalty = {.l1 = 0, .l2 = 0};
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6}) {
    const Solution solution = solve(given, reduced_newton(tolerance));
    EXPECT_EQ(solution.status, Status::converged) << tolerance;
    EXPECT_LE(solution.passes, 5) << tolerance;
  }
}

struct BadValue {
  std::int64_t row;
  float value;
  std::string message;
};

/// What validation would say of values that it leaves to the solver.
/// The gap that is wanted then is a millionth of what it is elsewhere, of samples and bands too.
TEST(ReducedNewton, TakesFewPassesWhereNothingIsGainedOverAConstant) {
  constexpr std::int64_t rows = 25000;
  constexpr std::int32_t cols = 5;
  internal::Random random(1);
  std::vector<double> x(rows * cols);
  std::vector<double> y(rows);
  for (double& value : x) value = random.normal();
  for (double& target : y) target = random.normal();
  Problem given;
  given.x = DenseView<double>{x.data(), rows, cols, cols};
  given.y = y;
  given.loss = {.name = LossName::absolute};
  given.penalty = {.l1 = 1, .l2 = 0};
  for (const double C : {1e-8, 1e-5}) {
    SCOPED_TRACE(C);
    given.C = C;
    const Solution solution = solve(given, reduced_newton(1e-4));
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    EXPECT_LE(solution.passes, 5);
  }
}

/// Samples would look for what is left of the gap, of which nothing is allowed.
TEST(ReducedNewton, StaysAtAConstantThatCostsNothing) {
  const RandomProblem random(3000, 5, Loss{LossName::epsilon_insensitive}, 2);
  Problem given = random.problem(Storage::dense_double);
  std::vector<double> y(given.y.begin(), given.y.end());
  given.loss.epsilon = 0.51 * (std::ranges::max(y) - std::ranges::min(y));
  const std::vector<double> zeros(5);
  const Penalty none = {.l1 = 0, .l2 = 0};
  const Penalty lasso = {.l1 = 1, .l2 = 0};
  for (const Penalty& penalty : {Penalty(), lasso, none})
    for (const bool bounded : {false, true}) {
      given.penalty = penalty;
      given.bounds.lower = bounded ? std::span<const double>(zeros) : std::span<const double>();
      const Solution solution = solve(given, reduced_newton(1e-6));
      EXPECT_EQ(solution.status, Status::converged);
      EXPECT_EQ(solution.certificate.primal, 0);
      EXPECT_EQ(solution.passes, 2) << "the rows told apart, and a proof";
      EXPECT_EQ(solution.coef, zeros);
    }
}

TEST(ReducedNewton, FindsAnInterceptBesideNoColumns) {
  std::vector<double> y(2000, -1.0);
  y[7] = 1;
  Problem given;
  given.x = DenseView<double>{nullptr, 2000, 0, 0};
  given.y = y;
  given.intercept = Intercept::penalized;
  for (const LossName loss : {LossName::hinge, LossName::logistic, LossName::squared})
    for (const double l1 : {0.0, 1.0}) {
      given.loss = {.name = loss};
      given.penalty = {.l1 = l1, .l2 = 0};
      const Solution solution = solve(given, reduced_newton(1e-4));
      EXPECT_EQ(solution.status, Status::converged) << to_string(loss);
      EXPECT_LT(solution.intercept, -0.5);
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
      SolverOptions options = reduced_newton(1e-6);
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

/// Before a solver is chosen, which is who looks at values.
TEST(ReducedNewton, RefusesWhatElseIsInvalid) {
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

TEST(ReducedNewton, KeepsNoDualWhereNobodyAsks) {
  const RandomProblem random(1000, 5, Loss{LossName::hinge}, 3);
  SolverOptions options = reduced_newton(1e-6);
  const Problem given = random.problem(Storage::dense_float);
  const Solution with = solve(given, options);
  options.keep_dual = false;
  const Solution without = solve(given, options);
  EXPECT_TRUE(without.dual_coef.empty());
  EXPECT_EQ(with.coef, without.coef);
  EXPECT_EQ(with.certificate.gap, without.certificate.gap);
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
    EXPECT_EQ(support::message_of<InvalidParameter>([&] { solve(problem, reduced_newton(1e-6)); }),
              "solver: reduced_newton for 11001 features given, its Hessian allows at most 11000; dual_cd (with a "
              "ridge) and proximal_newton (with any penalty) have no such limit for rows in memory");
  }
}

TEST(ReducedNewton, RefusesFunctionsOfRowsOwn) {
  const RandomProblem random(100, 5, Loss{LossName::hinge}, 3);
  Problem problem = random.problem(Storage::dense_float);
  problem.loss = plq_loss(PlqArgument::prediction, {{{1}, {-1, 0}, {0, 0}}});
  const std::vector<double> numbers(100);
  problem.y = numbers;
  EXPECT_EQ(support::message_of<InvalidParameter>([&] { solve(problem, reduced_newton(1e-6)); }),
            "solver: reduced_newton given, cannot solve with this plq loss");
}

TEST(ReducedNewton, IsChosenForLossesOfOnesOwn) {
  const RandomProblem random(40000, 5, support::lopsided_plq(), 3);
  EXPECT_EQ(solve(random.problem(Storage::dense_float), {}).solver, "reduced_newton");
}

}  // namespace
}  // namespace hingeline
