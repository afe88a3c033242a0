// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/linear_kernel.hpp"

#include <cstddef>
#include <vector>

#include "core/shared_stop.hpp"
#include "data/rows.hpp"
#include "kernels/kernel_panels.hpp"
#include "parallel/blocks.hpp"

namespace hingeline::internal {

bool LinearKernel::add(std::span<const std::int32_t> chosen, std::span<const double> weights, ThreadPool& pool,
                       const Sums& products, KernelCounters& /*counters*/, const Stop& stop) const {
  constexpr std::int64_t rows_at_once = 256;
  SharedStop shared(stop);
  visit_rows(x_, [&](const auto& x) {
    std::vector<double> w(static_cast<std::size_t>(x.cols()));
    for (std::size_t j = 0; j < chosen.size(); ++j) x.add(chosen[j], weights[j], w.data());
    for_each_block(pool, x.rows(), rows_at_once, [&](std::int64_t first, std::int64_t count) {
      if (shared.is_due()) return;
      for (std::int64_t i = first; i < first + count; ++i) products.sums[i] += x.dot(i, w.data());
    });
  });
  return !shared.was_due();
}

std::int64_t LinearKernel::write(std::span<const std::int32_t> rows, std::span<const std::int32_t> columns,
                                 float* values, std::size_t stride) const {
  const KernelPanel<float> panel(rows_, columns, {});
  rows_.write_values({rows.data(), 0, rows.size()}, panel.view(), values, stride);
  return static_cast<std::int64_t>(rows.size() * columns.size());
}

}  // namespace hingeline::internal
