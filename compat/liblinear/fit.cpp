// SPDX-License-Identifier: BSD-3-Clause
#include "liblinear/fit.hpp"

#include <algorithm>
#include <cmath>

#include "classes.hpp"
#include "data/rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/one_class.hpp"
#include "hingeline/selection.hpp"
#include "hingeline/solve.hpp"
#include "liblinear/solver_types.hpp"
#include "memory.hpp"
#include "messages.hpp"
#include "threads.hpp"

namespace hingeline::compat {
namespace {

/// Rows with whole-number labels, as in LIBLINEAR, and Hingeline's options for a parameter.
class Task {
 public:
  Task(const Rows& rows, const parameter& param)
      : rows_(rows), param_(param), type_(*find_solver_type(param.solver_type)), problem_(*type_.problem()) {
    data_ = rows.data;
    if (is_classifier()) take_classes();
    options_.loss.name = problem_.loss;
    options_.loss.epsilon = param.p;
    options_.C = param.C;
    if (has_l1_penalty()) options_.penalty = {.l1 = 1, .l2 = 0};
    options_.multi_class = problem_.multi_class;
    if (is_pair()) options_.C *= 2;
    options_.intercept =
        rows.bias > 0 ? (param.regularize_bias == 0 ? Intercept::free : Intercept::penalized) : Intercept::none;
    if (rows.bias > 0) options_.bias = rows.bias;
    options_.solver.tolerance = tolerance_of(type_, param.eps);
    options_.solver.max_passes = pass_limit_of(type_);
    options_.threads = options_.solver.threads = threads();
    options_.keep_dual = true;
    if (type_.is_primal && param.init_sol != nullptr) take_start();
  }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  const Dataset& data() const { return data_; }
  const TrainOptions& options() const { return options_; }
  const std::vector<double>& labels() const { return labels_; }
  bool is_classifier() const { return !is_regression(type_.number); }
  int type() const { return type_.number; }
  bool is_dual() const { return !type_.is_primal && !has_l1_penalty(); }
  bool has_l1_penalty() const { return problem_.has_l1_penalty; }
  bool has_bias() const { return rows_.bias >= 0; }

  /// The coefficient of LIBLINEAR's appended column for an intercept.
  double bias_coef(double intercept) const { return rows_.bias > 0 ? intercept / options_.bias : 0; }

  TrainResult train() const {
    if (labels_.size() == 1) return train_one_class();
    return is_pair() ? train_pair() : hingeline::train(data_, options_);
  }

 private:
  /// Crammer and Singer's machine with two classes: that of the hinge loss with twice the C.
  bool is_pair() const { return type_.number == MCSVM_CS && labels_.size() == 2; }

  void take_classes() {
    y_ = whole_labels(data_.y);
    data_.y = y_;
    labels_ = ordered_labels(y_);
    options_.class_weights = class_weights(labels_, param_.nr_weight, param_.weight_label, param_.weight);
    options_.own_class_weights = true;
  }

  /// Sets the warm start by init_sol, which has the layout of model.w.
  void take_start() {
    start_.labels = labels_;
    start_.features = cols(data_.x);
    start_.outputs = labels_.size() > 2 ? static_cast<int>(labels_.size()) : 1;
    const std::int64_t size = std::int64_t{start_.features} * start_.outputs;
    start_.coef.assign(param_.init_sol, param_.init_sol + size);
    for (int k = 0; k < start_.outputs; ++k)
      start_.intercept.push_back(rows_.bias > 0 ? param_.init_sol[size + k] * options_.bias : 0);
    options_.warm_start = &start_;
  }

  /// Trains one class against none, which train() refuses.
  TrainResult train_one_class() const {
    const std::vector<double> y(data_.y.size(), 1.0);
    const auto given = options_.class_weights.find(labels_[0]);
    const double weight = given == options_.class_weights.end() ? 1 : given->second;
    const double C = options_.C * (weight > 0 ? weight : 1);
    TrainResult result;
    result.parts.push_back(solve(
        {data_.x, y, {}, options_.loss, C, options_.intercept, options_.bias, options_.penalty}, options_.solver));
    Solution& part = result.parts.front();
    if (type_.number == MCSVM_CS || weight == 0) {
      part = {};
      part.coef.resize(static_cast<std::size_t>(cols(data_.x)));
    }
    result.model.coef = part.coef;
    result.model.intercept = {part.intercept};
    result.status = part.status;
    return result;
  }

  /// Converts is_pair(): w_1 = -w_2 = w / 2, half the objectives, and a dual variable per row and class.
  TrainResult train_pair() const {
    TrainResult result = hingeline::train(data_, options_);
    LinearModel& model = result.model;
    model.outputs = 2;
    model.coef = opposed_halves(model.coef);
    model.intercept = opposed_halves(model.intercept);
    Solution& part = result.parts.front();
    part.dual_coef = opposed_halves(part.dual_coef);
    part.certificate.primal /= 2;
    part.certificate.dual /= 2;
    return result;
  }

  static std::vector<double> opposed_halves(std::span<const double> numbers) {
    std::vector<double> result;
    for (const double number : numbers) {
      result.push_back(number / 2);
      result.push_back(-number / 2);
    }
    return result;
  }

  const Rows& rows_;
  const parameter& param_;
  const SolverType& type_;
  const internal::LiblinearType& problem_;
  Dataset data_;
  TrainOptions options_;
  std::vector<double> y_;
  std::vector<double> labels_;
  LinearModel start_;
};

std::size_t count_nonzeros(std::span<const double> numbers) {
  return numbers.size() - static_cast<std::size_t>(std::count(numbers.begin(), numbers.end(), 0.0));
}

/// A model without content or pointers to the caller's memory.
model empty_model(const parameter& param) {
  model result = {};
  result.param = param;
  result.param.nr_weight = 0;
  result.param.weight_label = nullptr;
  result.param.weight = nullptr;
  result.param.init_sol = nullptr;
  return result;
}

/// The number of coefficients of output k that are not 0, and that of all; both include the bias.
std::pair<std::int64_t, std::int64_t> count_coefficients(const Task& task, const LinearModel& trained, std::size_t k) {
  const auto outputs = static_cast<std::size_t>(trained.outputs);
  std::int64_t nonzeros = task.has_bias() && trained.intercept[k] != 0 ? 1 : 0;
  for (std::size_t j = k; j < trained.coef.size(); j += outputs) nonzeros += trained.coef[j] != 0;
  return {nonzeros, static_cast<std::int64_t>(trained.coef.size() / outputs) + (task.has_bias() ? 1 : 0)};
}

void warn_of_limit(Status status) {
  if (status == Status::max_passes) info("\nWARNING: reaching max number of iterations\n");
}

/// Prints the last lines of LIBLINEAR's coordinate descents, with nSV only where it has a meaning.
void report(const Task& task, const TrainResult& trained) {
  for (std::size_t k = 0; k < trained.parts.size(); ++k) {
    const Solution& part = trained.parts[k];
    info("{}\noptimization finished, #iter = {}\n", task.type() == L1R_LR ? "=========================" : "",
         part.passes);
    warn_of_limit(part.status);
    info("Objective value = {:f}\n", task.is_dual() ? -part.certificate.dual : part.certificate.primal);
    if (task.has_l1_penalty()) {
      const auto [nonzeros, all] = count_coefficients(task, trained.model, k);
      info("#nonzeros/#features = {}/{}\n", nonzeros, all);
    } else if (task.is_dual() && task.options().loss.name != LossName::logistic) {
      info("nSV = {}\n", count_nonzeros(part.dual_coef));
    }
  }
}

/// The array w: a row per feature, then the row of the bias.
std::vector<double> coefficients(const LinearModel& trained, const Task& task, bool has_bias) {
  std::vector<double> w = trained.coef;
  for (const double intercept : trained.intercept)
    if (has_bias) w.push_back(task.bias_coef(intercept));
  return w;
}

Solution solve_one_class(const Rows& rows, const parameter& param, std::span<const double> weights) {
  SolverOptions options;
  const SolverType& type = *find_solver_type(ONECLASS_SVM);
  options.tolerance = tolerance_of(type, param.eps);
  options.max_passes = pass_limit_of(type);
  options.threads = threads();
  return solve(OneClassProblem{rows.data.x, weights, param.nu}, options);
}

model* fit_one_class(const Rows& rows, const parameter& param) {
  const Solution solution = solve_one_class(rows, param, {});
  info("\noptimization finished, #iter = {}\n", solution.passes);
  warn_of_limit(solution.status);
  info("Objective value = {:f}\nnSV = {}\nrho = {:f}\n", -solution.certificate.dual, count_nonzeros(solution.dual_coef),
       -solution.intercept);
  model result = empty_model(param);
  result.nr_class = 2;
  result.nr_feature = cols(rows.data.x);
  result.bias = -1;
  result.rho = -solution.intercept;
  result.w = malloc_copy(solution.coef);
  return malloc_copy(std::vector<model>{result});
}

/// +1 or -1 for each row, predicted by a training without it.
std::vector<double> cross_validated_one_class(const Rows& rows, const parameter& param, int folds) {
  const std::vector<int> fold_of = stratified_folds(rows.data.y, {}, Strata::rows, folds, 0);
  std::vector<double> predictions(fold_of.size());
  for (int fold = 0; fold < folds; ++fold) {
    std::vector<double> weights(fold_of.size(), 1.0);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = fold_of[i] != fold;
    const Solution solution = solve_one_class(rows, param, weights);
    internal::visit_rows(rows.data.x, [&](const auto& x) {
      for (std::size_t i = 0; i < weights.size(); ++i)
        if (fold_of[i] == fold)
          predictions[i] = x.dot(static_cast<std::int64_t>(i), solution.coef.data()) + solution.intercept > 0 ? 1 : -1;
    });
  }
  return predictions;
}

}  // namespace

model* fit(const Rows& rows, const parameter& param) {
  if (param.solver_type == ONECLASS_SVM) return fit_one_class(rows, param);
  const Task task(rows, param);
  const TrainResult trained = task.train();
  report(task, trained);

  model result = empty_model(param);
  result.nr_class = task.is_classifier() ? static_cast<int>(task.labels().size()) : 2;
  result.nr_feature = cols(task.data().x) - (rows.column_bias >= 0 ? 1 : 0);
  result.bias = std::max(rows.bias, rows.column_bias);
  const std::vector<int> labels(task.labels().begin(), task.labels().end());
  result.w = malloc_copy(coefficients(trained.model, task, rows.bias >= 0));
  if (task.is_classifier()) result.label = malloc_copy(labels);
  return malloc_copy(std::vector<model>{result});
}

std::vector<double> cross_validated(const Rows& rows, const parameter& param, int folds) {
  folds = possible_folds(folds, rows.data.y.size(), false);
  if (param.solver_type == ONECLASS_SVM) return cross_validated_one_class(rows, param, folds);
  const Task task(rows, param);
  if (task.labels().size() == 1) return {task.data().y.begin(), task.data().y.end()};
  CvOptions cv;
  cv.folds = folds;
  cv.keep_decision_values = false;
  return cross_validate(task.data(), task.options(), cv).predictions;
}

Found find(const Rows& rows, const parameter& param, int folds, double start_C, double start_p) {
  if (param.solver_type == ONECLASS_SVM) throw Error("ONECLASS_SVM has no C to find");
  const Task task(rows, param);
  if (task.labels().size() == 1) return {param.C, -1, 1};  // predictions are the same for every C
  TuneOptions search;
  search.cv.folds = possible_folds(folds, rows.data.y.size(), false);
  if (start_C > 0) search.first_C = start_C;
  if (start_C > search.last_C) search.last_C = start_C;
  if (!task.is_classifier() && start_p >= 0) search.epsilon = {start_p};
  const TuneResult result = tune(task.data(), task.options(), search);
  for (const CvPoint& point : result.points) {
    if (task.is_classifier())
      info("log2c={:7.2f}\trate={:g}\n", std::log2(point.C), 100 * point.score);
    else
      info("log2c={:7.2f}\tp={:7.2f}\tMean squared error={:g}\n", std::log2(point.C), point.epsilon, point.score);
  }
  return {result.best.C, task.is_classifier() ? -1 : result.best.epsilon, result.best.score};
}

}  // namespace hingeline::compat
