// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>

#include "hingeline/dataset.hpp"
#include "hingeline/model.hpp"

namespace hingeline::cli {

/// The primal objective at the model's coefficients, summed over its outputs. Computed in double from the definition,
/// without any result of a solver. `weights` of rows and `l1_weights` of columns may be empty. Throws DataError where
/// model and data do not fit.
double primal_objective(const LinearModel& model, const Dataset& data, const std::map<double, double>& class_weights,
                        std::span<const double> weights, std::span<const double> l1_weights, int threads);

}  // namespace hingeline::cli
