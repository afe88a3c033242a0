// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/dataset.hpp"
#include "hingeline/factorization.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "hingeline/one_class.hpp"
#include "output.hpp"

namespace hingeline::cli {

/// What is said of data or of a model, for programs.
Json describe_dataset(const Dataset& data, std::int64_t nonzeros);
Json describe_basis(const KernelBasis& basis);
Json describe_model(const LinearModel& model);
Json describe_model(const KernelModel& model);
Json describe_model(const OneClassModel& model);
Json describe_model(const FactorModel& model);

/// The objective of the problem's formula at the model's coefficients, summed over its outputs, in double from the
/// definition and nothing that a solver has left. `weights` of rows and those of columns, `l1_weights`, may be
/// empty. Throws DataError where model and data do not fit.
double primal_objective(const LinearModel& model, const Dataset& data, const std::map<double, double>& class_weights,
                        std::span<const double> weights, std::span<const double> l1_weights, int threads);

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

/// Likewise of a machine with a kernel, and of its dual at the model's own s, whose support vectors must all be rows of
/// the data.
Objectives kernel_objectives(const KernelModel& model, const Dataset& data, const KernelParameters& parameters,
                             const std::map<double, double>& class_weights, std::span<const double> weights,
                             int threads);

}  // namespace hingeline::cli
