// SPDX-License-Identifier: BSD-3-Clause
//
// What rows add to the gap, the one place where the certificate's terms are formed:
//
//     c phi(y, z),    c phi(y, z) + (c phi)*(-s) + s z  (>= 0)
#pragma once

#include <cstddef>
#include <span>

#include "hingeline/loss.hpp"
#include "problem/best_constant.hpp"

namespace hingeline::internal {

struct RowTerms {
  double loss = 0;       ///< sum_i c_i phi(z_i)
  double gap = 0;        ///< sum_i of the non-negative terms
  double magnitude = 0;  ///< sum_i of |terms| that the gap is a difference of

  RowTerms& operator+=(const RowTerms& other) {
    loss += other.loss;
    gap += other.gap;
    magnitude += other.magnitude;
    return *this;
  }
};

/// On arrays of `size` <= rows_per_block rows.
struct RowTermOps {
  /// The sums of the terms; s must be in the domains.
  RowTerms (*sum)(const Loss& loss, std::size_t size, const double* y, const double* c, const double* z,
                  const double* s);
  /// The same at s_i = -c_i phi'(z_i), which it sets: Fenchel and Young's inequality is an equality there, the gap 0.
  RowTerms (*sum_at_slopes)(const Loss& loss, std::size_t size, const double* y, const double* c, const double* z,
                            double* s);
  /// sum_i c_i phi(z_i) and sum_i c_i phi'(z_i)
  ValueAndSlope (*value_and_slope)(const Loss& loss, std::size_t size, const double* y, const double* c,
                                   const double* z);
};

/// The table for this processor: the loss sheets, compiled for every instruction set.
RowTermOps row_term_ops();

/// Moves s of any number of rows into the domains, {0} where c = 0.
void clip_rows(const Loss& loss, std::span<const double> y, std::span<const double> c, std::span<double> s);

}  // namespace hingeline::internal
