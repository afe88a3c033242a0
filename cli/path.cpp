// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"
#include "core/timer.hpp"
#include "files.hpp"
#include "selection.hpp"

namespace hingeline::cli {
namespace {

struct PathArguments : SelectionArguments {
  std::string models;
};

void print(const Console& console, const PathPoint& point) {
  console.line("{:>13.6g} {:>15.8g} {:>9.1e} {:>11.5g} {:>9} {:>8} {:>8.3f}{}{}", point.C, point.certificate.primal,
               point.certificate.relative_gap, point.coef_norm, point.support_vectors, point.passes, point.seconds,
               point.status == Status::converged ? "" : " ",
               point.status == Status::converged ? "" : to_string(point.status));
}

Json point_json(const PathPoint& point) {
  return {{"C", point.C},
          {"status", to_string(point.status)},
          {"solver", point.solver},
          {"reason", point.reason},
          {"primal", number_or_null(point.certificate.primal)},
          {"dual", number_or_null(point.certificate.dual)},
          {"relative_gap", number_or_null(point.certificate.relative_gap)},
          {"coef_error_bound", number_or_null(point.certificate.coef_error_bound)},
          {"coef_norm", number_or_null(point.coef_norm)},
          {"support_vectors", point.support_vectors},
          {"passes", point.passes},
          {"seconds", point.seconds}};
}

std::string model_path(const PathArguments& args, std::size_t k) { return fmt::format("{}.{}", args.models, k + 1); }

std::vector<NamedFile> written_files(const PathArguments& args, std::size_t models) {
  std::vector<NamedFile> files = {{"--json", args.output.json}};
  for (std::size_t k = 0; k < models && !args.models.empty(); ++k)
    files.push_back({"--models", model_path(args, k), NamedFile::must_be_file});
  return files;
}

/// Points to people, models to their files.
void present(const PathArguments& args, const Console& console, const PathResult& result, double seconds) {
  console.line("{:>13} {:>15} {:>9} {:>11} {:>9} {:>8} {:>8}", "C", "primal", "gap", "|w|", "support", "passes",
               "seconds");
  for (const PathPoint& point : result.points) print(console, point);
  console.line("{} points, {:.3f} s", result.points.size(), seconds);
  for (std::size_t k = 0; k < result.models.size() && !args.models.empty(); ++k)
    write_model(model_path(args, k), result.models[k], ModelFormat::native);
}

int path(const PathArguments& args, std::span<const double> costs) {
  const Console console(args.output);
  const LinearInput input(args, console);
  const internal::Timer timer;
  const PathResult result = train_path(input.dataset(), input.options(), costs);
  const double seconds = timer.seconds();
  const Status status = worst_status<PathPoint>(result.points);
  if (status != Status::infeasible) present(args, console, result, seconds);

  Json object = {{"status", to_string(status)}};
  input.explain(status, console, object);
  object.update(input.name());
  for (const PathPoint& point : result.points) object["points"].push_back(point_json(point));
  object["seconds"]["solve"] = seconds;
  input.describe(object);
  write_json(args.output, object);
  return exit_status(status);
}

}  // namespace

Command add_path(CLI::App& app) {
  const auto arguments = std::make_shared<PathArguments>();
  arguments->costs = "0.001:1000:20";
  CLI::App* sub = app.add_subcommand("path", "Trains at many C, each beginning where the one before ended.");
  declare_training(*sub, *arguments);
  add_costs_option(*sub, *arguments, "the values of C, ascending is cheap (default 0.001:1000:20)");
  sub->add_option("--models", arguments->models, "write the models to PREFIX.1, PREFIX.2, ...")->type_name("PREFIX");
  return {sub, [arguments, sub] {
            check_meaning(*sub, *arguments);
            note_meaning(*sub, {{"--cost", false}}, "path, which has --costs");
            const std::vector<double> costs = grid("--costs", arguments->costs);
            check_files(read_files(*arguments), written_files(*arguments, costs.size()));
            return path(*arguments, costs);
          }};
}

}  // namespace hingeline::cli
