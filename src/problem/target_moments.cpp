// SPDX-License-Identifier: BSD-3-Clause
#include "problem/target_moments.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "data/row_blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {

TargetMoments target_moments(const Problem& problem, ThreadPool& pool) {
  const auto add = [&](std::int64_t first, std::int64_t end, TargetMoments& sums) {
    for (std::int64_t i = first; i < end; ++i) {
      const double c = row_cost(problem, i);
      const double y = problem.y[static_cast<std::size_t>(i)];
      sums += {c, c * y, c * y * y};
    }
  };
  return sum_chunks(pool, std::ssize(problem.y), rows_per_task, TargetMoments(), add);
}

}  // namespace hingeline::internal
