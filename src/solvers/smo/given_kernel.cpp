// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/given_kernel.hpp"

#include <cstddef>

#include "core/shared_stop.hpp"
#include "data/rows.hpp"
#include "kernels/precomputed_matrix.hpp"
#include "parallel/blocks.hpp"
#include "simd/dense_ops.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t poll_rows = 64;

/// Calls f(row, weight) for each row until told to stop.
template <class F>
void for_each_chosen(std::span<const std::int32_t> chosen, std::span<const double> weights, SharedStop& stop,
                     const F& f) {
  for (std::size_t j = 0; j < chosen.size(); ++j) {
    if (j % poll_rows == 0 && stop.is_due()) return;
    f(chosen[j], weights[j]);
  }
}

/// Uses rows as columns, the matrix being symmetric; a task has some columns of all chosen rows.
template <class T>
void add_chosen(const DenseView<T>& k, std::span<const std::int32_t> chosen, std::span<const double> weights,
                ThreadPool& pool, double* products, SharedStop& stop) {
  constexpr std::int64_t columns_per_task = 1024;  // whose sums stay in the first cache
  const DenseOps<T> ops = dense_ops<T>();
  for_each_block(pool, k.rows, columns_per_task, [&](std::int64_t first, std::int64_t count) {
    for_each_chosen(chosen, weights, stop, [&](std::int32_t row, double weight) {
      ops.add(weight, k.values + row * k.stride + first, products + first, static_cast<std::size_t>(count));
    });
  });
}

template <class T>
void add_chosen(const CsrView<T>& k, std::span<const std::int32_t> chosen, std::span<const double> weights,
                ThreadPool& /*pool*/, double* products, SharedStop& stop) {
  const SparseRows<T> rows(k);
  for_each_chosen(chosen, weights, stop, [&](std::int32_t row, double weight) { rows.add(row, weight, products); });
}

}  // namespace

bool GivenKernel::add(std::span<const std::int32_t> chosen, std::span<const double> weights, ThreadPool& pool,
                      const Sums& products, KernelCounters& /*counters*/, const Stop& stop) const {
  SharedStop shared(stop);
  std::visit([&](const auto& k) { add_chosen(k, chosen, weights, pool, products.sums, shared); }, matrix_);
  return !shared.was_due();
}

std::int64_t GivenKernel::write(std::span<const std::int32_t> rows, std::span<const std::int32_t> columns,
                                float* values, std::size_t stride) const {
  copy_entries(matrix_, rows, columns, values, stride);
  return 0;
}

}  // namespace hingeline::internal
