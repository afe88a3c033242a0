// SPDX-License-Identifier: BSD-3-Clause
//
// The dual variables of a kernel model by output and by row. An output for two of many classes has one for each row of
// the two, in the order of rows; any other output one for each row. A row has KernelModel::width() of them, in the
// order of a support vector's coefficients.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/kernel_model.hpp"
#include "models/rows_by_class.hpp"

namespace hingeline::internal {

/// The number of dual variables of each output, for n rows.
std::vector<std::size_t> dual_sizes(const KernelModel& model, const RowsByClass& by_class, std::size_t n);

/// Dual variables by row, n x width, row-major; `parts` has a solution per output.
std::vector<double> dual_by_row(const KernelModel& model, const RowsByClass& by_class, std::size_t n,
                                std::span<const KernelSolution> parts);

/// The inverse of dual_by_row().
std::vector<std::vector<double>> dual_by_output(const KernelModel& model, const RowsByClass& by_class, std::size_t n,
                                                std::span<const double> by_row);

}  // namespace hingeline::internal
