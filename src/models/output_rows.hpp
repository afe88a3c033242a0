// SPDX-License-Identifier: BSD-3-Clause
//
// The dual variables of a kernel model by output and by row. An output for two of many classes has those of the rows of
// the two, in their order; any other has one per row. A row has as many as a support vector of its class has
// coefficients, in their order.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/kernel_model.hpp"
#include "models/rows_by_class.hpp"

namespace hingeline::internal {

/// Of each output, for n rows.
std::vector<std::size_t> dual_sizes(const KernelModel& model, const RowsByClass& by_class, std::size_t n);

/// Those of solutions, one per output: n x width, row-major.
std::vector<double> dual_by_row(const KernelModel& model, const RowsByClass& by_class, std::size_t n,
                                std::span<const KernelSolution> parts);

/// The inverse.
std::vector<std::vector<double>> dual_by_output(const KernelModel& model, const RowsByClass& by_class, std::size_t n,
                                                std::span<const double> by_row);

}  // namespace hingeline::internal
