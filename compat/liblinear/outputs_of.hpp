// SPDX-License-Identifier: BSD-3-Clause
//
// The shape of a LIBLINEAR model.
#pragma once

#include <cstddef>

#include "liblinear/linear.h"

namespace hingeline::compat {

/// Numbers in each row of w. One output decides between two classes, but of Crammer and Singer's machine.
inline std::size_t outputs_of(const struct model& m) {
  return m.nr_class == 2 && m.param.solver_type != MCSVM_CS ? 1 : static_cast<std::size_t>(m.nr_class);
}

}  // namespace hingeline::compat
