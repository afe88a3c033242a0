// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <memory>
#include <type_traits>
#include <utility>

#include "command.hpp"
#include "core/timer.hpp"
#include "files.hpp"
#include "selection.hpp"
#include "train_report.hpp"

namespace hingeline::cli {
namespace {

struct PathArguments : SelectionArguments {
  std::string models;
};

/// Empty for kernel machines, which have no coefficients.
std::string norm_text(bool shown, const std::string& text) { return shown ? fmt::format(" {:>11}", text) : ""; }

void print(const Console& console, const PathPoint& point, bool is_linear) {
  console.line("{:>13.6g} {:>15.8g} {:>9.1e}{} {:>9} {:>8} {:>8.3f}{}{}", point.C, point.certificate.primal,
               point.certificate.relative_gap, norm_text(is_linear, fmt::format("{:.5g}", point.coef_norm)),
               point.support_vectors, point.passes, point.seconds, point.status == Status::converged ? "" : " ",
               point.status == Status::converged ? "" : to_string(point.status));
}

Json point_json(const PathPoint& point, bool is_linear) {
  Json object = {{"C", point.C},
                 {"status", to_string(point.status)},
                 {"solver", point.solver},
                 {"reason", point.reason},
                 {"coef_norm", is_linear ? number_or_null(point.coef_norm) : nullptr},
                 {"support_vectors", point.support_vectors},
                 {"passes", point.passes},
                 {"seconds", point.seconds}};
  object.update(certificate_json(point.certificate));
  return object;
}

std::string model_path(const PathArguments& args, std::size_t k) { return fmt::format("{}.{}", args.models, k + 1); }

std::vector<NamedFile> written_files(const PathArguments& args, std::size_t models) {
  std::vector<NamedFile> files = {{"--json", args.output.json}};
  for (std::size_t k = 0; k < models && !args.models.empty(); ++k)
    files.push_back({"--models", model_path(args, k), NamedFile::must_be_file});
  return files;
}

void write(const std::string& path, const LinearModel& model) { write_answer(path, model, ModelFormat::native); }
void write(const std::string& path, const KernelModel& model) { write_answer(path, model); }

/// Writes points to the console, and models to their files.
template <class Input, class Result>
void present(const PathArguments& args, const Console& console, const Input& input, const Result& result,
             double seconds) {
  constexpr bool is_linear = std::is_same_v<Result, PathResult>;
  console.line("{:>13} {:>15} {:>9}{} {:>9} {:>8} {:>8}", "C", "primal", "gap", norm_text(is_linear, "|w|"), "support",
               "passes", "seconds");
  for (const PathPoint& point : result.points) print(console, point, is_linear);
  console.line("{} points, {:.3f} s", result.points.size(), seconds);
  for (std::size_t k = 0; k < result.models.size() && !args.models.empty(); ++k)
    write(model_path(args, k), input.to_row_model(result.models[k]));
}

template <class Input>
int path(const PathArguments& args, std::span<const double> costs) {
  const Console console(args.output);
  const Input input(args, console);
  const internal::Timer timer;
  const auto result = train_path(input.dataset(), input.options(), costs);
  const double seconds = timer.seconds();
  const Status status = worst_status<PathPoint>(result.points);
  if (status != Status::infeasible) present(args, console, input, result, seconds);

  Json object = input.opening(status, console);
  constexpr bool is_linear = std::is_same_v<Input, LinearInput>;
  for (const PathPoint& point : result.points) object["points"].push_back(point_json(point, is_linear));
  input.write_report(args.output, std::move(object), seconds);
  return exit_status(status);
}

}  // namespace

Command add_path(CLI::App& app) {
  const auto arguments = std::make_shared<PathArguments>();
  arguments->costs = "0.001:1000:20";
  CLI::App* sub =
      app.add_subcommand("path", "Trains at many values of C, each time starting from the answer of the one before.");
  declare_training(*sub, *arguments);
  sub->get_option("--cost")->group("");
  add_costs_option(*sub, *arguments,
                   "values of C, a geometric grid or a list; ascending values are fastest (default 0.001:1000:20)");
  add_kernel_options(*sub, arguments->kernel);
  sub->add_option("--models", arguments->models, "write the models to PREFIX.1, PREFIX.2, ...")->type_name("PREFIX");
  return {sub, [arguments, sub] {
            check_meaning(*sub, *arguments);
            note_meaning(*sub, {{"--cost", false}}, "path, which has --costs");
            const std::vector<double> costs = grid("--costs", arguments->costs);
            check_files(read_files(*arguments), written_files(*arguments, costs.size()));
            return has_kernel(*arguments) ? path<KernelInput>(*arguments, costs) : path<LinearInput>(*arguments, costs);
          }};
}

}  // namespace hingeline::cli
