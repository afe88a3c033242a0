// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/dataset.hpp"
#include "liblinear/linear.h"

namespace hingeline::compat {

/// Rows without their bias entries.
struct Rows {
  Dataset data;
  double bias = -1;         ///< value of the column that is appended, none where < 0
  double column_bias = -1;  ///< of models whose bias is the last column of `data`, none where < 0
};

/// Copies a problem; its targets stay where they are. A last column that is not `bias` in every row stays in the data.
/// Entries may come in any order, and those of one index count as their sum.
Rows rows_of(const struct problem& prob);

/// True where the last entry of every row is index n, value bias.
bool has_bias_column(const struct problem& prob);

}  // namespace hingeline::compat
