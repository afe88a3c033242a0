// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// What validate(problem) does, of rows that are known to be valid.
void validate_all_but_rows(const Problem& problem);

}  // namespace hingeline::internal
