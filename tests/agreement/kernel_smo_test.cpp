// SPDX-License-Identifier: BSD-3-Clause
//
// Machines with kernels held against slow formulas and against each other: every machine, kernel, selection, layout.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_solve.hpp"
#include "support/message_of.hpp"
#include "support/random_problem.hpp"
#include "support/slow_kernel.hpp"

namespace hingeline {
namespace {

using support::RandomProblem;
using support::Storage;

/// A problem with its targets.
struct Owned {
  RandomProblem classes{150, 6, Loss{LossName::hinge}, 3};
  RandomProblem numbers{150, 6, Loss{LossName::epsilon_insensitive}, 3};

  KernelProblem problem(Machine machine, Storage storage = Storage::csr_double) const {
    const Problem linear = (is_classification(machine) ? classes : numbers).problem(storage);
    KernelProblem problem;
    problem.x = linear.x;
    problem.y = linear.y;
    problem.machine = machine;
    problem.kernel.gamma = 0.3;
    problem.C = 2;
    problem.nu = 0.3;
    return problem;
  }
};

double sum(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

class EveryMachine : public ::testing::TestWithParam<Machine> {
 protected:
  Owned owned_;
};

TEST_P(EveryMachine, SelectionsAgree) {
  const KernelProblem problem = owned_.problem(GetParam());
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
      const KernelSolution solution = solve(owned_.problem(GetParam()), options);
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
  const double expected = solve(owned_.problem(GetParam()), options).certificate.primal;
  const auto expect_same = [&](Storage storage) {
    EXPECT_NEAR(solve(owned_.problem(GetParam(), storage), options).certificate.primal, expected,
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
  const KernelSolution one = solve(owned_.problem(GetParam()), options);
  options.threads = 3;
  const KernelSolution three = solve(owned_.problem(GetParam()), options);
  EXPECT_EQ(one.dual_coef, three.dual_coef);
  EXPECT_EQ(one.intercept, three.intercept);
}

TEST_P(EveryMachine, RowsOfWeightZeroAreNotThere) {
  KernelProblem problem = owned_.problem(GetParam(), Storage::dense_double);
  std::vector<double> weights(problem.y.size(), 1.0);
  for (std::size_t i = 100; i < weights.size(); ++i) weights[i] = 0;
  KernelOptions options;
  options.violation = 1e-7;
  problem.weights = weights;
  const KernelSolution masked = solve(problem, options);
  auto view = std::get<DenseView<double>>(problem.x);
  view.rows = 100;
  problem.x = view;
  problem.y = problem.y.first(100);
  problem.weights = {};
  const KernelSolution fewer = solve(problem, options);
  EXPECT_NEAR(masked.certificate.primal, fewer.certificate.primal, 1e-6 * std::abs(fewer.certificate.primal));
  for (std::size_t i = 100; i < weights.size(); ++i) EXPECT_EQ(masked.dual_coef[i], 0);
}

/// By every loop, and of any size: scaled with C, or as an answer that nobody says the C of.
TEST_P(EveryMachine, StartsWhereAnotherEnded) {
  KernelProblem problem = owned_.problem(GetParam());
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

INSTANTIATE_TEST_SUITE_P(KernelSmo, EveryMachine,
                         ::testing::Values(Machine::c_svc, Machine::nu_svc, Machine::one_class, Machine::epsilon_svr,
                                           Machine::nu_svr),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

/// The certificate, from the definitions alone.
TEST(KernelSmo, CertificateIsTheFormula) {
  const Owned owned;
  for (const Machine machine : {Machine::c_svc, Machine::epsilon_svr})
    for (const Kernel& kernel :
         {Kernel{KernelName::linear}, Kernel{KernelName::polynomial, 0.2, 2, 1}, Kernel{KernelName::rbf, 0.3}}) {
      SCOPED_TRACE(to_string(kernel.name));
      KernelProblem problem = owned.problem(machine);
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
        EXPECT_NEAR(sum(solution.dual_coef), 0, 1e-10);
        EXPECT_LE(primal - dual, 1.1e-4 * primal);
      }
    }
}

/// What nu promises: its share bounds margin errors and support vectors.
TEST(KernelSmo, NuIsAShareOfRows) {
  const Owned owned;
  KernelProblem problem = owned.problem(Machine::one_class);
  KernelOptions options;
  options.violation = 1e-6;
  const KernelSolution solution = solve(problem, options);
  EXPECT_NEAR(sum(solution.dual_coef), 0.3 * 150, 1e-9);
  const auto machine = support::slow_machine(problem, solution);
  EXPECT_LE(std::count_if(machine.predictions.begin(), machine.predictions.end(), [](auto z) { return z < -1e-5; }),
            45);

  problem = owned.problem(Machine::nu_svc);
  const KernelSolution classes = solve(problem, options);
  const auto margins = support::slow_machine(problem, classes);
  std::int64_t errors = 0;
  for (std::size_t i = 0; i < 150; ++i) errors += problem.y[i] * margins.predictions[i] < 1 - 1e-4 ? 1 : 0;
  EXPECT_LE(errors, 45);
  EXPECT_GE(std::count_if(classes.dual_coef.begin(), classes.dual_coef.end(), [](double s) { return s != 0; }), 45);
}

/// Where the hull of the rows holds the origin the optimum is 0, and no gap is small beside it.
TEST(KernelSmo, AnOptimumOfZeroIsFound) {
  const Owned owned;
  KernelProblem problem = owned.problem(Machine::one_class);
  problem.kernel.name = KernelName::linear;
  problem.nu = 0.7;
  const KernelSolution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_LT(std::abs(solution.certificate.primal), 1e-2);
  EXPECT_LE(solution.certificate.dual, 1e-9);
}

TEST(KernelSmo, PrecomputedIsTheKernel) {
  const Owned owned;
  KernelProblem problem = owned.problem(Machine::c_svc);
  KernelOptions options;
  options.violation = 1e-8;
  const KernelSolution expected = solve(problem, options);
  const std::vector<double> matrix = support::slow_kernel_matrix(problem);
  problem.x = DenseView<double>{matrix.data(), 150, 150, 150};
  problem.kernel.name = KernelName::precomputed;
  for (const Selection selection : {Selection::blocks, Selection::platt}) {
    options.selection = selection;
    const KernelSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal, 1e-7 * expected.certificate.primal);
  }
}

/// What the variables' sums alone make the dual point's size, C squared times the rows, says nothing of the gap.
TEST(KernelSmo, NuRegressionIsMeasuredByItsObjective) {
  const Owned owned;
  KernelProblem problem = owned.problem(Machine::nu_svr);
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

/// As hashing numbers them: nothing takes memory by the largest number.
TEST(KernelSmo, FarFetchedColumnsChangeNothing) {
  const Owned owned;
  for (const KernelName kernel : {KernelName::rbf, KernelName::linear}) {
    KernelProblem problem = owned.problem(Machine::c_svc);
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

TEST(KernelSmo, AMatrixThatIsNoKernelHasNoDualBound) {
  const Owned owned;
  KernelProblem problem = owned.problem(Machine::c_svc);
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

/// Targets of 1e-20 are counted in units of their own, and so is a start.
TEST(KernelSmo, StartsAreInUnitsOfTheProblem) {
  const Owned owned;
  KernelProblem problem = owned.problem(Machine::epsilon_svr);
  std::vector<double> y(problem.y.begin(), problem.y.end());
  for (double& value : y) value *= 1e-20;
  problem.y = y;
  problem.C *= 1e-20;
  problem.epsilon *= 1e-20;
  const KernelSolution first = solve(problem);
  ASSERT_EQ(first.status, Status::converged);
  const KernelSolution again = solve(problem, {}, first.dual_coef);
  EXPECT_EQ(again.status, Status::converged);
  EXPECT_LT(again.counters.inner_steps, first.counters.inner_steps / 5);
}

TEST(KernelSmo, StartsAreChecked) {
  const Owned owned;
  const KernelProblem problem = owned.problem(Machine::c_svc);
  EXPECT_THROW(solve(problem, {}, std::vector<double>(149, 0.0)), InvalidParameter);
  EXPECT_THROW(solve(problem, {}, std::vector<double>(150, NAN)), InvalidParameter);
}

TEST(KernelSmo, NamesAreChecked) {
  const Owned owned;
  const KernelProblem problem = owned.problem(Machine::c_svc);
  KernelOptions options;
  options.selection = static_cast<Selection>(9);
  EXPECT_THROW(solve(problem, options), InvalidParameter);
  KernelProblem bad = problem;
  bad.machine = static_cast<Machine>(9);
  EXPECT_THROW(solve(bad), InvalidParameter);
  bad = problem;
  bad.kernel.name = static_cast<KernelName>(9);
  EXPECT_THROW(solve(bad), InvalidParameter);
}

TEST(KernelSmo, IndefiniteKernelsHaveNoDualBound) {
  const Owned owned;
  KernelProblem problem = owned.problem(Machine::c_svc);
  problem.kernel = {KernelName::sigmoid, 0.5, 3, 0.3};
  for (const Selection selection : {Selection::blocks, Selection::second_order}) {
    KernelOptions options;
    options.selection = selection;
    const KernelSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_LE(solution.violation, 1e-3);
    EXPECT_TRUE(std::isnan(solution.certificate.dual));
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

TEST(KernelSmo, OneClassOnlyPredictsIt) {
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
    EXPECT_EQ(sum(solution.dual_coef), 0);
    EXPECT_GE(solution.intercept, 1);
    EXPECT_EQ(solution.certificate.primal, 0);
  }
}

TEST(KernelSmo, InfeasibleNuIsRefused) {
  const std::vector<double> x = {1, 2, 3, 4};
  const std::vector<double> y = {1, -1, -1, -1};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 4, 1, 1};
  problem.y = y;
  problem.machine = Machine::nu_svc;
  problem.nu = 0.5;  // the edge: 2 x 1 / 4
  EXPECT_EQ(solve(problem).status, Status::converged);
  problem.nu = 0.51;
  EXPECT_THROW(solve(problem), InvalidParameter);
  problem.nu = 0;
  EXPECT_THROW(solve(problem), InvalidParameter);
}

TEST(KernelSmo, ScalesFloatCannotHold) {
  const Owned owned;
  KernelProblem problem = owned.problem(Machine::c_svc, Storage::dense_double);
  const auto& view = std::get<DenseView<double>>(problem.x);
  std::vector<double> far(view.values, view.values + 150 * 6);
  for (double& value : far) value = 1e4 * value + 3e8;
  problem.x = DenseView<double>{far.data(), 150, 6, 6};
  problem.kernel.gamma = 0.3e-8;
  KernelOptions options;
  options.solver.tolerance = 1e-8;
  const KernelSolution blocks = solve(problem, options);
  options.selection = Selection::second_order;
  EXPECT_EQ(blocks.status, Status::converged);
  EXPECT_NEAR(blocks.certificate.primal, solve(owned.problem(Machine::c_svc), options).certificate.primal,
              1e-5 * blocks.certificate.primal);
}

/// A column far from 0: what kernel values have in common leaves a float's pairs no digits.
/// In powers of two no digit changes. Sums of 1e-20 in float once made a dual above the optimum.
TEST(KernelSmo, TargetsMayBeInAnyUnits) {
  const Owned owned;
  for (const Machine machine : {Machine::epsilon_svr, Machine::nu_svr})
    for (const Selection selection : {Selection::blocks, Selection::second_order})
      for (const int exponent : {-300, -66, -40, 60, 120, 300}) {
        SCOPED_TRACE(fmt::format("{}, {}, 2^{}", to_string(machine), to_string(selection), exponent));
        KernelProblem problem = owned.problem(machine);
        KernelOptions options;
        options.selection = selection;
        double last_primal = 0;
        options.solver.callback = [&](const Progress& progress) {
          last_primal = progress.primal;
          return true;
        };
        const KernelSolution expected = solve(problem, options);
        const double expected_primal = last_primal;
        std::vector<double> y;
        for (const double target : problem.y) y.push_back(std::ldexp(target, exponent));
        problem.y = y;
        problem.C = std::ldexp(problem.C, exponent);
        problem.epsilon = std::ldexp(problem.epsilon, exponent);
        const KernelSolution solution = solve(problem, options);
        EXPECT_EQ(solution.status, Status::converged);
        EXPECT_EQ(solution.certificate.primal, std::ldexp(expected.certificate.primal, 2 * exponent));
        EXPECT_EQ(solution.certificate.dual, std::ldexp(expected.certificate.dual, 2 * exponent));
        EXPECT_EQ(solution.certificate.relative_gap, expected.certificate.relative_gap);
        EXPECT_EQ(solution.violation, std::ldexp(expected.violation, exponent));
        EXPECT_EQ(solution.intercept, std::ldexp(expected.intercept, exponent));
        EXPECT_EQ(solution.half_width, std::ldexp(expected.half_width, exponent));
        EXPECT_EQ(last_primal, std::ldexp(expected_primal, 2 * exponent));
        for (std::size_t i = 0; i < y.size(); ++i)
          EXPECT_EQ(solution.dual_coef[i], std::ldexp(expected.dual_coef[i], exponent));
      }
}

TEST(KernelSmo, PairsInDoubleTakeOverWhereFloatsAreStuck) {
  const std::vector<double> x = {1000.1, 1000.2, 1000.3};
  const std::vector<double> y = {-13.64, -7.99, 8.09};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 3, 1, 1};
  problem.y = y;
  problem.machine = Machine::epsilon_svr;
  problem.kernel.name = KernelName::linear;
  problem.C = 1000;
  const KernelSolution solution = solve(problem, {});
  EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
  EXPECT_LT(solution.passes, 1000);
}

/// Balanced classes of rows far from each other: K is the identity, s = y and P = n / 2.
TEST(KernelSmo, KernelValuesOfFarRowsAreThoseOfTheFormula) {
  constexpr std::int64_t n = 40;
  constexpr std::int32_t features = 30;
  internal::Random random(3);
  std::vector<double> values(static_cast<std::size_t>(n * features));
  std::generate(values.begin(), values.end(), [&] { return 1e6 * random.normal(); });
  std::vector<double> y(n);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = i % 2 == 0 ? 1 : -1;
  KernelProblem problem;
  problem.x = DenseView<double>{values.data(), n, features, features};
  problem.y = y;
  for (const double gamma : {1e-3, 1e3, 1e9, 1e290})
    for (const Selection selection : {Selection::blocks, Selection::second_order}) {
      SCOPED_TRACE(fmt::format("gamma {}, selection {}", gamma, to_string(selection)));
      problem.kernel.gamma = gamma;
      KernelOptions options;
      options.selection = selection;
      const KernelSolution solution = solve(problem, options);
      ASSERT_EQ(solution.status, Status::converged) << solution.reason;
      EXPECT_GE(solution.certificate.primal, n / 2.0 * (1 - 1e-12));
      EXPECT_LE(solution.certificate.dual, n / 2.0 * (1 + 1e-12));
    }
}

TEST(KernelSmo, KernelsBeyondDoubleAreRefused) {
  const std::vector<double> values = {1, 1e6, 1e6};
  const std::vector<double> y = {1, 1, -1};
  KernelProblem problem;
  problem.x = DenseView<double>{values.data(), 3, 1, 1};
  problem.y = y;
  for (const Selection selection : {Selection::blocks, Selection::second_order, Selection::first_order}) {
    KernelOptions options;
    options.selection = selection;
    for (const Machine machine : {Machine::c_svc, Machine::nu_svc, Machine::one_class}) {
      problem.machine = machine;
      problem.kernel = {KernelName::polynomial, 1e9, 20, 0};
      EXPECT_EQ(
          support::message_of<DataError>([&] { solve(problem, options); }),
          "x: row 1 (from 0): its polynomial kernel with itself is beyond double: smaller values are needed, or a "
          "smaller gamma, coef0 or degree");
      problem.kernel = {KernelName::rbf, 1e300, 3, 0};
      EXPECT_THROW(solve(problem, options), DataError);
    }
  }
}

/// Values that a float cannot hold.
TEST(KernelSmo, KernelsBeyondFloatAreNot) {
  const std::vector<float> values = {1, 2, -1, -3};
  const std::vector<double> y = {1, 1, -1, -1};
  KernelProblem problem;
  problem.x = DenseView<float>{values.data(), 4, 1, 1};
  problem.y = y;
  problem.kernel = {KernelName::polynomial, 1e45, 1, 0};
  const KernelSolution solution = solve(problem);
  ASSERT_EQ(solution.status, Status::converged) << solution.reason;
  EXPECT_LE(solution.certificate.primal, 1e-44);
}

TEST(KernelSmo, ProgressSaysWhatTheGapIs) {
  const RandomProblem random(300, 4, Loss{LossName::hinge}, 5);
  const Problem rows = random.problem(Storage::dense_double);
  KernelProblem problem;
  problem.x = rows.x;
  problem.y = rows.y;
  problem.C = 100;
  for (const Selection selection : {Selection::blocks, Selection::second_order}) {
    KernelOptions options;
    options.selection = selection;
    double least = HUGE_VAL;
    options.solver.callback = [&](const Progress& now) {
      EXPECT_FALSE(now.certified);
      EXPECT_GE(now.primal, now.dual - 1e-6 * std::abs(now.primal));
      least = std::min(least, now.relative_gap);
      return true;
    };
    const KernelSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_LT(least, 0.1) << to_string(selection);
  }
}

/// Neither the products to begin with nor those of rows set aside are waited for.
TEST(KernelSmo, PairsAreInterruptedInTheirProducts) {
  const Owned owned;
  const std::atomic<bool> interrupt = true;
  KernelOptions options;
  options.selection = Selection::second_order;
  options.solver.interrupt = &interrupt;
  const KernelProblem problem = owned.problem(Machine::nu_svc);
  const KernelSolution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::interrupted);
  const auto chosen = std::ranges::count_if(solution.dual_coef, [](double s) { return s != 0; });
  EXPECT_LT(solution.counters.kernel_evaluations, 2 * 150 * chosen) << "those of the proof";
}

/// Of 10,000 rows, which take longer than a proof may go on past a limit.
TEST(KernelSmo, BlocksWaitForNoProducts) {
  const RandomProblem random(10000, 100, Loss{LossName::hinge}, 3);
  const Problem linear = random.problem(Storage::dense_float);
  KernelProblem problem;
  problem.x = linear.x;
  problem.y = linear.y;
  problem.machine = Machine::one_class;
  KernelOptions options;
  options.solver.max_seconds = 1e-3;
  const KernelSolution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::max_seconds);
  EXPECT_EQ(solution.counters.kernel_evaluations, 0);
  EXPECT_EQ(sum(solution.dual_coef), 5000);
  EXPECT_EQ(solution.certificate.dual, -HUGE_VAL);
  EXPECT_EQ(solution.certificate.relative_gap, HUGE_VAL);
  EXPECT_NE(solution.reason.find("before anything was proven"), std::string::npos) << solution.reason;
}

TEST(KernelSmo, BoundsHoldWhereverItIsStopped) {
  const RandomProblem random(500, 20, Loss{LossName::hinge}, 3);
  const Problem linear = random.problem(Storage::dense_float);
  KernelProblem problem;
  problem.x = linear.x;
  problem.y = linear.y;
  problem.kernel.gamma = 0.1;
  problem.C = 10;
  const double best = solve(problem).certificate.primal;
  for (double seconds = 2.5e-5; seconds < 0.5; seconds *= 4) {
    KernelOptions options;
    options.solver.max_seconds = seconds;
    const KernelSolution stopped = solve(problem, options);
    const auto primal = static_cast<double>(support::slow_kernel_primal(problem, stopped));
    EXPECT_GE(stopped.certificate.primal, (1 - 1e-9) * primal) << seconds;
    EXPECT_LE(stopped.certificate.dual, best) << seconds;
  }
}

TEST(KernelSmo, LimitsAreKept) {
  const Owned owned;
  const KernelProblem problem = owned.problem(Machine::c_svc);
  for (const Selection selection : {Selection::blocks, Selection::cyclic}) {
    KernelOptions options;
    options.selection = selection;
    options.violation = 1e-10;
    options.solver.max_passes = 1;
    EXPECT_EQ(solve(problem, options).status, Status::max_passes);
    options.solver.callback = [](const Progress&) { return false; };
    const KernelSolution stopped = solve(problem, options);
    EXPECT_EQ(stopped.status, Status::interrupted);
    EXPECT_NEAR(stopped.certificate.primal, static_cast<double>(support::slow_kernel_primal(problem, stopped)),
                1e-9 * stopped.certificate.primal);
  }
}

}  // namespace
}  // namespace hingeline
