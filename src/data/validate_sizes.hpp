// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <variant>

#include "hingeline/by_rows.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

using ColumnView = std::variant<ColumnMajorView<float>, ColumnMajorView<double>, CscView<float>, CscView<double>>;

/// Throws DataError where sizes, offsets or pointers are not those of a matrix, which messages call `name`. Does not
/// read entries.
void validate_sizes(const char* name, const MatrixView& x);
void validate_sizes(const char* name, const ColumnView& x);

/// Requires that targets and names, where there are any, fit the matrix too.
void validate_sizes(const Dataset& data);

}  // namespace hingeline::internal
