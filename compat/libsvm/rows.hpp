// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "hingeline/dataset.hpp"
#include "libsvm/svm.h"

namespace hingeline::compat {

/// Rows with their targets; for a precomputed kernel x is the kernel matrix itself.
struct Rows {
  Dataset data;
  std::vector<int> serials;  ///< precomputed kernel: serial number of each row
};

/// The serial number for the value of a row's first entry, 0:serial; 0 if it is below 1 or not in the range of int.
inline int serial_number(double value) { return value >= 1 && value < 2147483648.0 ? static_cast<int>(value) : 0; }

/// Copies the rows of a problem; targets are not copied. Throws DataError for invalid indices or serial numbers.
Rows rows_of(const svm_problem& prob, bool precomputed);

}  // namespace hingeline::compat
