// SPDX-License-Identifier: BSD-3-Clause
//
// All that a visit of dual coordinate descent needs of a row but its features: half a cache line.
#pragma once

namespace hingeline::internal {

struct DualRow {
  double s;
  double q;  // |x_i|^2, of centred rows where the intercept is free
  double y;
  double c;
};

}  // namespace hingeline::internal
