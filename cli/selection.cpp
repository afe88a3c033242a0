// SPDX-License-Identifier: BSD-3-Clause
#include "selection.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "command.hpp"
#include "describe.hpp"
#include "hingeline/error.hpp"
#include "losses/loss_parameters.hpp"
#include "number.hpp"
#include "range.hpp"
#include "score_name.hpp"
#include "selection/trainings.hpp"
#include "train_report.hpp"

namespace hingeline::cli {
namespace {

/// The words of a text as numbers; empty if one of them is no number.
std::vector<double> numbers(const std::string& text, char separator) {
  std::vector<double> values;
  for (const std::string& word : split(text, separator)) {
    const auto value = parse_number(word);
    if (!value) return {};
    values.push_back(*value);
  }
  return values;
}

/// The title of a table's column.
std::string_view column_name(Score score) {
  constexpr std::array<std::string_view, 5> names = {"accuracy", "mean sq. error", "mean abs. error", "pinball loss",
                                                     "expectile loss"};
  return names[static_cast<std::size_t>(score)];
}

}  // namespace

void add_costs_option(CLI::App& app, SelectionArguments& arguments, const std::string& help) {
  app.add_option("--costs", arguments.costs, help)->type_name("FROM:TO:COUNT|C,C,...");
}

void add_gammas_option(CLI::App& app, SelectionArguments& arguments) {
  CLI::Option* gammas =
      app.add_option("--gammas", arguments.gammas, "kernels: several values of gamma, instead of --gamma")
          ->type_name("FROM:TO:COUNT|G,G,...");
  gammas->needs(app.get_option("--kernel"))->excludes(app.get_option("--gamma"));
}

void add_fold_options(CLI::App& app, SelectionArguments& arguments) {
  app.add_option("--folds", arguments.folds,
                 "number of folds >= 2, each of which is predicted by a model trained on the others")
      ->check(must_be_whole<int>(2))
      ->check(must_be(">= 2", [](double folds) { return folds >= 2; }))
      ->capture_default_str();
  app.add_option("--fold-file", arguments.fold_file,
                 "the fold of each row, one number from 0 to folds - 1 per line, or -1 for rows that are never held "
                 "out (default: random folds by --seed, stratified by class)")
      ->type_name("FILE");
}

std::vector<double> grid(const std::string& option, const std::string& text) {
  if (text.empty()) return {};
  const bool is_grid = text.find(':') != std::string::npos;
  const std::vector<double> values = numbers(text, is_grid ? ':' : ',');
  if (values.empty() ||
      (is_grid && (values.size() != 3 || values[2] != std::rint(values[2]) || std::abs(values[2]) > 1e6)))
    throw UsageError(fmt::format("{}: expected FROM:TO:COUNT or numbers between commas, found '{}'", option, text));
  try {
    if (is_grid) return geometric_grid(values[0], values[1], static_cast<int>(values[2]));
  } catch (const InvalidParameter& error) {
    const std::string_view what = error.what();
    throw UsageError(fmt::format("{}{}", option, what.substr(what.find(':'))));
  }
  for (const double value : values)
    if (!(value > 0)) throw UsageError(fmt::format("{}: {} given, must be > 0 and finite", option, value));
  return values;
}

TrainingInput::TrainingInput(const TrainArguments& arguments, const Console& console, bool of_classes)
    : threads_(arguments.read.threads), data_(read_data(arguments.data, arguments.read)) {
  tell_of_data(console, arguments, data_, of_classes);
  weights_ = arguments.problem.weights.by_row(data_);
}

Json TrainingInput::opening(Status status, const Console& console) const {
  Json object = {{"status", to_string(status)}};
  if (status == Status::infeasible) {
    const std::vector<std::string> names = conflict();
    console.line("{}", infeasible_text(names));
    object["conflict"] = names;
  }
  object.update(name());
  return object;
}

void TrainingInput::write_report(const OutputOptions& output, Json object, double solve_seconds) const {
  object["seconds"]["solve"] = solve_seconds;
  object["threads"] = threads_;
  object["rows"] = rows(dataset().x);
  object["features"] = cols(dataset().x);
  object["nonzeros"] = count_nonzeros(dataset().x);
  object["seconds"]["read"] = data_.report.seconds;
  object["peak_rss_bytes"] = peak_rss_bytes();
  write_json(output, object);
}

LinearInput::LinearInput(const TrainArguments& arguments, const Console& console)
    : LinearInput(arguments, arguments.train_options(), console) {}

LinearInput::LinearInput(const TrainArguments& arguments, TrainOptions options, const Console& console)
    : TrainingInput(arguments, console, is_classification(options.loss)),
      options_(std::move(options)),
      asked_(arguments.problem.constraints) {
  options_.weights = weights();
  options_.class_weights = arguments.problem.weights.by_label(TrainingInput::dataset(), weights());
  if (arguments.kernel.is_approximated()) {
    const Dataset& rows = TrainingInput::dataset();
    features_.emplace(rows.x, weights(), arguments.feature_options(cols(rows.x)), arguments.read.threads);
    mapped_ = features_->map(rows, arguments.read.threads);
  }
  demands_ = asked_.demands(dataset(), weights());
  demands_.set(options_);
  options_.solver.interrupt = heed_interrupts();
}

CvOptions LinearInput::with_constraints(CvOptions folds) const {
  if (asked_.depend_on_rows())
    folds.constraints = [this](std::span<const double> weights) { return asked_.on(dataset(), weights).set; };
  return folds;
}

LinearModel LinearInput::to_row_model(LinearModel model) const {
  if (!features_) return model;
  model = features_->to_row_model(std::move(model));
  model.feature_names = TrainingInput::dataset().feature_names;
  return model;
}

/// The constraints in conflict, found by one more training, which ends as soon as infeasibility is proven.
std::vector<std::string> LinearInput::conflict() const {
  return demands_.constraints.conflict(worst_part(train(dataset(), options_)).multipliers);
}

Json LinearInput::name() const {
  Json object = {{"loss", to_string(options_.loss.name)}};
  if (features_) object["approximation"] = describe_basis(features_->basis());
  return object;
}

PointKind LinearInput::point_kind() const {
  return {.score = score_of(options_.loss),
          .epsilon = internal::has_epsilon(options_.loss.name),
          .weighted = !weights().empty()};
}

KernelInput::KernelInput(const TrainArguments& arguments, const Console& console)
    : TrainingInput(arguments, console, is_classification(arguments.kernel.machine)),
      options_(arguments.kernel_options(dataset(), weights())) {
  options_.solver.solver.interrupt = heed_interrupts();
}

PointKind KernelInput::point_kind() const {
  return {.score = is_regression(options_.machine) ? Score::mean_squared_error : Score::accuracy,
          .epsilon = has_epsilon(options_.machine),
          .gamma = has_gamma(options_.kernel.name),
          .support_vectors = true,
          .weighted = !weights().empty()};
}

Json KernelInput::name() const {
  return {{"problem", to_string(options_.machine)}, {"kernel", to_string(options_.kernel.name)}};
}

bool has_kernel(const SelectionArguments& arguments) {
  if (!arguments.kernel.is_asked_for() && arguments.kernel.problem->count() > 0)
    throw UsageError(fmt::format("--problem {} needs --kernel", to_string(arguments.kernel.machine)));
  return arguments.kernel.is_asked_for();
}

CvOptions cv_options(const SelectionArguments& arguments, std::vector<int>& file_folds) {
  CvOptions cv;
  cv.folds = arguments.folds;
  cv.seed = arguments.solver.seed;
  cv.keep_decision_values = false;
  if (arguments.fold_file.empty()) return cv;
  for (const double fold : read_numbers(arguments.fold_file)) {
    if (!(fold >= -1 && fold < arguments.folds) || fold != std::rint(fold))
      throw DataError(arguments.fold_file, static_cast<std::int64_t>(file_folds.size()) + 1, 0,
                      fmt::format("expected a whole number from -1 to {}, found {}", arguments.folds - 1, fold));
    file_folds.push_back(static_cast<int>(fold));
  }
  if (std::ranges::all_of(file_folds, [](int fold) { return fold < 0; }))
    throw DataError(fmt::format("{}: {} rows given, but none is held out", arguments.fold_file, file_folds.size()));
  cv.fold = file_folds;
  return cv;
}

void require_a_fold_per_row(const SelectionArguments& arguments, const CvOptions& cv, const TrainingInput& input) {
  require_targets(arguments.data, input.dataset(), arguments.read);  // also for one_class, which is scored by them
  const auto rows = input.dataset().y.size();
  if (!cv.fold.empty() && cv.fold.size() != rows)
    throw DataError(fmt::format("{}: {} numbers for {} rows", arguments.fold_file, cv.fold.size(), rows));
}

bool has_found(const CvPoint& best) { return !internal::ends_all(best.status); }

std::vector<NamedFile> read_files(const SelectionArguments& arguments) {
  std::vector<NamedFile> files = arguments.read_files();
  files.push_back({"--fold-file", arguments.fold_file});
  return files;
}

void print_points(const Console& console, std::span<const CvPoint> points, const CvPoint& best, PointKind kind) {
  const auto optional = [](bool shown, const std::string& text) {
    return shown ? fmt::format(" {:>11}", text) : std::string();
  };
  console.line("{:>13}{}{} {:>14} {:>11} {:>9} {:>8} {:>8}", "C", optional(kind.gamma, "gamma"),
               optional(kind.epsilon, "epsilon"), column_name(kind.score), "+-", "gap", "passes", "seconds");
  for (const CvPoint& point : points) {
    const bool is_best = point.C == best.C && point.epsilon == best.epsilon && point.gamma == best.gamma;
    console.line("{:>13.6g}{}{} {:>14.6g} {:>11.3g} {:>9.1e} {:>8} {:>8.3f}{}{}", point.C,
                 optional(kind.gamma, fmt::format("{:.5g}", point.gamma)),
                 optional(kind.epsilon, fmt::format("{:.5g}", point.epsilon)), point.score, point.standard_error,
                 point.largest_gap, point.passes, point.seconds, point.status == Status::converged ? "" : " ",
                 point.status == Status::converged ? (is_best ? " *" : "") : to_string(point.status));
  }
}

std::string place_text(const CvPoint& point, PointKind kind) {
  std::string text = fmt::format("C = {:g}", point.C);
  if (kind.gamma) text += fmt::format(", gamma = {:g}", point.gamma);
  if (kind.epsilon) text += fmt::format(", epsilon = {:g}", point.epsilon);
  return text;
}

Json point_json(const CvPoint& point, PointKind kind) {
  Json object = {{"C", point.C}};
  if (kind.gamma) object["gamma"] = point.gamma;
  if (kind.epsilon) object["epsilon"] = point.epsilon;
  object[to_string(kind.score)] = number_or_null(point.score);
  object["standard_error"] = number_or_null(point.standard_error);
  if (kind.score != Score::accuracy) object["squared_correlation"] = number_or_null(point.squared_correlation);
  for (const double score : point.fold_scores) object["fold_scores"].push_back(number_or_null(score));
  object["status"] = to_string(point.status);
  object["largest_gap"] = number_or_null(point.largest_gap);
  if (kind.support_vectors)
    object["support_vectors"] = point.support_vectors;
  else
    object["coef_norm"] = number_or_null(point.coef_norm);
  object["passes"] = point.passes;
  object["seconds"] = point.seconds;
  return object;
}

std::string score_text(const CvPoint& point, PointKind kind) {
  const std::string score =
      kind.score == Score::accuracy
          ? fmt::format("Accuracy = {:g}% (+- {:.2g})", 100 * point.score, 100 * point.standard_error)
          : fmt::format("{} = {:g} (+- {:.2g}), squared correlation = {:g}", spelt_out(kind.score), point.score,
                        point.standard_error, point.squared_correlation);
  const std::string shortfall =
      point.status == Status::converged
          ? ""
          : fmt::format(", {} at a gap of {:.2g}", to_string(point.status), point.largest_gap);
  return fmt::format("Cross Validation {}{}{}", score, kind.weighted ? ", rows weighted" : "", shortfall);
}

}  // namespace hingeline::cli
