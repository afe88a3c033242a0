// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel sums in double, for proofs. The kernel matrix of the rows that have a weight is symmetric: each entry below
// its diagonal blocks is computed once and used for both of its rows. That halves the work where most rows asked for
// have a weight, as at the end of a solve.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/stop.hpp"
#include "kernels/kernel_rows.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// products[k] = sum_j weights_j K(rows[k], chosen[j]); `rows` and `chosen` ascend. Results do not depend on the number
/// of threads. Returns the number of kernel values computed, or nothing when told to stop.
std::optional<std::int64_t> exact_products(const KernelSpace& space, const MatrixView& x,
                                           std::span<const std::int32_t> rows, std::span<const std::int32_t> chosen,
                                           std::span<const double> weights, ThreadPool& pool, double* products,
                                           const Stop& stop = {});

}  // namespace hingeline::internal
