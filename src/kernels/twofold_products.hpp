// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel sums of twice a double's digits, from the numbers of the rows: for proofs in which the rounding of sums in
// double counts. |x - z|^2 is |x|^2 + |z|^2 - 2 x'z, for it has digits to spare.
//
// Cost     some twenty times exact_products' per kernel value; not symmetric
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "core/twofold.hpp"
#include "hingeline/kernel.hpp"
#include "hingeline/matrix_view.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// Whether the kernel has such sums: not the sigmoid one, which proves nothing.
bool has_twofold_products(const Kernel& kernel);

/// sum_j s_j K(x_i, x_j) for each i of `rows`, normalised; s by row. Nothing when told to stop on the way.
std::optional<std::vector<Twofold>> twofold_products(const Kernel& kernel, const MatrixView& x,
                                                     std::span<const std::int32_t> rows, std::span<const double> s,
                                                     ThreadPool& pool, const Stop& stop = {});

}  // namespace hingeline::internal
