// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>

#include "hingeline/dataset.hpp"
#include "hingeline/kernel_model.hpp"

namespace hingeline::cli {

/// What a model in LIBSVM's format does not say.
struct KernelParameters {
  double C = 1;
  double epsilon = 0.1;
  double nu = 0.5;
};

struct Objectives {
  double primal = 0;
  /// A lower bound of every primal; -infinity where s is no point of the dual problem, NaN where there is no bound.
  double dual = 0;
};

/// The objective of a machine with a kernel, likewise (primal_objective.hpp), and that of its dual at the model's own
/// s, whose support vectors must all be rows of the data.
Objectives kernel_objectives(const KernelModel& model, const Dataset& data, const KernelParameters& parameters,
                             const std::map<double, double>& class_weights, std::span<const double> weights,
                             int threads);

}  // namespace hingeline::cli
