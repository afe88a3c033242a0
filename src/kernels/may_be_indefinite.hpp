// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/kernel.hpp"
#include "kernels/precomputed_matrix.hpp"

namespace hingeline::internal {

/// Whether the kernel may be indefinite, so that a machine with it has no dual bound; x has its rows, or is the
/// precomputed matrix.
inline bool may_be_indefinite(const Kernel& kernel, const MatrixView& x, int threads) {
  if (kernel.name == KernelName::precomputed) return has_negative_direction(x, threads);
  return kernel.name == KernelName::sigmoid || (kernel.name == KernelName::polynomial && kernel.coef0 < 0);
}

}  // namespace hingeline::internal
