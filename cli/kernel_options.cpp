// SPDX-License-Identifier: BSD-3-Clause
#include "kernel_options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "choice.hpp"
#include "command.hpp"
#include "meaning.hpp"
#include "range.hpp"

namespace hingeline::cli {
namespace {

constexpr const char* kernel_help =
    "train a kernel machine, whose model consists of support vectors, instead of a linear model:\n"
    "  linear       x'z\n"
    "  polynomial   (gamma x'z + coef0)^degree\n"
    "  rbf          exp(-gamma |x - z|^2)\n"
    "  sigmoid      tanh(gamma x'z + coef0)\n"
    "  precomputed  DATA is the kernel matrix: column j of row i is K(x_i, x_j)";

constexpr std::array for_linear_models = {
    "--loss",        "--penalty",      "--quantile",         "--delta",     "--intercept",
    "--bias",        "--solver",       "--model-format",     "--l1-ratio",  "--constraint",
    "--standardize", "--non-crossing", "--non-crossing-box", "--composite", "--coordinate-order",
    "--inner",       "--l1-weights"};

/// Options without a meaning for approximated kernels, where a ridge, the kernel's norm, is the only penalty.
constexpr std::array not_for_approximations = {"--penalty",      "--l1-ratio",     "--l1-weights",       "--constraint",
                                               "--standardize",  "--non-crossing", "--non-crossing-box", "--composite",
                                               "--model-format", "--problem",      "--selection",        "--gammas",
                                               "--cache-mb",     "--violation"};

/// Takes `given`, which must be METHOD:M; otherwise returns what is wrong.
std::string take_approximation(const std::string& given, KernelArguments& arguments) {
  const std::size_t colon = given.find(':');
  const auto* const name =
      std::find(approximation_names.begin(), approximation_names.end(), std::string_view(given).substr(0, colon));
  const char* const end = given.data() + given.size();
  std::int32_t functions = 0;
  const auto [last, error] = std::from_chars(given.data() + std::min(colon, given.size() - 1) + 1, end, functions);
  if (name == approximation_names.end() || colon == given.npos || error != std::errc() || last != end || functions < 1)
    return fmt::format("{} given, must be nystroem:M or fourier:M, M >= 1", given);
  arguments.approximation = static_cast<Approximation>(name - approximation_names.begin());
  arguments.functions = functions;
  return {};
}

void require_no_linear_options(const CLI::App& app) {
  for (const char* name : for_linear_models)
    if (is_given(app, name)) throw UsageError(fmt::format("{} excludes --kernel without --approximate", name));
}

void note_parameters(const CLI::App& app, KernelName kernel) {
  note_meaning(app, {{"--gamma", has_gamma(kernel)}, {"--degree", has_degree(kernel)}, {"--coef0", has_coef0(kernel)}},
               fmt::format("--kernel {}", to_string(kernel)));
}

}  // namespace

bool KernelArguments::is_asked_for() const { return given->count() > 0 && !is_approximated(); }

bool KernelArguments::is_approximated() const { return approximate->count() > 0; }

void check_approximation(const CLI::App& app, const KernelArguments& arguments) {
  for (const char* name : not_for_approximations) require_meaning(app, {{name, false}}, "--approximate");
  note_parameters(app, arguments.name);
}

void note_parameters_of_others(const CLI::App& app, Machine machine, const std::string& called) {
  note_meaning(app, {{"--cost", has_C(machine)}, {"--epsilon", has_epsilon(machine)}, {"--nu", has_nu(machine)}},
               called);
}

void check_meaning(const CLI::App& app, const KernelArguments& arguments) {
  require_no_linear_options(app);
  note_parameters(app, arguments.name);
  const std::string problem = fmt::format("--problem {}", to_string(arguments.machine));
  require_meaning(app, {{"--class-weight", is_classification(arguments.machine)}}, problem);
  note_parameters_of_others(app, arguments.machine, problem);
  note_meaning(app, {{"--no-shrinking", arguments.selection != Selection::blocks}}, "--selection blocks");
}

void add_kernel_options(CLI::App& app, KernelArguments& arguments) {
  CLI::Option* kernel = add_choice(app, "--kernel", arguments.name, choices_of<KernelName>(kernel_names), kernel_help)
                            ->type_name("NAME")
                            ->default_str("");
  arguments.given = kernel;
  const auto add = [&](CLI::Option* option) { option->needs(kernel); };
  CLI::Option* problem = add_choice(
      app, "--problem", arguments.machine, choices_of<Machine>(machine_names),
      "kernel machine to train; train also has a linear one_class, without --kernel. one_class ignores the targets");
  arguments.problem = problem;
  add(app.add_option("--degree", arguments.degree, "kernels: degree >= 0 of polynomial")
          ->check(must_be_whole<int>(0))
          ->check(must_not_be_negative())
          ->capture_default_str());
  add(app.add_option("--coef0", arguments.coef0, "kernels: coef0 of polynomial and sigmoid")->capture_default_str());
  app.add_option("--nu", arguments.nu, "nu of nu_svc, nu_svr and one_class, 0 < nu <= 1")
      ->check(must_be_nu())
      ->capture_default_str()
      ->needs(problem);
  add(add_choice(app, "--selection", arguments.selection, choices_of<Selection>(selection_names),
                 "kernels: how the working set is selected; blocks: thousands of variables at a time; the others: one "
                 "pair at a time"));
  add(app.add_option("--cache-mb", arguments.cache_megabytes,
                     "kernels: megabytes for the cache of rows of the kernel matrix; each of several outputs has at "
                     "least a quarter of it")
          ->check(must_be_positive())
          ->capture_default_str());
  add(app.add_option("--violation", arguments.violation,
                     "kernels: instead of --tolerance, stop when no pair of variables violates the optimality "
                     "conditions by more than this, as with LIBSVM's -e (default for indefinite kernels: 1e-3)")
          ->check(must_be_positive())
          ->excludes(app.get_option("--tolerance")));
  CLI::Option* approximate =
      app.add_option("--approximate",
                     "kernels, for many rows: train a linear model with any --loss on M functions of a row that "
                     "approximate the kernel. nystroem:M: from kernel values with M of the rows; fourier:M, for rbf "
                     "only: cosines and sines of M / 2 random frequencies")
          ->type_name("METHOD:M")
          ->check(CLI::Validator(
              [&arguments](const std::string& given) { return take_approximation(given, arguments); }, ""));
  add(approximate);
  arguments.approximate = approximate;
}

}  // namespace hingeline::cli
