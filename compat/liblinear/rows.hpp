// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/dataset.hpp"
#include "liblinear/linear.h"

namespace hingeline::compat {

/// Rows without their bias entries.
struct Rows {
  Dataset data;
  double bias = -1;         ///< value of the appended bias column; < 0: none
  double column_bias = -1;  ///< bias of the problem if its column stays the last one of `data`; < 0: it does not
};

/// Copies the rows of a problem; targets are not copied. A last column that is not `bias` in every row stays in the
/// data. Entries may come in any order; several of one index are added.
Rows rows_of(const struct problem& prob);

/// Whether bias >= 0 and the last entry of every row is index n with value bias.
bool has_bias_column(const struct problem& prob);

}  // namespace hingeline::compat
