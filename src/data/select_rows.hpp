// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// These rows, in this order, in new memory and of the same layout and value type; without targets.
Dataset select_rows(const MatrixView& x, std::span<const std::int64_t> chosen);

}  // namespace hingeline::internal
