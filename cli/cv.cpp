// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>

#include "command.hpp"
#include "core/timer.hpp"
#include "files.hpp"
#include "selection.hpp"

namespace hingeline::cli {
namespace {

struct CvArguments : SelectionArguments {
  std::string out;
};

int cross_validate(const CvArguments& args) {
  const Console console(args.output.quiet, is_standard_output(args.output.json) || is_standard_output(args.out));
  const std::vector<double> grid = costs(args);
  std::vector<int> file_folds;
  const CvOptions cv = cv_options(args, file_folds);
  const TrainingInput input(args, console);
  const Loss& loss = input.options().loss;
  const internal::Timer timer;
  const CvResult result = hingeline::cross_validate(input.dataset(), input.options(), cv, grid);
  const double seconds = timer.seconds();
  const CvPoint& best = result.points[result.best];

  if (!args.out.empty()) {
    std::string text;
    for (const double prediction : result.predictions) fmt::format_to(std::back_inserter(text), "{}\n", prediction);
    write_output(args.out, text);
  }
  if (result.points.size() > 1) print_points(console, result.points, best, loss);
  console.line("{}{}, {:.3f} s", result.points.size() > 1 ? fmt::format("best C = {:g}: ", best.C) : "",
               score_text(best, loss), seconds);

  Status status = Status::converged;
  for (const CvPoint& point : result.points) status = std::max(status, point.status);
  Json object = {{"status", to_string(status)}, {"loss", to_string(loss.name)}, {"folds", args.folds}};
  object["best"] = point_json(best, loss);
  for (const CvPoint& point : result.points) object["points"].push_back(point_json(point, loss));
  object["seconds"]["solve"] = seconds;
  input.describe(object);
  write_json(args.output, object);
  return exit_status(status);
}

}  // namespace

Command add_cv(CLI::App& app) {
  const auto arguments = std::make_shared<CvArguments>();
  CLI::App* sub = app.add_subcommand("cv", "Cross-validates: every row is predicted by a training without it.");
  declare_training(*sub, *arguments);
  sub->add_option("OUT", arguments->out, "those predictions (of the best C), one line per row; -: standard output");
  add_costs_option(*sub, *arguments, "several C instead of --cost; each begins where the one before ended");
  add_fold_options(*sub, *arguments);
  return {sub, [arguments] {
            check_files(read_files(*arguments), {{"OUT", arguments->out}, {"--json", arguments->output.json}});
            return cross_validate(*arguments);
          }};
}

}  // namespace hingeline::cli
