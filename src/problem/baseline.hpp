// SPDX-License-Identifier: BSD-3-Clause
//
// What a gap is measured by: the objective of the best constant prediction.
#pragma once

#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/violation_scale.hpp"

namespace hingeline::internal {

/// P(0, best b): the objective of predicting a constant, and that constant (0 unless the intercept is free). The
/// objective is infinite where bounds or constraints forbid w = 0. `violations` is the scale that theirs are measured
/// by.
struct Baseline {
  double primal = 0;
  double intercept = 0;
  double loss = 0;  ///< of that constant, even where constraints forbid w = 0
  ViolationScale violations = {};
};

Baseline baseline(const Problem& problem);
Baseline baseline(const Problem& problem, ThreadPool& pool);

}  // namespace hingeline::internal
