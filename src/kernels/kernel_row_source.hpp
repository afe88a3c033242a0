// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>

#include "hingeline/kernel.hpp"
#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// Writes row i of the kernel matrix, one number per row of x, in double.
using KernelRowSource = std::function<void(std::int64_t i, double* values)>;

/// Computes one row at a time by the kernel's formula: the reference for what kernel_panels.hpp does in blocks.
KernelRowSource kernel_row_source(const Kernel& kernel, const MatrixView& x);

}  // namespace hingeline::internal
