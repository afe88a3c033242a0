// SPDX-License-Identifier: BSD-3-Clause
//
// What solves on the same rows make once between them.
#pragma once

#include "data/lazy_columns.hpp"
#include "solvers/dual_cd/geometry_memo.hpp"

namespace hingeline::internal {

struct SharedRows {
  LazyColumns& columns;
  GeometryMemo& geometry;
};

}  // namespace hingeline::internal
