// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>

#include "hingeline/dataset.hpp"
#include "hingeline/kernel_model.hpp"

namespace hingeline::cli {

/// Parameters that LIBSVM's format does not contain.
struct KernelParameters {
  double C = 1;
  double epsilon = 0.1;
  double nu = 0.5;
};

struct Objectives {
  double primal = 0;
  /// Lower bound of the optimum; -infinity where s is not dual feasible, NaN where there is no bound.
  double dual = 0;
};

/// The objective of a kernel machine, computed from its definition like primal_objective(), and that of the dual
/// problem at the model's s. All support vectors must be rows of the data.
Objectives kernel_objectives(const KernelModel& model, const Dataset& data, const KernelParameters& parameters,
                             const std::map<double, double>& class_weights, std::span<const double> weights,
                             int threads);

}  // namespace hingeline::cli
