// SPDX-License-Identifier: BSD-3-Clause
//
// The shape of a LIBLINEAR model.
#pragma once

#include <cstddef>

#include "liblinear/linear.h"

namespace hingeline::compat {

/// Number of columns of w: one output for two classes, except for Crammer and Singer's machine, which has two.
inline std::size_t outputs_of(const struct model& m) {
  return m.nr_class == 2 && m.param.solver_type != MCSVM_CS ? 1 : static_cast<std::size_t>(m.nr_class);
}

}  // namespace hingeline::compat
