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

/// Copies a problem's rows; its targets stay where they are.
Rows rows_of(const svm_problem& prob, bool precomputed);

/// A row's values by index; what it does not name is 0.
std::vector<double> by_index(const svm_node* row);

/// The entry of that index, 0 beyond the last.
inline double at(const std::vector<double>& values, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < values.size() ? values[static_cast<std::size_t>(index)] : 0;
}

}  // namespace hingeline::compat
