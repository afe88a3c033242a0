// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>
#include <utility>

#include "command.hpp"
#include "core/timer.hpp"
#include "files.hpp"
#include "selection.hpp"

namespace hingeline::cli {
namespace {

struct CvArguments : SelectionArguments {
  std::string out;
};

struct Grids {
  std::vector<double> C;
  std::vector<double> gamma;
};

CvResult judge(const LinearInput& input, const CvOptions& cv, const Grids& grids) {
  return cross_validate(input.dataset(), input.options(), input.with_constraints(cv), grids.C);
}

CvResult judge(const KernelInput& input, const CvOptions& cv, const Grids& grids) {
  return cross_validate(input.dataset(), input.options(), cv, grids.C, grids.gamma);
}

/// Text with a line per row, with names if classes have names; empty for a row without a prediction.
std::string predictions_text(const CvResult& result, std::span<const std::string> class_names) {
  std::string text;
  for (std::size_t i = 0; i < result.predictions.size(); ++i) {
    if (result.is_predicted[i] != 0) {
      if (class_names.empty())
        fmt::format_to(std::back_inserter(text), "{}", result.predictions[i]);
      else
        text += class_names[static_cast<std::size_t>(result.predictions[i])];
    }
    text += '\n';
  }
  return text;
}

/// Writes predictions to their file, and scores to the console.
void present(const CvArguments& args, const Console& console, const CvResult& result,
             std::span<const std::string> class_names, PointKind kind, double seconds) {
  const CvPoint& best = result.points[result.best];
  if (!args.out.empty()) write_output(args.out, predictions_text(result, class_names));
  const bool several = result.points.size() > 1;
  const bool names_best = several && has_found(best);
  if (several) print_points(console, result.points, best, kind);
  console.line("{}{}, {:.3f} s", names_best ? "best " + place_text(best, kind) + ": " : "", score_text(best, kind),
               seconds);
}

template <class Input>
int run(const CvArguments& args) {
  const Console console(args.output, {args.out});
  const Grids grids = {grid("--costs", args.costs), grid("--gammas", args.gammas)};
  std::vector<int> file_folds;
  const CvOptions cv = cv_options(args, file_folds);
  const Input input(args, console);
  require_a_fold_per_row(args, cv, input);
  const PointKind kind = input.point_kind();
  const internal::Timer timer;
  const CvResult result = judge(input, cv, grids);
  const double seconds = timer.seconds();
  const CvPoint& best = result.points[result.best];
  const Status status = worst_status<CvPoint>(result.points);
  if (status != Status::infeasible) present(args, console, result, input.dataset().class_names, kind, seconds);

  Json object = input.opening(status, console);
  object["folds"] = args.folds;
  object["best"] = has_found(best) ? point_json(best, kind) : Json();
  for (const CvPoint& point : result.points) object["points"].push_back(point_json(point, kind));
  input.write_report(args.output, std::move(object), seconds);
  return exit_status(status);
}

}  // namespace

Command add_cv(CLI::App& app) {
  const auto arguments = std::make_shared<CvArguments>();
  CLI::App* sub =
      app.add_subcommand("cv", "Cross-validates: each row is predicted by a model that was trained without it.");
  declare_training(*sub, *arguments);
  sub->add_option("OUT", arguments->out,
                  "predictions of the rows held out, at the best C and gamma, one line per row; -: standard output");
  add_costs_option(*sub, *arguments,
                   "several values of C, instead of --cost; each training starts from the answer of the one before");
  add_kernel_options(*sub, arguments->kernel);
  add_gammas_option(*sub, *arguments);
  add_fold_options(*sub, *arguments);
  return {sub, [arguments, sub] {
            check_meaning(*sub, *arguments);
            note_meaning(*sub, {{"--cost", arguments->costs.empty()}}, "cv with --costs");
            check_files(read_files(*arguments), {{"OUT", arguments->out}, {"--json", arguments->output.json}});
            return has_kernel(*arguments) ? run<KernelInput>(*arguments) : run<LinearInput>(*arguments);
          }};
}

}  // namespace hingeline::cli
