// SPDX-License-Identifier: BSD-3-Clause
//
// What solves on the same rows make once between them.
#pragma once

#include "data/lazy_columns.hpp"
#include "solvers/common/baseline_memo.hpp"
#include "solvers/common/hessian_memo.hpp"
#include "solvers/dual_cd/geometry_memo.hpp"

namespace hingeline::internal {

struct SharedRows {
  LazyColumns& columns;
  GeometryMemo& geometry;
  HessianMemo* hessian = nullptr;    ///< of solves one after the other, as below
  BaselineMemo* baseline = nullptr;  ///< likewise

  Baseline baseline_of(const Problem& problem) const {
    return baseline != nullptr ? baseline->get(problem) : internal::baseline(problem);
  }
};

/// What trainings of the same rows, which differ in costs, losses and starts alone, leave for the next.
struct TrainingMemo {
  GeometryMemo geometry;
  HessianMemo hessian;
  BaselineMemo baseline;
};

}  // namespace hingeline::internal
