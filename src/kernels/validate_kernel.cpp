// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "core/require.hpp"
#include "hingeline/kernel.hpp"

namespace hingeline {

using internal::require;

void validate(const Kernel& kernel) {
  internal::require_known("kernel", kernel.name, KernelName::precomputed, "must be a KernelName");
  if (has_gamma(kernel.name))
    require(kernel.gamma > 0 && std::isfinite(kernel.gamma), "gamma", kernel.gamma, "must be > 0 and finite");
  if (has_coef0(kernel.name)) internal::require_finite("coef0", kernel.coef0);
  if (has_degree(kernel.name)) require(kernel.degree >= 0, "degree", kernel.degree, "must be >= 0");
}

}  // namespace hingeline
