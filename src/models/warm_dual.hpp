// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hingeline::internal {

/// Requires that `dual` is empty, or has one finite dual point for each part, of these sizes. Throws InvalidParameter.
void validate_warm_dual(std::span<const std::vector<double>> dual, std::span<const std::size_t> sizes);

}  // namespace hingeline::internal
