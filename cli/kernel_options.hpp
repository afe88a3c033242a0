// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "hingeline/kernel_model.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hingeline::cli {

/// What is asked of machines with kernels beyond what is asked of linear ones.
struct KernelArguments {
  const CLI::Option* given = nullptr;    ///< --kernel
  const CLI::Option* problem = nullptr;  ///< --problem
  KernelName name = KernelName::rbf;
  int degree = 3;
  double coef0 = 0;
  Machine machine = Machine::c_svc;
  double nu = 0.5;
  Selection selection = Selection::blocks;
  double cache_megabytes = 1000;
  std::optional<double> violation;

  /// Whether a machine with a kernel is asked for.
  bool is_asked_for() const;
};

/// Notes parameters that kernel or machine do not have.
void check_meaning(const CLI::App& app, const KernelArguments& arguments);

/// Declared after the options of linear machines: those without a meaning here exclude --kernel.
void add_kernel_options(CLI::App& app, KernelArguments& arguments);

}  // namespace hingeline::cli
