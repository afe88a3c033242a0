// SPDX-License-Identifier: BSD-3-Clause
#include "models/training_problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "models/class_pairs.hpp"
#include "models/label_names.hpp"
#include "models/level_training.hpp"
#include "models/multi_class.hpp"
#include "models/training_rows.hpp"
#include "problem/validate.hpp"
#include "solvers/solve/validate_before_solve.hpp"

namespace hingeline::internal {
namespace {

std::vector<double> signs(std::span<const double> y, double positive) {
  std::vector<double> result(y.size());
  std::transform(y.begin(), y.end(), result.begin(),
                 [positive](double label) { return label == positive ? 1.0 : -1.0; });
  return result;
}

/// Throws where training would copy the rows, which are to stay in their file.
void require_no_copies(const TrainOptions& options, const LinearModel& model) {
  if (options.standardize)
    throw InvalidParameter("standardize", "true",
                           "must be false for rows that stay in their file, as it would copy them");
  if (model.multi_class != MultiClass::one_vs_rest)
    throw InvalidParameter("multiclass", std::string(to_string(options.multi_class)),
                           "must be ovr for rows that stay in their file");
  if (levels_are_tied(model))
    throw InvalidParameter("level_tie", std::string(to_string(options.level_tie)),
                           "must be separate for rows that stay in their file");
}

}  // namespace

TrainingProblems::TrainingProblems(const Dataset& data, const TrainOptions& options, const LinearModel& model)
    : data_(data), options_(options), model_(model) {
  if (data.release) require_no_copies(options, model);
  if (model.multi_class != MultiClass::one_vs_rest) by_class_ = {data.y, model.labels};
  if (model.multi_class == MultiClass::one_vs_one) pairs_ = class_pairs(model.labels.size());
  const std::map<double, double> none;
  weights_ = combined_weights(options.weights, weighs_by_output() ? none : options.class_weights, data.y);
}

void TrainingProblems::validate() const {
  std::vector<double> recoded;
  const Problem first = problem(targets(0, recoded), 0);
  data_.checked ? validate_all_but_rows(first) : internal::validate(first, options_.threads);
  require_two_classes();
}

void TrainingProblems::validate_before_solve() const {
  if (data_.checked || !solves_own_rows_once()) return validate();
  std::vector<double> recoded;
  const Problem first = problem(targets(0, recoded), 0);
  internal::validate_before_solve(first, options_.solver, options_.threads);
  require_two_classes();
}

bool TrainingProblems::solves_own_rows_once() const {
  return model_.outputs == 1 && model_.multi_class == MultiClass::one_vs_rest && !levels_are_tied(model_) &&
         !options_.standardize;
}

void TrainingProblems::standardize() {
  if (options_.standardize) columns_ = {data_.x, weights_, options_};
}

OutputProblem TrainingProblems::output(int k) const {
  if (!pairs_.empty()) return output_of_pair(k);
  OutputProblem output;
  output.problem = problem(targets(k, output.y), k);
  if (weighs_by_output()) output.problem.weights = output.weights = weights_of_output(k);
  return output;
}

OutputProblem TrainingProblems::output_of_pair(int k) const {
  PairOfClasses pair = by_class_.pair(pairs_[static_cast<std::size_t>(k)], weights_);
  OutputProblem output;
  output.rows = select_rows(x(), pair.rows);
  output.y = std::move(pair.y);
  output.weights = std::move(pair.weights);
  output.problem = problem(output.y, k);
  output.problem.x = output.rows->x;
  output.problem.weights = output.weights;
  return output;
}

std::vector<std::size_t> TrainingProblems::dual_sizes() const {
  const auto outputs = static_cast<std::size_t>(model_.outputs);
  if (is_joint(model_.multi_class) || levels_are_tied(model_)) return {data_.y.size() * outputs};
  return pairs_.empty() ? std::vector(outputs, data_.y.size()) : by_class_.pair_sizes();
}

/// Targets of output k: those of the data where these are +1 and -1 or numbers, else a view of `recoded`.
std::span<const double> TrainingProblems::targets(int k, std::vector<double>& recoded) const {
  const std::vector<double>& labels = model_.labels;
  if (labels.empty() || labels == std::vector<double>{1, -1}) return data_.y;
  return recoded = signs(data_.y, labels[static_cast<std::size_t>(k)]);
}

/// The problem of output k on all rows.
Problem TrainingProblems::problem(std::span<const double> y, int k) const {
  Loss loss = options_.loss;
  if (!options_.levels.empty()) loss.tau = options_.levels[static_cast<std::size_t>(k)];
  return {.x = x(),
          .y = y,
          .weights = weights_,
          .loss = loss,
          .C = options_.C,
          .intercept = options_.intercept,
          .bias = options_.bias,
          .penalty = options_.penalty,
          .bounds = columns_.bounds(options_.bounds),
          .constraints = columns_.constraints(options_.constraints),
          .release_rows = data_.release};
}

bool TrainingProblems::weighs_by_output() const {
  return options_.own_class_weights && model_.multi_class == MultiClass::one_vs_rest && model_.labels.size() > 2;
}

/// Row weights of output k: class_weights apply to the output's own class only (own_class_weights).
std::vector<double> TrainingProblems::weights_of_output(int k) const {
  const double label = model_.labels[static_cast<std::size_t>(k)];
  const auto own = options_.class_weights.find(label);
  if (own == options_.class_weights.end()) return weights_;
  return combined_weights(weights_, {*own}, data_.y);
}

/// Requires two classes among the rows of weight > 0 (folds are not asked: they may hold a class out). A class whose
/// weight is set to 0 by name is left out on purpose, and the problem stays bounded unless the intercept is free.
void TrainingProblems::require_two_classes() const {
  if (weights_.empty() || model_.labels.empty()) return;
  const bool is_meant = std::ranges::any_of(options_.class_weights, [](const auto& of) { return of.second == 0; });
  if (is_meant && options_.intercept != Intercept::free) return;
  internal::require_two_classes(weights_, data_);
}

}  // namespace hingeline::internal
