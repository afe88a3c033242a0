// SPDX-License-Identifier: BSD-3-Clause
//
// Solves along a path of C, whose bands are as wide as the last movements tell, held against slow formulas and solves
// by themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "data/lazy_columns.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/solve/shared_rows.hpp"
#include "solvers/solve/solve_valid.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

class NearStartOf : public ::testing::TestWithParam<std::tuple<Loss, Intercept>> {
 protected:
  void expect_proven(const Problem& problem, const Solution& solution, double tolerance) {
    ASSERT_EQ(solution.status, Status::converged) << solution.solver << " " << solution.certificate.relative_gap;
    const auto primal = static_cast<double>(support::slow_primal(problem, solution.coef, solution.intercept));
    const auto dual = static_cast<double>(support::slow_dual(problem, solution.dual_coef));
    EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
    EXPECT_NEAR(solution.certificate.dual, dual, 1e-9 * primal);
    EXPECT_LE(primal - dual, 1.001 * tolerance * primal);
  }

  /// Each solve begins at the last one's w and b. Returns how many went by bands.
  int follow(Problem problem, const std::vector<double>& costs, double tolerance) {
    SolverOptions options;
    options.tolerance = tolerance;
    LazyColumns columns(problem.x);
    GeometryMemo geometry;
    SolveMemo memo;
    const SharedRows shared{columns, geometry, &memo};
    Solution last;
    int by_bands = 0;
    for (const double cost : costs) {
      problem.C = cost;
      const WarmStart start{{}, last.coef, last.intercept};
      const Solution solution = solve_valid(problem, options, start, &shared);
      expect_proven(problem, solution, tolerance);
      const Solution alone = solve_valid(problem, options, {}, nullptr);
      EXPECT_NEAR(solution.certificate.primal, alone.certificate.primal,
                  2 * tolerance * std::abs(alone.certificate.primal));
      by_bands += solution.solver == "reduced_newton" ? 1 : 0;
      last = solution;
    }
    return by_bands;
  }
};

TEST_P(NearStartOf, APathIsProvenByBands) {
  const auto& [loss, intercept] = GetParam();
  const RandomProblem random_problem(3000, 5, loss, 7, 0.8);
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    Problem problem = random_problem.problem(storage);
    problem.intercept = intercept;
    problem.weights = random_problem.weights();
    EXPECT_GE(follow(problem, {0.1, 0.102, 0.104, 0.106, 0.11, 0.115, 0.12, 0.125, 0.13, 0.2}, 1e-6), 5);
  }
}

/// The same C again, and steps far longer than were foreseen.
TEST_P(NearStartOf, MovementsMayBeZeroOrLong) {
  const auto& [loss, intercept] = GetParam();
  const RandomProblem random_problem(2000, 3, loss, 5, 1.0);
  Problem problem = random_problem.problem(Storage::dense_double);
  problem.intercept = intercept;
  follow(problem, {0.01, 0.01, 0.01, 0.010001, 0.0100011, 10, 10, 1e-5, 1e-5, 1e3}, 1e-7);
}

/// Sets a flag so long after it was first told to.
class Later {
 public:
  explicit Later(std::chrono::microseconds wait)
      : thread_([this, wait] {
          while (!told_) std::this_thread::yield();
          std::this_thread::sleep_for(wait);
          flag_ = true;
        }) {}
  ~Later() {
    tell();
    thread_.join();
  }

  void tell() { told_ = true; }
  const std::atomic<bool>* flag() const { return &flag_; }

 private:
  std::atomic<bool> told_ = false;
  std::atomic<bool> flag_ = false;
  std::thread thread_;
};

/// A start that is not near, and an interruption anywhere on the way from there.
TEST(NearStart, MayBeStoppedAfterItLedNowhere) {
  const RandomProblem random_problem(30000, 3, {.name = LossName::hinge}, 5, 1.0);
  const Problem problem = random_problem.problem(Storage::dense_double);
  const auto& x = std::get<DenseView<double>>(problem.x);
  const std::vector<double> coef(3, 100);
  for (int wait = 0; wait < 2000; wait += 50) {
    Later later{std::chrono::microseconds(wait)};
    std::optional<Moments> moments;
    SolverOptions options;
    options.tolerance = 1e-9;
    options.interrupt = later.flag();
    options.callback = [&later](const Progress&) {
      later.tell();
      return true;
    };
    const Solution solution =
        reduced_newton(x, problem, options, {{}, coef, 0}, NearStart{baseline(problem), 3, moments, false});
    std::vector<double> w(3);
    double dual = 0;
    for (std::int64_t i = 0; i < x.rows; ++i) {
      const auto row = static_cast<std::size_t>(i);
      const double s = solution.dual_coef[row];
      dual += s * problem.y[row];
      for (std::size_t j = 0; j < w.size(); ++j) w[j] += s * x.values[i * x.stride + static_cast<std::int64_t>(j)];
    }
    dual -= 0.5 * std::inner_product(w.begin(), w.end(), w.begin(), 0.0);
    EXPECT_NEAR(solution.certificate.dual, std::max(dual, 0.0), 1e-9 * solution.certificate.primal) << wait;
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, NearStartOf,
                         ::testing::Combine(::testing::Values(Loss{.name = LossName::hinge},
                                                              Loss{.name = LossName::absolute},
                                                              Loss{.name = LossName::quantile, .tau = 0.9},
                                                              Loss{.name = LossName::epsilon_insensitive}),
                                            ::testing::Values(Intercept::free, Intercept::penalized, Intercept::none)),
                         support::loss_and_intercept);

}  // namespace
}  // namespace hingeline::internal
