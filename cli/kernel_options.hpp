// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hingeline/kernel_basis.hpp"
#include "hingeline/kernel_model.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hingeline::cli {

/// Options of kernel machines that linear machines do not have.
struct KernelArguments {
  const CLI::Option* given = nullptr;        ///< --kernel
  const CLI::Option* problem = nullptr;      ///< --problem
  const CLI::Option* approximate = nullptr;  ///< --approximate
  KernelName name = KernelName::rbf;
  int degree = 3;
  double coef0 = 0;
  Machine machine = Machine::c_svc;
  double nu = 0.5;
  Selection selection = Selection::blocks;
  double cache_megabytes = 1000;
  std::optional<double> violation;
  Approximation approximation = Approximation::nystroem;
  std::int32_t functions = 1000;  ///< number of approximating functions

  /// Whether a kernel machine with support vectors is asked for.
  bool is_asked_for() const;
  /// Whether a linear machine on functions that approximate a kernel is asked for.
  bool is_approximated() const;
};

/// Notes C, epsilon and nu if given and the machine does not have them; messages call the machine `called`.
void note_parameters_of_others(const CLI::App& app, Machine machine, const std::string& called);

/// For machines with support vectors: throws UsageError for options that mean nothing to them, and notes parameters
/// that kernel or machine do not have.
void check_meaning(const CLI::App& app, const KernelArguments& arguments);

/// For a linear machine on functions that approximate a kernel: throws UsageError for options that mean nothing to it,
/// and notes parameters that the kernel does not have.
void check_approximation(const CLI::App& app, const KernelArguments& arguments);

void add_kernel_options(CLI::App& app, KernelArguments& arguments);

}  // namespace hingeline::cli
