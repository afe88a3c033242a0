// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/near_start.hpp"

#include "solvers/solve/choose.hpp"

namespace hingeline::internal {

bool observes_movement(const Problem& problem, const WarmStart& start, const SharedRows& shared) {
  return shared.memo != nullptr && !start.coef.empty() && learns_movement(problem);
}

std::optional<NearStart> near_start(const Problem& problem, const WarmStart& start, const SharedRows& shared,
                                    bool or_nothing) {
  if (!observes_movement(problem, start, shared)) return std::nullopt;
  SolveMemo& memo = *shared.memo;
  const auto& foreseen = memo.movement.foreseen();
  if (!foreseen || foreseen->movement == 0 || !are_few(foreseen->near)) return std::nullopt;
  return NearStart{memo.baseline.get(problem), foreseen->movement, memo.moments, or_nothing};
}

}  // namespace hingeline::internal
