// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "command.hpp"
#include "core/deadline.hpp"
#include "core/timer.hpp"
#include "files.hpp"
#include "range.hpp"
#include "selection.hpp"
#include "selection/trainings.hpp"
#include "train_report.hpp"

namespace hingeline::cli {
namespace {

struct TuneArguments : SelectionArguments {
  std::optional<double> first_C;
  std::optional<double> last_C;
};

TuneResult search(const LinearInput& input, const CvOptions& cv, const TuneArguments& args) {
  TuneOptions options;
  options.cv = input.with_constraints(cv);
  options.first_C = args.first_C;
  options.last_C = args.last_C.value_or(options.last_C);
  if (args.problem.epsilon) options.epsilon = {*args.problem.epsilon};
  return hingeline::tune(input.dataset(), input.options(), options);
}

KernelTuneResult search(const KernelInput& input, const CvOptions& cv, const TuneArguments& args) {
  KernelTuneOptions options{cv, args.first_C, args.last_C, args.problem.gamma, {}};
  if (args.problem.epsilon) options.epsilon = {*args.problem.epsilon};
  return hingeline::tune(input.dataset(), input.options(), options);
}

void write(const TuneArguments& args, const LinearModel& model) { write_answer(args.model, model, args.model_format); }
void write(const TuneArguments& args, const KernelModel& model) { write_answer(args.model, model); }

/// After Ctrl-C, trains at the best point found so far; a second Ctrl-C ends the program.
template <class Input, class Result>
void train_best_after_interrupt(const Input& input, double seconds, Result& result) {
  if (result.points.back().status != Status::interrupted || !has_found(result.best)) return;
  auto options = internal::at_point(result.best, input.options());
  SolverOptions& solver = internal::solver_of(options);
  solver.interrupt = nullptr;
  solver.max_seconds = internal::seconds_left(solver.max_seconds, seconds);
  result.trained = hingeline::train(input.dataset(), options);
}

void say_that_none_is_found(const TuneArguments& args, const Console& console, double seconds) {
  console.line("the search ended before any parameters were evaluated, {:.3f} s{}", seconds,
               args.model.empty() ? "" : fmt::format("; {} is not written", args.model));
}

/// Writes points and scores to the console, and the model to its file.
template <class Input, class Result>
void present(const TuneArguments& args, const Console& console, const Input& input, const Result& result,
             double seconds) {
  const PointKind kind = input.point_kind();
  const auto& trained = result.trained;
  print_points(console, result.points, result.best, kind);
  if (!has_found(result.best)) return say_that_none_is_found(args, console, seconds);
  console.line("best {}: {}, {:.3f} s", place_text(result.best, kind), score_text(result.best, kind), seconds);
  console.line("trained on all rows: {}, primal {:.9g}, relative gap {:.2g}", to_string(trained.status),
               trained.certificate.primal, trained.certificate.relative_gap);
  if (args.model.empty()) return;
  write(args, input.to_row_model(trained.model));
  console.line("write  {}", args.model);
}

template <class Input>
int run(const TuneArguments& args) {
  const Console console(args.output, {args.model});
  std::vector<int> file_folds;
  const CvOptions cv = cv_options(args, file_folds);
  const Input input(args, console);
  require_a_fold_per_row(args, cv, input);
  const PointKind kind = input.point_kind();
  const internal::Timer timer;
  auto result = search(input, cv, args);
  train_best_after_interrupt(input, timer.seconds(), result);
  const double seconds = timer.seconds();
  const Status status = std::max(result.trained.status, worst_status<CvPoint>(result.points));
  if (status != Status::infeasible) present(args, console, input, result, seconds);

  Json object = input.opening(status, console);
  object["folds"] = args.folds;
  const bool found = has_found(result.best);
  object["best"] = found ? point_json(result.best, kind) : Json();
  object["primal"] = found ? number_or_null(result.trained.certificate.primal) : Json();
  object["relative_gap"] = found ? number_or_null(result.trained.certificate.relative_gap) : Json();
  for (const CvPoint& point : result.points) object["points"].push_back(point_json(point, kind));
  input.write_report(args.output, std::move(object), seconds);
  return exit_status(status);
}

}  // namespace

Command add_tune(CLI::App& app) {
  const auto arguments = std::make_shared<TuneArguments>();
  CLI::App* sub = app.add_subcommand(
      "tune", "Finds the best C by cross-validation; also epsilon, if the loss has one, and gamma of kernels.");
  declare_training(*sub, *arguments);
  sub->get_option("--cost")->group("");
  sub->add_option("MODEL", arguments->model,
                  "model file, trained on all rows at the best parameters (default: no model is written)");
  add_model_format_option(*sub, arguments->model_format);
  sub->add_option("--first-cost", arguments->first_C,
                  "smallest C to try (default: so small that predictions hardly differ from those of any smaller C; "
                  "with --kernel 1/1024, in regression times the standard deviation of the targets)")
      ->check(must_be_positive());
  sub->add_option("--last-cost", arguments->last_C,
                  "largest C to try (default: 1024; with --kernel 32768, in regression times the standard deviation of "
                  "the targets)")
      ->check(must_be_positive());
  add_kernel_options(*sub, arguments->kernel);
  add_fold_options(*sub, *arguments);
  return {sub, [arguments, sub] {
            check_meaning(*sub, *arguments);
            require_meaning(*sub, {{"--model-format", !arguments->model.empty()}}, "tune without MODEL");
            note_meaning(*sub, {{"--cost", false}}, "tune, which searches for it");
            check_files(read_files(*arguments),
                        {{"MODEL", arguments->model, NamedFile::must_be_file}, {"--json", arguments->output.json}});
            return has_kernel(*arguments) ? run<KernelInput>(*arguments) : run<LinearInput>(*arguments);
          }};
}

}  // namespace hingeline::cli
