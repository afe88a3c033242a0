// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "core/require.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel.hpp"

namespace hingeline {

void validate(const Kernel& kernel) {
  internal::require_known("kernel", kernel.name, KernelName::precomputed, "must be a KernelName");
  if (has_gamma(kernel.name) && !(kernel.gamma > 0 && std::isfinite(kernel.gamma)))
    throw InvalidParameter("gamma", fmt::format("{}", kernel.gamma), "must be > 0 and finite");
  if (has_coef0(kernel.name) && !std::isfinite(kernel.coef0))
    throw InvalidParameter("coef0", fmt::format("{}", kernel.coef0), "must be finite");
  if (has_degree(kernel.name) && kernel.degree < 0)
    throw InvalidParameter("degree", fmt::format("{}", kernel.degree), "must be >= 0");
}

}  // namespace hingeline
