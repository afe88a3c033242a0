// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hingeline::internal {

/// The dual points that a training is given to begin at are none, or finite and one for each part, of these sizes.
/// Throws InvalidParameter.
void validate_warm_dual(std::span<const std::vector<double>> dual, std::span<const std::size_t> sizes);

}  // namespace hingeline::internal
