// SPDX-License-Identifier: BSD-3-Clause
//
// Solves that end at a limit: the answer says so, and claims no more than it has.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>

#include "hingeline/solve.hpp"
#include "support/expect_certified.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"

namespace hingeline::support {

/// A random problem, and options by which its solver goes on for longer than the limits that a test sets.
class StoppedSolve : public ::testing::Test {
 protected:
  StoppedSolve(const SolverOptions& options, LossName loss, std::int64_t rows, std::int32_t cols, Storage storage)
      : random_(rows, cols, Loss{loss}, 2), problem_(random_.problem(storage)), options_(options) {}

  Solution expect_stopped(Status status) const {
    Solution solution = solve(problem_, options_);
    EXPECT_EQ(solution.status, status);
    expect_honest(problem_, solution, options_.tolerance);
    return solution;
  }

  void expect_interrupted() {
    const std::atomic<bool> interrupt = true;
    options_.interrupt = &interrupt;
    expect_stopped(Status::interrupted);
  }

  RandomProblem random_;
  Problem problem_;
  SolverOptions options_;
};

}  // namespace hingeline::support
