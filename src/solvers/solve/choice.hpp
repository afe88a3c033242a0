// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hingeline/options.hpp"

namespace hingeline::internal {

/// The choice of a solver (solvers/solve/choose.hpp).
struct Choice {
  Solver solver;
  std::string reason;
  /// Number of passes of dual_cd that come first: often they are all it takes, else `solver` goes on from there.
  std::int64_t opening_passes = 0;
  /// Judge the opening early, after a tenth of these passes, and end it once it does not promise to suffice; false:
  /// never before opening_passes, but up to four times as many while promising.
  bool may_cut_opening = false;
  /// The solver that takes over from dual_cd where its passes turn out to be slow (solvers/solve/slow_passes.hpp).
  std::optional<Solver> gives_way_to = {};
  /// Takes the place of `solver` where there is a warm start, of which `solver` makes no use.
  std::optional<Solver> with_start = {};
};

}  // namespace hingeline::internal
