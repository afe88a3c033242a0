// SPDX-License-Identifier: BSD-3-Clause
#include "selection.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "command.hpp"
#include "hingeline/error.hpp"
#include "number.hpp"

namespace hingeline::cli {
namespace {

/// The words of a text as numbers; none where one of them is no number.
std::vector<double> numbers(const std::string& text, char separator) {
  std::vector<double> values;
  for (const std::string& word : CLI::detail::split(text, separator)) {
    const auto value = parse_number(word);
    if (!value) return {};
    values.push_back(*value);
  }
  return values;
}

bool by_accuracy(const Loss& loss) { return is_classification(loss); }

}  // namespace

void add_costs_option(CLI::App& app, SelectionArguments& arguments, const std::string& help) {
  app.add_option("--costs", arguments.costs, help)->type_name("FROM:TO:COUNT|C,C,...");
}

void add_fold_options(CLI::App& app, SelectionArguments& arguments) {
  app.add_option("--folds", arguments.folds, "parts of the rows, each predicted by a training without it, >= 2")
      ->capture_default_str();
  app.add_option("--fold-file", arguments.fold_file,
                 "the folds themselves: a number 0 .. folds - 1 per row, -1: never held out (default: at random from "
                 "--seed, classes spread evenly)")
      ->type_name("FILE");
}

std::vector<double> costs(const SelectionArguments& arguments) {
  const std::string& text = arguments.costs;
  if (text.empty()) return {};
  const bool is_grid = text.find(':') != std::string::npos;
  const std::vector<double> values = numbers(text, is_grid ? ':' : ',');
  if (values.empty() || (is_grid && (values.size() != 3 || values[2] != std::rint(values[2]) || values[2] > 1e6)))
    throw UsageError("--costs: expected FROM:TO:COUNT or C,C,..., found '" + text + "'");
  return is_grid ? geometric_grid(values[0], values[1], static_cast<int>(values[2])) : values;
}

TrainingInput::TrainingInput(const TrainArguments& arguments, const Console& console)
    : options_(arguments.train_options()) {
  validate(options_.loss);
  validate(options_.solver);
  data_ = read_data(arguments.data, arguments.read);
  console.line("read   {}", cli::describe(arguments.data, data_));
  weights_ = arguments.problem.weights.by_row(rows(data_.dataset.x));
  options_.weights = weights_;
  constraints_ = arguments.problem.constraints.on(data_.dataset).set;
  options_.bounds = constraints_.bounds();
  options_.constraints = constraints_.constraints();
  options_.solver.interrupt = interrupt_.flag();
}

void TrainingInput::describe(Json& object) const {
  object["threads"] = options_.threads;
  object["rows"] = rows(dataset().x);
  object["features"] = cols(dataset().x);
  object["nonzeros"] = count_nonzeros(dataset().x);
  object["seconds"]["read"] = data_.report.seconds;
  object["peak_rss_bytes"] = peak_rss_bytes();
}

CvOptions cv_options(const SelectionArguments& arguments, std::vector<int>& file_folds) {
  CvOptions cv;
  cv.folds = arguments.folds;
  cv.seed = arguments.solver.seed;
  if (arguments.fold_file.empty()) return cv;
  for (const double fold : read_numbers(arguments.fold_file)) {
    if (!(fold >= -1 && fold < arguments.folds) || fold != std::rint(fold))
      throw DataError(arguments.fold_file, static_cast<std::int64_t>(file_folds.size()) + 1, 0,
                      fmt::format("expected a whole number from -1 to {}, found {}", arguments.folds - 1, fold));
    file_folds.push_back(static_cast<int>(fold));
  }
  if (std::ranges::all_of(file_folds, [](int fold) { return fold < 0; }))
    throw DataError(fmt::format("{}: {} rows, none of them is held out", arguments.fold_file, file_folds.size()));
  cv.fold = file_folds;
  return cv;
}

std::vector<NamedFile> read_files(const SelectionArguments& arguments) {
  std::vector<NamedFile> files = arguments.read_files();
  files.push_back({"--fold-file", arguments.fold_file});
  return files;
}

bool has_epsilon(LossName loss) {
  return loss == LossName::epsilon_insensitive || loss == LossName::squared_epsilon_insensitive ||
         loss == LossName::quantile;
}

void print_points(const Console& console, std::span<const CvPoint> points, const CvPoint& best, const Loss& loss) {
  const char* score = by_accuracy(loss) ? "accuracy" : "mean sq. error";
  console.line("{:>13} {:>11} {:>14} {:>11} {:>9} {:>8} {:>8}", "C", has_epsilon(loss.name) ? "epsilon" : "", score,
               "+-", "gap", "passes", "seconds");
  for (const CvPoint& point : points) {
    const std::string epsilon = has_epsilon(loss.name) ? fmt::format("{:.5g}", point.epsilon) : "";
    const bool is_best = point.C == best.C && point.epsilon == best.epsilon;
    console.line("{:>13.6g} {:>11} {:>14.6g} {:>11.3g} {:>9.1e} {:>8} {:>8.3f}{}{}", point.C, epsilon, point.score,
                 point.standard_error, point.largest_gap, point.passes, point.seconds,
                 point.status == Status::converged ? "" : " ",
                 point.status == Status::converged ? (is_best ? " *" : "") : to_string(point.status));
  }
}

Json point_json(const CvPoint& point, const Loss& loss) {
  Json object = {{"C", point.C}};
  if (has_epsilon(loss.name)) object["epsilon"] = point.epsilon;
  object[by_accuracy(loss) ? "accuracy" : "mean_squared_error"] = number_or_null(point.score);
  object["standard_error"] = number_or_null(point.standard_error);
  if (!by_accuracy(loss)) object["squared_correlation"] = number_or_null(point.squared_correlation);
  for (const double score : point.fold_scores) object["fold_scores"].push_back(number_or_null(score));
  object["status"] = to_string(point.status);
  object["largest_gap"] = number_or_null(point.largest_gap);
  object["coef_norm"] = number_or_null(point.coef_norm);
  object["passes"] = point.passes;
  object["seconds"] = point.seconds;
  return object;
}

std::string score_text(const CvPoint& point, const Loss& loss) {
  if (by_accuracy(loss))
    return fmt::format("Cross Validation Accuracy = {:g}% (+- {:.2g})", 100 * point.score, 100 * point.standard_error);
  return fmt::format("Cross Validation Mean squared error = {:g} (+- {:.2g}), squared correlation = {:g}", point.score,
                     point.standard_error, point.squared_correlation);
}

}  // namespace hingeline::cli
