// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hingeline/options.hpp"

namespace hingeline::internal {

/// Of a solver (solvers/solve/choose.hpp).
struct Choice {
  Solver solver;
  std::string reason;
  /// So many passes of dual_cd come first: often they are all it takes, else `solver` goes on from there.
  std::int64_t opening_passes = 0;
  /// Only as long as they promise to be all it takes.
  bool opens_on_trust = false;
  /// Of dual_cd, where its passes turn out to be slow (solvers/common/slow_passes.hpp).
  std::optional<Solver> gives_way_to = {};
  /// In place of `solver` where there is a start, which that makes nothing of.
  std::optional<Solver> with_start = {};
};

}  // namespace hingeline::internal
