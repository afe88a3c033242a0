// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>

#include "hingeline/dataset.hpp"
#include "hingeline/model.hpp"

namespace hingeline::cli {

/// The objective of the problem's formula at the model's coefficients, summed over its outputs, in double from the
/// definition and nothing that a solver has left. `weights` of rows and those of columns, `l1_weights`, may be
/// empty. Throws DataError where model and data do not fit.
double primal_objective(const LinearModel& model, const Dataset& data, const std::map<double, double>& class_weights,
                        std::span<const double> weights, std::span<const double> l1_weights, int threads);

}  // namespace hingeline::cli
