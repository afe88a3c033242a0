// SPDX-License-Identifier: BSD-3-Clause
#include "models/warm_dual.hpp"

#include <fmt/format.h>

#include "core/require.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {

void validate_warm_dual(std::span<const std::vector<double>> dual, std::span<const std::size_t> sizes) {
  if (!dual.empty() && dual.size() != sizes.size())
    throw InvalidParameter("warm_dual", fmt::format("{} parts", dual.size()), fmt::format("must be {}", sizes.size()));
  for (std::size_t k = 0; k < dual.size(); ++k) {
    require_size("warm_dual", dual[k].size(), sizes[k]);
    require_finite("warm_dual", dual[k]);
  }
}

}  // namespace hingeline::internal
