// SPDX-License-Identifier: BSD-3-Clause
//
// Tests that run with every loss and every kind of intercept.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>

#include "hingeline/solve.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"

namespace hingeline::support {

/// A random problem of the tested loss, in any layout, with the tested intercept.
class LossAndIntercept : public ::testing::TestWithParam<std::tuple<Loss, Intercept>> {
 protected:
  LossAndIntercept(std::int64_t rows, std::int32_t cols, std::uint64_t seed) : random_(rows, cols, loss(), seed) {}

  static const Loss& loss() { return std::get<0>(GetParam()); }
  Problem problem(Storage storage) const { return problem_of(random_, storage); }
  Problem problem_of(const RandomProblem& random, Storage storage) const {
    Problem problem = random.problem(storage);
    problem.intercept = std::get<1>(GetParam());
    problem.bias = 2;
    return problem;
  }

  RandomProblem random_;
};

}  // namespace hingeline::support
