// SPDX-License-Identifier: BSD-3-Clause
#include "kernel_options.hpp"

#include <CLI/CLI.hpp>

#include <array>

#include "choice.hpp"
#include "meaning.hpp"
#include "range.hpp"

namespace hingeline::cli {
namespace {

constexpr const char* kernel_help =
    "a machine with this kernel, by support vectors, in place of a linear one:\n"
    "  linear       x'z\n"
    "  polynomial   (gamma x'z + coef0)^degree\n"
    "  rbf          exp(-gamma |x - z|^2)\n"
    "  sigmoid      tanh(gamma x'z + coef0)\n"
    "  precomputed  column j of DATA is K(x, row j)";

constexpr std::array for_linear_models = {"--loss",         "--penalty",
                                          "--quantile",     "--delta",
                                          "--intercept",    "--bias",
                                          "--multiclass",   "--solver",
                                          "--warm-start",   "--model-format",
                                          "--trace",        "--l1-ratio",
                                          "--constraint",   "--standardize",
                                          "--non-crossing", "--non-crossing-box",
                                          "--composite",    "--coordinate-order",
                                          "--inner"};

}  // namespace

bool KernelArguments::is_asked_for() const { return given != nullptr && given->count() > 0; }

void check_meaning(const CLI::App& app, const KernelArguments& arguments) {
  const KernelName kernel = arguments.name;
  note_meaning(app, {{"--gamma", has_gamma(kernel)}, {"--degree", has_degree(kernel)}, {"--coef0", has_coef0(kernel)}},
               fmt::format("--kernel {}", to_string(kernel)));
  const Machine machine = arguments.machine;
  note_meaning(app, {{"--cost", has_C(machine)}, {"--epsilon", has_epsilon(machine)}, {"--nu", has_nu(machine)}},
               fmt::format("--problem {}", to_string(machine)));
}

void add_kernel_options(CLI::App& app, KernelArguments& arguments) {
  CLI::Option* kernel = add_choice(app, "--kernel", arguments.name, choices_of<KernelName>(kernel_names), kernel_help)
                            ->type_name("NAME")
                            ->default_str("");
  arguments.given = kernel;
  const auto add = [&](CLI::Option* option) { option->needs(kernel); };
  CLI::Option* problem = add_choice(app, "--problem", arguments.machine, choices_of<Machine>(machine_names),
                                    "kernels: which machine; one_class, which ignores the targets, without one too");
  arguments.problem = problem;
  add(app.add_option("--degree", arguments.degree, "kernels: degree >= 0 of polynomial")
          ->check(must_not_be_negative())
          ->capture_default_str());
  add(app.add_option("--coef0", arguments.coef0, "kernels: coef0 of polynomial and sigmoid")->capture_default_str());
  app.add_option("--nu", arguments.nu, "nu of nu_svc, nu_svr and one_class, 0 < nu <= 1")
      ->check(must_be("0 < nu <= 1", [](double nu) { return nu > 0 && nu <= 1; }))
      ->capture_default_str()
      ->needs(problem);
  add(add_choice(app, "--selection", arguments.selection, choices_of<Selection>(selection_names),
                 "kernels: how the next variables are chosen; blocks: thousands at a time, the others by pairs"));
  add(app.add_option("--cache-mb", arguments.cache_megabytes, "kernels: megabytes for rows of the kernel matrix")
          ->check(must_not_be_negative())
          ->capture_default_str());
  add(app.add_option("--violation", arguments.violation,
                     "kernels: stop when no pair of variables violates its optimality by more than this, as LIBSVM's "
                     "-e does, in place of --tolerance (indefinite kernels: 1e-3)")
          ->check(must_be_positive())
          ->excludes(app.get_option("--tolerance")));
  for (const char* name : for_linear_models)
    if (CLI::Option* option = app.get_option_no_throw(name)) kernel->excludes(option);
}

}  // namespace hingeline::cli
