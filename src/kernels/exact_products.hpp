// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel sums in double, for proofs. Among the rows that have a weight the kernel matrix is symmetric: each entry below
// its diagonal blocks is computed once and used for both of its rows, which halves the work where the rows asked for
// are mostly those, as at the end of a solve.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/stop.hpp"
#include "kernels/kernel_rows.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// products[k] = sum_j weights_j K(rows[k], chosen[j]); `rows` and `chosen` ascend. Does not depend on the number of
/// threads. Returns the entries computed, or nothing when told to stop on the way.
std::optional<std::int64_t> exact_products(const KernelSpace& space, const MatrixView& x,
                                           std::span<const std::int32_t> rows, std::span<const std::int32_t> chosen,
                                           std::span<const double> weights, ThreadPool& pool, double* products,
                                           const Stop& stop = {});

}  // namespace hingeline::internal
