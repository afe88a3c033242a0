// SPDX-License-Identifier: BSD-3-Clause
//
// What rows add to the gap, the one place where the certificate's terms are formed:
//
//     c phi(y, z),    c phi(y, z) + (c phi)*(-s) + s z  (>= 0)
#pragma once

#include <cstddef>

#include "hingeline/loss.hpp"

namespace hingeline::internal {

struct RowTerms {
  double loss = 0;     ///< sum_i c_i phi(z_i)
  double gap = 0;      ///< sum_i of the non-negative terms
  double largest = 0;  ///< sum_i of the magnitudes they are differences of

  RowTerms& operator+=(const RowTerms& other) {
    loss += other.loss;
    gap += other.gap;
    largest += other.largest;
    return *this;
  }
};

/// Arrays of `size` <= rows_per_block rows; s in the domains.
using SumRowTerms = RowTerms (*)(const Loss& loss, std::size_t size, const double* y, const double* c, const double* z,
                                 const double* s);

/// The one for this processor: the loss sheets, compiled for every instruction set.
SumRowTerms sum_row_terms();

}  // namespace hingeline::internal
