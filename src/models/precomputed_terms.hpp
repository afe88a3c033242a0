// SPDX-License-Identifier: BSD-3-Clause
//
// Outputs of a model of a precomputed kernel: rows to predict hold their kernel values with the rows of training.
#pragma once

#include <cstdint>
#include <vector>

#include "hingeline/kernel_model.hpp"

namespace hingeline::internal {

/// s_j of one output, and the column of x that holds K(z_j, x_i).
struct PrecomputedTerm {
  std::int64_t column;
  std::size_t output;
  double coef;
};

/// The terms of all outputs, ascending by column.
std::vector<PrecomputedTerm> precomputed_terms(const KernelModel& model);

/// outputs += the terms of row i of x, whose columns are kernel values.
void add_terms(std::span<const PrecomputedTerm> terms, const MatrixView& x, std::int64_t i, double* outputs);

}  // namespace hingeline::internal
