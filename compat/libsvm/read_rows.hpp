// SPDX-License-Identifier: BSD-3-Clause
//
// Files of precomputed kernels: rows `target 0:serial 1:K(row, 1) 2:K(row, 2) ..`
#pragma once

#include <string>

#include "libsvm/rows.hpp"

namespace hingeline::compat {

/// Training rows: their kernel matrix, with columns chosen by their serial numbers. Errors end the program with a line.
Rows read_kernel_matrix(const std::string& file);

/// Rows to predict: column s - 1 is the kernel value with the training row of serial number s.
Dataset read_kernel_rows(const std::string& file);

}  // namespace hingeline::compat
