// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// x column after column: cols x rows numbers, zeros among them.
std::vector<double> by_columns(const MatrixView& x);

}  // namespace hingeline::internal
