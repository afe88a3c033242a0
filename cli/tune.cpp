// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"
#include "core/timer.hpp"
#include "files.hpp"
#include "selection.hpp"

namespace hingeline::cli {
namespace {

struct TuneArguments : SelectionArguments {
  std::optional<double> first_C;
  double last_C = TuneOptions().last_C;
};

int tune(const TuneArguments& args) {
  const Console console(args.output.quiet, is_standard_output(args.output.json));
  std::vector<int> file_folds;
  TuneOptions search;
  search.cv = cv_options(args, file_folds);
  search.first_C = args.first_C;
  search.last_C = args.last_C;
  if (args.problem.epsilon) search.epsilon = {*args.problem.epsilon};
  const TrainingInput input(args, console);
  const Loss& loss = input.options().loss;
  const internal::Timer timer;
  const TuneResult result = hingeline::tune(input.dataset(), input.options(), search);
  const double seconds = timer.seconds();

  print_points(console, result.points, result.best, loss);
  const std::string epsilon = has_epsilon(loss.name) ? fmt::format(", epsilon = {:g}", result.best.epsilon) : "";
  console.line("best C = {:g}{}: {}, {:.3f} s", result.best.C, epsilon, score_text(result.best, loss), seconds);
  if (!args.model.empty()) {
    write_model(args.model, result.trained.model, args.model_format);
    console.line("write  {}", args.model);
  }
  Status status = result.trained.status;
  for (const CvPoint& point : result.points) status = std::max(status, point.status);
  Json object = {{"status", to_string(status)}, {"loss", to_string(loss.name)}, {"folds", args.folds}};
  object["best"] = point_json(result.best, loss);
  object["primal"] = number_or_null(result.trained.certificate.primal);
  object["relative_gap"] = number_or_null(result.trained.certificate.relative_gap);
  for (const CvPoint& point : result.points) object["points"].push_back(point_json(point, loss));
  object["seconds"]["solve"] = seconds;
  input.describe(object);
  write_json(args.output, object);
  return exit_status(status);
}

}  // namespace

Command add_tune(CLI::App& app) {
  const auto arguments = std::make_shared<TuneArguments>();
  CLI::App* sub = app.add_subcommand("tune", "Finds C, of tube losses epsilon too, by cross-validation.");
  declare_training(*sub, *arguments);
  sub->add_option("MODEL", arguments->model, "trained on all rows at the best parameters (default: none is written)");
  add_model_format_option(*sub, arguments->model_format);
  sub->add_option("--first-cost", arguments->first_C,
                  "where the search begins (default: where predictions begin to differ from a constant)");
  sub->add_option("--last-cost", arguments->last_C, "where it ends at the latest")->capture_default_str();
  add_fold_options(*sub, *arguments);
  return {sub, [arguments] {
            check_files(read_files(*arguments),
                        {{"MODEL", arguments->model, NamedFile::must_be_file}, {"--json", arguments->output.json}});
            return tune(*arguments);
          }};
}

}  // namespace hingeline::cli
