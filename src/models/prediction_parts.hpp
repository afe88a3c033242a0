// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace hingeline::internal {

/// Calls f(first, count) for one part of the rows after another. A part's decision values take 64 MiB, or more where
/// that would leave a thread without a task of 240 rows.
template <class F>
void for_each_prediction_part(std::int64_t rows, std::size_t outputs, int threads, const F& f) {
  constexpr std::int64_t task_rows = 240;
  constexpr std::int64_t values = (std::int64_t{64} << 20) / sizeof(double);
  const std::int64_t at_once = std::max(task_rows * threads, values / static_cast<std::int64_t>(outputs));
  for (std::int64_t first = 0; first < rows; first += at_once) f(first, std::min(at_once, rows - first));
}

}  // namespace hingeline::internal
