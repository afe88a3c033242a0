// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "hingeline/problem.hpp"
#include "problem/baseline.hpp"

namespace hingeline::internal {

/// Keeps the best constant asked for last, for solves of the same problem but for C and perhaps its loss: C scales its
/// objective and does not move it.
class BaselineMemo {
 public:
  /// baseline(problem)
  Baseline get(const Problem& problem) {
    if (loss_ != problem.loss) {
      kept_ = baseline(problem);
      loss_ = problem.loss;
      C_ = problem.C;
    }
    Baseline constant = kept_;
    constant.primal *= problem.C / C_;
    constant.loss *= problem.C / C_;
    return constant;
  }

 private:
  std::optional<Loss> loss_;
  double C_ = 1;
  Baseline kept_;
};

}  // namespace hingeline::internal
