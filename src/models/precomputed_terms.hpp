// SPDX-License-Identifier: BSD-3-Clause
//
// Outputs of a model whose rows come as their kernel values with the rows of training.
#pragma once

#include <cstdint>
#include <vector>

#include "hingeline/kernel_model.hpp"

namespace hingeline::internal {

/// s_j of one output, and the column of x with K(z_j, x_i).
struct PrecomputedTerm {
  std::int64_t column;
  std::size_t output;
  double coef;
};

/// Ascending by column.
std::vector<PrecomputedTerm> precomputed_terms(const KernelModel& model);

/// outputs += the terms of row i of x, whose columns are kernel values.
void add_terms(std::span<const PrecomputedTerm> terms, const MatrixView& x, std::int64_t i, double* outputs);

}  // namespace hingeline::internal
