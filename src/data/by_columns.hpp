// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// The numbers of x, zeros included, by columns: cols x rows, row-major.
std::vector<double> by_columns(const MatrixView& x);

}  // namespace hingeline::internal
