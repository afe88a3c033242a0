// SPDX-License-Identifier: BSD-3-Clause
//
// Machines with kernels held against slow formulas and against each other: every machine, kernel, selection, layout.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "core/sum.hpp"
#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_solve.hpp"
#include "support/kernel_machines.hpp"
#include "support/slow_kernel.hpp"

namespace hingeline {
namespace {

using support::KernelMachines;
using support::Storage;

class EveryMachine : public ::testing::TestWithParam<Machine> {
 protected:
  KernelMachines random_;
};

TEST_P(EveryMachine, SelectionsAgree) {
  const KernelProblem problem = random_.problem(GetParam());
  KernelOptions options;
  options.violation = 1e-6;
  const KernelSolution blocks = solve(problem, options);
  ASSERT_EQ(blocks.status, Status::converged) << blocks.reason;
  EXPECT_LE(blocks.violation, 1e-6);
  EXPECT_GT(blocks.counters.inner_steps, 0);
  const auto expected = support::slow_machine(problem, blocks).predictions;
  for (const Selection selection :
       {Selection::second_order, Selection::first_order, Selection::platt, Selection::cyclic}) {
    SCOPED_TRACE(to_string(selection));
    options.selection = selection;
    const KernelSolution other = solve(problem, options);
    ASSERT_EQ(other.status, Status::converged);
    EXPECT_NEAR(other.certificate.primal, blocks.certificate.primal, 1e-5 * std::abs(blocks.certificate.primal));
    EXPECT_NEAR(other.intercept, blocks.intercept, 1e-3);
    // s is not unique where rows are equal, predictions are
    const auto predictions = support::slow_machine(problem, other).predictions;
    for (std::size_t i = 0; i < predictions.size(); ++i)
      EXPECT_NEAR(static_cast<double>(predictions[i]), static_cast<double>(expected[i]), 1e-3);
  }
}

TEST_P(EveryMachine, StopsOnTheGap) {
  KernelOptions options;
  for (const Selection selection : {Selection::blocks, Selection::second_order}) {
    options.selection = selection;
    for (const double tolerance : {1e-2, 1e-8}) {
      options.solver.tolerance = tolerance;
      const KernelSolution solution = solve(random_.problem(GetParam()), options);
      EXPECT_EQ(solution.status, Status::converged);
      EXPECT_LE(solution.certificate.relative_gap, tolerance);
      EXPECT_GE(solution.certificate.gap, 0);
    }
  }
}

TEST_P(EveryMachine, LayoutsShrinkingAndCachesAgree) {
  KernelOptions options;
  options.violation = 1e-7;
  options.selection = Selection::second_order;
  const double expected = solve(random_.problem(GetParam()), options).certificate.primal;
  const auto expect_same = [&](Storage storage) {
    EXPECT_NEAR(solve(random_.problem(GetParam(), storage), options).certificate.primal, expected,
                1e-6 * std::abs(expected));
  };
  expect_same(Storage::dense_float);
  options.solver.shrinking = false;
  expect_same(Storage::dense_double);
  options.cache_megabytes = 0.001;
  expect_same(Storage::csr_float);
  options.selection = Selection::blocks;
  expect_same(Storage::dense_float);
  expect_same(Storage::csr_float);
}

TEST_P(EveryMachine, ThreadsChangeNothing) {
  KernelOptions options;
  const KernelSolution one = solve(random_.problem(GetParam()), options);
  options.threads = 3;
  const KernelSolution three = solve(random_.problem(GetParam()), options);
  EXPECT_EQ(one.dual_coef, three.dual_coef);
  EXPECT_EQ(one.intercept, three.intercept);
}

/// To the last digit where they are many, and left out from the start.
TEST_P(EveryMachine, RowsOfWeightZeroAreAbsent) {
  for (const std::size_t every : {std::size_t{3}, std::size_t{60}}) {
    KernelProblem problem = random_.problem(GetParam(), Storage::csr_float);
    std::vector<double> weights(problem.y.size(), 1.0);
    std::vector<std::int64_t> present;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (i % every == 1)
        weights[i] = 0;
      else
        present.push_back(static_cast<std::int64_t>(i));
    }
    KernelOptions options;
    options.violation = 1e-7;
    problem.weights = weights;
    const KernelSolution masked = solve(problem, options);
    const KernelSolution again = solve(problem, options, masked.dual_coef);
    const Dataset rows = internal::select_rows(problem.x, present);
    const std::vector<double> y = internal::select_rows(problem.y, present);
    problem.x = rows.x;
    problem.y = y;
    problem.weights = {};
    const KernelSolution fewer = solve(problem, options);
    EXPECT_NEAR(masked.certificate.primal, fewer.certificate.primal, 1e-6 * std::abs(fewer.certificate.primal));
    EXPECT_NEAR(again.certificate.primal, fewer.certificate.primal, 1e-6 * std::abs(fewer.certificate.primal));
    EXPECT_LE(again.passes, 2);
    for (std::size_t i = 1; i < weights.size(); i += every) EXPECT_EQ(masked.dual_coef[i], 0);
    if (every == 3) {
      EXPECT_EQ(internal::select_rows(masked.dual_coef, present), fewer.dual_coef);
    }
  }
}

/// By every loop, and of any size: scaled with C, or as an answer that nobody says the C of.
TEST_P(EveryMachine, StartsWhereAnotherEnded) {
  KernelProblem problem = random_.problem(GetParam());
  KernelOptions options;
  options.solver.tolerance = 1e-6;
  const KernelSolution first = solve(problem, options);
  ASSERT_EQ(first.status, Status::converged);
  for (const Selection selection : {Selection::blocks, Selection::second_order}) {
    SCOPED_TRACE(to_string(selection));
    options.selection = selection;
    problem.C = 2;
    const KernelSolution again = solve(problem, options, first.dual_coef);
    EXPECT_EQ(again.status, Status::converged);
    EXPECT_LE(again.certificate.relative_gap, 1e-6);
    EXPECT_LT(again.counters.inner_steps, std::max<std::int64_t>(20, first.counters.inner_steps / 2));
    problem.C = 3;
    const KernelSolution cold = solve(problem, options);
    const KernelSolution warm = solve(problem, options, first.dual_coef);
    EXPECT_EQ(warm.status, Status::converged);
    EXPECT_NEAR(warm.certificate.primal, cold.certificate.primal, 2e-6 * std::abs(cold.certificate.primal));
    internal::Random random(3);
    std::vector<double> anything(150);
    for (double& s : anything) s = 100 * random.normal();
    const KernelSolution far = solve(problem, options, anything);
    EXPECT_EQ(far.status, Status::converged);
    EXPECT_NEAR(far.certificate.primal, cold.certificate.primal, 2e-6 * std::abs(cold.certificate.primal));
  }
}

/// As floats or doubles, or sparse with every entry.
struct Layouts {
  explicit Layouts(std::vector<double> matrix, std::int32_t n)
      : doubles(std::move(matrix)), floats(doubles.begin(), doubles.end()) {
    for (std::int32_t i = 0; i <= n; ++i) offsets.push_back(std::int64_t{i} * n);
    for (std::size_t k = 0; k < doubles.size(); ++k) columns.push_back(static_cast<std::int32_t>(k) % n);
    views = {DenseView<double>{doubles.data(), n, n, n}, DenseView<float>{floats.data(), n, n, n},
             CsrView<double>{offsets.data(), columns.data(), doubles.data(), n, n}};
  }
  Layouts(const Layouts&) = delete;
  Layouts& operator=(const Layouts&) = delete;

  std::vector<double> doubles;
  std::vector<float> floats;
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> columns;
  std::vector<MatrixView> views;
};

TEST_P(EveryMachine, PrecomputedIsTheKernel) {
  KernelProblem problem = random_.problem(GetParam());
  const Layouts layouts(support::slow_kernel_matrix(problem), static_cast<std::int32_t>(rows(problem.x)));
  KernelOptions options;
  options.solver.tolerance = 1e-8;
  const KernelSolution expected = solve(problem, options);
  problem.kernel.name = KernelName::precomputed;
  for (const MatrixView& view : layouts.views) {
    problem.x = view;
    for (const Selection selection : {Selection::blocks, Selection::platt}) {
      SCOPED_TRACE(to_string(selection));
      options.selection = selection;
      const KernelSolution solution = solve(problem, options);
      EXPECT_EQ(solution.status, Status::converged) << solution.reason;
      EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal,
                  1e-6 * std::abs(expected.certificate.primal));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(KernelSmo, EveryMachine,
                         ::testing::Values(Machine::c_svc, Machine::nu_svc, Machine::one_class, Machine::epsilon_svr,
                                           Machine::nu_svr),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

/// The certificate, from the definitions alone.
TEST(KernelSmo, CertificateIsTheFormula) {
  const KernelMachines random;
  for (const Machine machine : {Machine::c_svc, Machine::epsilon_svr})
    for (const Kernel& kernel :
         {Kernel{KernelName::linear}, Kernel{KernelName::polynomial, 0.2, 2, 1}, Kernel{KernelName::rbf, 0.3}}) {
      SCOPED_TRACE(to_string(kernel.name));
      KernelProblem problem = random.problem(machine);
      problem.kernel = kernel;
      for (const Selection selection : {Selection::blocks, Selection::second_order}) {
        KernelOptions options;
        options.selection = selection;
        const KernelSolution solution = solve(problem, options);
        ASSERT_EQ(solution.status, Status::converged);
        const auto primal = static_cast<double>(support::slow_kernel_primal(problem, solution));
        const auto dual = static_cast<double>(support::slow_kernel_dual(problem, solution));
        EXPECT_NEAR(solution.certificate.primal, primal, 1e-10 * primal);
        EXPECT_NEAR(solution.certificate.dual, dual, 1e-10 * primal);
        EXPECT_NEAR(solution.dual_objective, -dual, 1e-10 * primal);
        EXPECT_NEAR(internal::sum(solution.dual_coef), 0, 1e-10);
        EXPECT_LE(primal - dual, 1.1e-4 * primal);
      }
    }
}

/// What nu promises: its share bounds margin errors and support vectors.
TEST(KernelSmo, NuIsAShareOfRows) {
  const KernelMachines random;
  KernelProblem problem = random.problem(Machine::one_class);
  KernelOptions options;
  options.violation = 1e-6;
  const KernelSolution solution = solve(problem, options);
  EXPECT_NEAR(internal::sum(solution.dual_coef), 0.3 * 150, 1e-9);
  const auto machine = support::slow_machine(problem, solution);
  EXPECT_LE(std::count_if(machine.predictions.begin(), machine.predictions.end(), [](auto z) { return z < -1e-5; }),
            45);

  problem = random.problem(Machine::nu_svc);
  const KernelSolution classes = solve(problem, options);
  const auto margins = support::slow_machine(problem, classes);
  std::int64_t errors = 0;
  for (std::size_t i = 0; i < 150; ++i) errors += problem.y[i] * margins.predictions[i] < 1 - 1e-4 ? 1 : 0;
  EXPECT_LE(errors, 45);
  EXPECT_GE(std::count_if(classes.dual_coef.begin(), classes.dual_coef.end(), [](double s) { return s != 0; }), 45);
}

/// Where the hull of the rows holds the origin the optimum is 0, and no gap is small beside it.
TEST(KernelSmo, AnOptimumOfZeroIsFound) {
  const KernelMachines random;
  KernelProblem problem = random.problem(Machine::one_class);
  problem.kernel.name = KernelName::linear;
  problem.nu = 0.7;
  const KernelSolution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_LT(std::abs(solution.certificate.primal), 1e-2);
  EXPECT_LE(solution.certificate.dual, 1e-9);
}

/// What the variables' sums alone make the dual point's size, C squared times the rows, says nothing of the gap.
TEST(KernelSmo, NuRegressionIsMeasuredByItsObjective) {
  const KernelMachines random;
  KernelProblem problem = random.problem(Machine::nu_svr);
  for (const double C : {10.0, 1e3}) {
    problem.C = C;
    const KernelSolution solution = solve(problem);
    ASSERT_EQ(solution.status, Status::converged) << C;
    const Certificate& proof = solution.certificate;
    EXPECT_LE(proof.gap, 1e-4 * proof.primal) << C;
    KernelOptions options;
    options.solver.tolerance = 1e-6;
    const KernelSolution best = solve(problem, options);
    EXPECT_NEAR(proof.primal, best.certificate.primal, 2e-4 * proof.primal) << C;
  }
}

/// Targets without noise: nearly all that both variables of a row have cancels.
TEST(KernelSmo, NuRegressionIsProvenWhereCostsAreFarAboveTheOptimum) {
  internal::Random random(5);
  std::vector<double> x(320);
  std::vector<double> y(80);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = 0; j < 4; ++j) y[i] += x[4 * i + j] = random.normal();
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 80, 4, 4};
  problem.y = y;
  problem.machine = Machine::nu_svr;
  problem.kernel.name = KernelName::linear;
  KernelOptions options;
  options.solver.max_passes = 2000;
  for (const double C : {1.0, 1e3, 1e6, 1e8}) {
    problem.C = C;
    const KernelSolution solution = solve(problem, options);
    EXPECT_TRUE(solution.status == Status::converged || C > 1e3) << C;
    if (solution.status == Status::converged) {
      EXPECT_NEAR(solution.certificate.primal, 2, 1e-3) << C;
    }
  }
}

/// As hashing numbers them: nothing takes memory by the largest number.
TEST(KernelSmo, EnormousColumnNumbersChangeNothing) {
  const KernelMachines random;
  for (const KernelName kernel : {KernelName::rbf, KernelName::linear}) {
    KernelProblem problem = random.problem(Machine::c_svc);
    problem.kernel.name = kernel;
    const KernelSolution expected = solve(problem);
    auto x = std::get<CsrView<double>>(problem.x);
    std::vector<std::int32_t> columns(x.columns, x.columns + x.offsets[x.rows]);
    for (std::int32_t& column : columns) column = 300'000'000 * column + 17;
    x.columns = columns.data();
    x.cols = std::numeric_limits<std::int32_t>::max();
    problem.x = x;
    const KernelSolution solution = solve(problem);
    EXPECT_EQ(solution.dual_coef, expected.dual_coef);
    EXPECT_EQ(solution.certificate.primal, expected.certificate.primal);
  }
}

TEST(KernelSmo, AnIndefinitePrecomputedMatrixHasNoDualBound) {
  const KernelMachines random;
  KernelProblem problem = random.problem(Machine::c_svc);
  std::vector<double> matrix = support::slow_kernel_matrix(problem);
  problem.x = DenseView<double>{matrix.data(), 150, 150, 150};
  problem.kernel.name = KernelName::precomputed;
  matrix[7] += 1;
  EXPECT_THROW(solve(problem), DataError) << "not symmetric";
  matrix[7] -= 1;
  for (double& number : matrix) number = -number;
  const KernelSolution solution = solve(problem);
  EXPECT_TRUE(std::isnan(solution.certificate.dual));
  EXPECT_TRUE(std::isnan(solution.certificate.relative_gap));
}

TEST(KernelSmo, IndefiniteKernelsHaveNoDualBound) {
  const KernelMachines random;
  KernelProblem problem = random.problem(Machine::c_svc);
  problem.kernel = {KernelName::sigmoid, 0.5, 3, 0.3};
  for (const Selection selection : {Selection::blocks, Selection::second_order}) {
    KernelOptions options;
    options.selection = selection;
    const KernelSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_LE(solution.violation, 1e-3);
    EXPECT_TRUE(std::isnan(solution.certificate.dual));
    const auto objective = static_cast<double>(-support::slow_kernel_dual(problem, solution));
    EXPECT_NEAR(solution.dual_objective, objective, 1e-10 * std::abs(objective));
    EXPECT_NE(solution.reason.find("indefinite"), std::string::npos);
  }
}

TEST(KernelSmo, DuplicatesAndTinyProblems) {
  const std::vector<double> x = {1, 1, 1, 1, -1, -1};
  const std::vector<double> y = {1, 1, -1, 1, -1, -1};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 6, 1, 1};
  problem.y = y;
  KernelOptions options;
  options.solver.tolerance = 1e-9;
  for (const Selection selection : {Selection::blocks, Selection::second_order, Selection::platt}) {
    options.selection = selection;
    const KernelSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    const auto primal = static_cast<double>(support::slow_kernel_primal(problem, solution));
    EXPECT_NEAR(solution.certificate.primal, primal, 1e-12);
    EXPECT_NEAR(static_cast<double>(support::slow_kernel_dual(problem, solution)), primal, 1e-8);
  }
  problem.x = DenseView<double>{x.data() + 3, 2, 1, 1};
  problem.y = std::span(y).subspan(3, 2);
  problem.C = 100;
  const KernelSolution two = solve(problem, options);
  const double s = 1 / (1 - std::exp(-4.0));  // both margins are 1
  EXPECT_NEAR(two.dual_coef[0], s, 1e-8);
  EXPECT_NEAR(two.intercept, 0, 1e-8);
}

TEST(KernelSmo, DataOfOneClassPredictThatClass) {
  const std::vector<double> x = {1, 2, 3};
  const std::vector<double> y = {1, 1, 1};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 3, 1, 1};
  problem.y = y;
  for (const Selection selection : {Selection::blocks, Selection::second_order}) {
    KernelOptions options;
    options.selection = selection;
    const KernelSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_EQ(internal::sum(solution.dual_coef), 0);
    EXPECT_GE(solution.intercept, 1);
    EXPECT_EQ(solution.certificate.primal, 0);
  }
}

}  // namespace
}  // namespace hingeline
