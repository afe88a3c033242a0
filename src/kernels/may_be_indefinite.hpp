// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/kernel.hpp"
#include "kernels/precomputed_matrix.hpp"

namespace hingeline::internal {

/// Whether a machine with the kernel may have no dual bound; x are its rows, or the precomputed matrix.
inline bool may_be_indefinite(const Kernel& kernel, const MatrixView& x, int threads) {
  if (kernel.name == KernelName::precomputed) return has_negative_direction(x, threads);
  return kernel.name == KernelName::sigmoid || (kernel.name == KernelName::polynomial && kernel.coef0 < 0);
}

}  // namespace hingeline::internal
