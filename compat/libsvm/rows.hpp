// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "hingeline/dataset.hpp"
#include "libsvm/svm.h"

namespace hingeline::compat {

/// Rows with their targets; of a precomputed kernel x is the kernel matrix itself.
struct Rows {
  Dataset data;
  std::vector<int> serials;  ///< of a precomputed kernel: each row's serial number
};

/// Of a row's first entry, 0:serial. 0 where an int does not hold it.
inline int serial_number(double value) { return value >= 1 && value < 2147483648.0 ? static_cast<int>(value) : 0; }

/// Copies a problem's rows; its targets stay where they are. Throws DataError for what are no indices or serial
/// numbers.
Rows rows_of(const svm_problem& prob, bool precomputed);

}  // namespace hingeline::compat
