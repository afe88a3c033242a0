// SPDX-License-Identifier: BSD-3-Clause
//
// What solves on the same rows compute once for all of them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "data/lazy_columns.hpp"
#include "solvers/dual_cd/geometry_memo.hpp"
#include "solvers/linear_systems/hessian_memo.hpp"
#include "solvers/reduced_newton/movement_memo.hpp"
#include "solvers/solve/baseline_memo.hpp"

namespace hingeline::internal {

/// What a solve leaves for the next one of the same rows, which differs only in costs, loss and start.
struct SolveMemo {
  HessianMemo hessian;
  BaselineMemo baseline;
  MovementMemo movement;
  std::optional<Moments> moments;  ///< of a sample of the rows
};

struct SharedRows {
  LazyColumns& columns;
  GeometryMemo& geometry;
  SolveMemo* memo = nullptr;  ///< null unless solves follow one another

  HessianMemo* hessian() const { return memo != nullptr ? &memo->hessian : nullptr; }
  Baseline baseline_of(const Problem& problem) const {
    return memo != nullptr ? memo->baseline.get(problem) : baseline(problem);
  }
};

/// The same for trainings, which may have several outputs.
struct TrainingMemo {
  GeometryMemo geometry;
  std::vector<SolveMemo> outputs;  ///< empty: none is kept

  SolveMemo* of(int output) { return outputs.empty() ? nullptr : &outputs[static_cast<std::size_t>(output)]; }
};

}  // namespace hingeline::internal
