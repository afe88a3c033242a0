// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced Newton by several threads, and on rows that stay in their file: the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include "hingeline/constraint_set.hpp"
#include "hingeline/error.hpp"
#include "hingeline/solve.hpp"
#include "support/expect_streamed_bits.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::options_of;
using support::RandomProblem;
using support::Storage;

TEST(ReducedNewton, ThreadsChangeNoBit) {
  for (const LossName name : {LossName::hinge, LossName::squared_hinge, LossName::logistic}) {
    const RandomProblem random(60000, 5, Loss{name}, 3);
    Problem given = random.problem(Storage::dense_float);
    given.C = 0.01;
    for (const Intercept intercept : {Intercept::free, Intercept::none}) {
      given.intercept = intercept;
      SolverOptions options = options_of(Solver::reduced_newton, 1e-6);
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

/// Counts how often each row was released.
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

TEST(ReducedNewton, ReleasesRowsThatStayInTheirFile) {
  for (const LossName name : {LossName::hinge, LossName::logistic})
    for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
      const RandomProblem random(60000, 5, Loss{name}, 3);
      Problem given = random.problem(storage);
      given.C = 0.01;
      const Solution in_memory = solve(given, options_of(Solver::reduced_newton, 1e-6));
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

}  // namespace
}  // namespace hingeline
