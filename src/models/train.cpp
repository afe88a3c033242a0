// SPDX-License-Identifier: BSD-3-Clause
//
// From targets to models: regression as it stands, two classes as +1 and -1, more by one-vs-rest: class k against all
// others, each a problem of its own on the same matrix.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "core/timer.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "models/train_valid.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/solve_valid.hpp"

namespace hingeline {
namespace {

void validate_sizes(const Dataset& data, const TrainOptions& options) {
  const std::int64_t n = rows(data.x);
  if (static_cast<std::int64_t>(data.y.size()) != n)
    throw DataError(fmt::format("y: {} targets given for {} rows", data.y.size(), n));
  if (!options.weights.empty() && options.weights.size() != data.y.size())
    throw DataError(fmt::format("weights: {} given for {} rows", options.weights.size(), n));
  for (std::size_t i = 0; i < data.y.size(); ++i)
    if (!std::isfinite(data.y[i]))
      throw DataError(fmt::format("y: row {} (from 0): {} given, must be finite", i, data.y[i]));
}

void validate_labels(const TrainOptions& options, std::span<const double> labels) {
  if (labels.size() < 2)
    throw DataError(
        fmt::format("y: one class only ({}), classification needs at least two", labels.empty() ? 0 : labels[0]));
  for (const auto& [label, weight] : options.class_weights) {
    if (std::find(labels.begin(), labels.end(), label) == labels.end())
      throw InvalidParameter("class_weights", fmt::format("label {}", label), "must be a label of the data");
    if (!(weight >= 0) || !std::isfinite(weight))
      throw InvalidParameter("class_weights", fmt::format("{} for label {}", weight, label), "must be >= 0 and finite");
  }
}

/// Row weights times the weight of the row's class; empty where all are 1.
std::vector<double> combined_weights(const TrainOptions& options, std::span<const double> y) {
  if (options.class_weights.empty()) return {options.weights.begin(), options.weights.end()};
  std::vector<double> weights(y.size(), 1.0);
  if (!options.weights.empty()) weights.assign(options.weights.begin(), options.weights.end());
  for (std::size_t i = 0; i < y.size(); ++i)
    if (const auto found = options.class_weights.find(y[i]); found != options.class_weights.end())
      weights[i] *= found->second;
  return weights;
}

std::vector<double> signs(std::span<const double> y, double positive) {
  std::vector<double> result(y.size());
  std::transform(y.begin(), y.end(), result.begin(),
                 [positive](double label) { return label == positive ? 1.0 : -1.0; });
  return result;
}

void validate_warm_start(const LinearModel& model, const LinearModel& start) {
  if (start.features != model.features)
    throw InvalidParameter("warm start", fmt::format("a model of {} features", start.features),
                           fmt::format("must have {}", model.features));
  if (start.labels != model.labels || start.outputs != model.outputs)
    throw InvalidParameter("warm start", "a model of other classes", "must have those of the data, in their order");
}

void validate_warm_dual(std::span<const std::vector<double>> dual, int outputs, std::size_t rows) {
  if (!dual.empty() && dual.size() != static_cast<std::size_t>(outputs))
    throw InvalidParameter("warm_dual", fmt::format("{} outputs", dual.size()), fmt::format("must be {}", outputs));
  for (const std::vector<double>& s : dual)
    if (s.size() != rows)
      throw InvalidParameter("warm_dual", fmt::format("{} numbers", s.size()), fmt::format("must be {}", rows));
}

LinearModel untrained_model(const Dataset& data, const TrainOptions& options) {
  LinearModel model;
  model.loss = options.loss;
  model.C = options.C;
  model.intercept_kind = options.intercept;
  model.bias = options.bias;
  model.l1 = options.penalty.l1;
  model.l2 = options.penalty.l2;
  if (is_classification(options.loss)) {
    model.labels = ordered_labels(data.y);
    validate_labels(options, model.labels);
  } else if (!options.class_weights.empty()) {
    throw InvalidParameter("class_weights", "weights",
                           fmt::format("mean nothing to the regression loss {}", to_string(options.loss.name)));
  }
  model.features = cols(data.x);
  model.outputs = model.labels.size() > 2 ? static_cast<int>(model.labels.size()) : 1;
  model.feature_names = data.feature_names;
  return model;
}

/// Output k's coefficients of a model with several outputs.
std::vector<double> column(const LinearModel& model, int k) {
  std::vector<double> coef(static_cast<std::size_t>(model.features));
  for (std::size_t j = 0; j < coef.size(); ++j)
    coef[j] = model.coef[j * static_cast<std::size_t>(model.outputs) + static_cast<std::size_t>(k)];
  return coef;
}

/// The parts' problems side by side are one problem whose objective and bounds are the sums.
Certificate sum(std::span<const Solution> parts) {
  Certificate total;
  double scale = 0;
  double uncertain = 0;
  double error2 = 0;
  for (const Solution& part : parts) {
    const Certificate& proof = part.certificate;
    total.primal += proof.primal;
    total.dual += proof.dual;
    total.gap += proof.gap;
    total.rounding_floor += proof.rounding_floor;
    total.max_violation = std::max(total.max_violation, proof.max_violation);
    error2 += proof.coef_error_bound * proof.coef_error_bound;
    if (proof.relative_gap > 0) scale += proof.gap / proof.relative_gap;
    if (proof.relative_gap > 0) uncertain += proof.gap;
  }
  total.relative_gap = scale > 0 ? uncertain / scale : 0;
  total.coef_error_bound = std::sqrt(error2);
  return total;
}

class Training {
 public:
  Training(const Dataset& data, const TrainOptions& options) : data_(data), options_(options) {
    validate_sizes(data, options);
    result_.model = untrained_model(data, options);
    if (options.warm_start != nullptr) validate_warm_start(result_.model, *options.warm_start);
    validate_warm_dual(options.warm_dual, result_.model.outputs, data.y.size());
    weights_ = combined_weights(options, data.y);
  }

  /// Looks at every value; what else can be wrong was seen when this was made.
  void validate_problem() const {
    validate(options_.solver);
    validate(problem(targets(0)));
  }

  TrainResult run() {
    LinearModel& model = result_.model;
    result_.parts.resize(static_cast<std::size_t>(model.outputs));
    if (model.outputs > 1) {
      model.coef.resize(static_cast<std::size_t>(model.features) * static_cast<std::size_t>(model.outputs));
      model.intercept.resize(static_cast<std::size_t>(model.outputs));
    }
    internal::ThreadPool pool(std::min(options_.threads, model.outputs));
    pool.run(model.outputs, [this](std::int64_t k) { solve_part(static_cast<int>(k)); });
    for (const Solution& part : result_.parts) result_.status = worse(result_.status, part.status);
    result_.certificate = sum(result_.parts);
    model.certificate = result_.certificate;
    return std::move(result_);
  }

 private:
  static Status worse(Status first, Status second) { return std::max(first, second); }

  /// What output k is trained on; the labels themselves where there is nothing to recode.
  std::vector<double> targets(int k) const {
    if (result_.model.labels.empty()) return {data_.y.begin(), data_.y.end()};
    return signs(data_.y, result_.model.labels[static_cast<std::size_t>(k)]);
  }

  Problem problem(std::span<const double> y) const {
    return {data_.x,         y,
            weights_,        options_.loss,
            options_.C,      options_.intercept,
            options_.bias,   options_.penalty,
            options_.bounds, options_.constraints};
  }

  void solve_part(int k) {
    const std::vector<double> y = targets(k);
    SolverOptions options = options_.solver;
    options.seed += static_cast<std::uint64_t>(k);
    options.threads = result_.model.outputs == 1 ? options_.threads : 1;
    options.keep_dual = options_.keep_dual;
    options.max_seconds = std::max(options.max_seconds - timer_.seconds(), std::numeric_limits<double>::min());
    if (options_.solver.callback)
      options.callback = [this, k](const Progress& progress) { return report(k, progress); };
    std::vector<double> start_coef;
    WarmStart start;
    if (!options_.warm_dual.empty()) {
      start.dual_coef = options_.warm_dual[static_cast<std::size_t>(k)];
    } else if (options_.warm_start != nullptr) {
      start_coef = column(*options_.warm_start, k);
      start.coef = start_coef;
      start.intercept = options_.warm_start->intercept[static_cast<std::size_t>(k)];
    }
    keep(k, internal::solve_valid(problem(y), options, start));
  }

  /// Hands on to the caller's callback, one part at a time.
  bool report(int k, Progress progress) {
    progress.part = k;
    progress.parts = result_.model.outputs;
    const std::lock_guard lock(callback_mutex_);
    return options_.solver.callback(progress);
  }

  /// Moves the coefficients into their column of the model.
  void keep(int k, Solution solution) {
    LinearModel& model = result_.model;
    if (!options_.keep_dual) solution.dual_coef = {};
    if (model.outputs == 1) {
      model.coef = std::move(solution.coef);
      model.intercept = {solution.intercept};
    } else {
      const auto outputs = static_cast<std::size_t>(model.outputs);
      for (std::size_t j = 0; j < solution.coef.size(); ++j)
        model.coef[j * outputs + static_cast<std::size_t>(k)] = solution.coef[j];
      model.intercept[static_cast<std::size_t>(k)] = solution.intercept;
    }
    solution.coef = {};
    result_.parts[static_cast<std::size_t>(k)] = std::move(solution);
  }

  const Dataset& data_;
  const TrainOptions& options_;
  std::vector<double> weights_;
  internal::Timer timer_;
  std::mutex callback_mutex_;
  TrainResult result_;
};

}  // namespace

TrainResult train(const Dataset& data, const TrainOptions& options) {
  Training training(data, options);
  training.validate_problem();
  return training.run();
}

namespace internal {

void validate_training(const Dataset& data, const TrainOptions& options) { Training(data, options).validate_problem(); }

TrainResult train_valid(const Dataset& data, const TrainOptions& options) { return Training(data, options).run(); }

}  // namespace internal

}  // namespace hingeline
