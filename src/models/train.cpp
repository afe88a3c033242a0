// SPDX-License-Identifier: BSD-3-Clause
//
// From targets to models: regression as it stands, two classes as +1 and -1; more by one-vs-rest, class k against all
// others, each a problem of its own on the same matrix, by one-vs-one, every two on the rows of those two alone, or all
// in one.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "core/deadline.hpp"
#include "core/require.hpp"
#include "data/rows.hpp"
#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "models/class_pairs.hpp"
#include "models/interleaved_outputs.hpp"
#include "models/level_training.hpp"
#include "models/model_fields.hpp"
#include "models/multi_class.hpp"
#include "models/rows_by_class.hpp"
#include "models/standardize.hpp"
#include "models/train_valid.hpp"
#include "models/training_rows.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/validate.hpp"
#include "solvers/crammer_singer/crammer_singer.hpp"
#include "solvers/level_newton/level_newton.hpp"
#include "solvers/multinomial_newton/multinomial_newton.hpp"
#include "solvers/solve_valid.hpp"

namespace hingeline {
namespace {

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
  const auto of_pairs = [](const LinearModel& m) { return m.multi_class == MultiClass::one_vs_one; };
  if (of_pairs(start) != of_pairs(model))
    throw InvalidParameter("warm start", fmt::format("a model of {}", to_string(start.multi_class)),
                           fmt::format("has other outputs than {}", to_string(model.multi_class)));
  internal::require_sizes(start);
  internal::require_finite("warm start coef", start.coef);
  internal::require_finite("warm start intercept", start.intercept);
}

/// `sizes` are those of the parts' dual points.
void validate_warm_dual(std::span<const std::vector<double>> dual, std::span<const std::size_t> sizes) {
  if (!dual.empty() && dual.size() != sizes.size())
    throw InvalidParameter("warm_dual", fmt::format("{} parts", dual.size()), fmt::format("must be {}", sizes.size()));
  for (std::size_t k = 0; k < dual.size(); ++k) {
    internal::require_size("warm_dual", dual[k].size(), sizes[k]);
    internal::require_finite("warm_dual", dual[k]);
  }
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
    internal::validate_classes(model.labels, data.y.size(), options.class_weights);
  } else if (!options.class_weights.empty()) {
    throw InvalidParameter("class_weights", "weights",
                           fmt::format("mean nothing to the regression loss {}", to_string(options.loss.name)));
  }
  model.features = cols(data.x);
  model.levels.assign(options.levels.begin(), options.levels.end());
  model.level_tie = options.level_tie;
  if (model.labels.size() > 2) model.multi_class = options.multi_class;
  if (const std::string wrong = internal::multi_class_error(model); !wrong.empty())
    throw InvalidParameter("multi_class", std::string(to_string(model.multi_class)), wrong);
  model.outputs = static_cast<int>(internal::output_count(model));
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

class Training {
 public:
  Training(const Dataset& data, const TrainOptions& options)
      : data_(data),
        options_(options),
        x_(data.x),
        bounds_(options.bounds),
        constraints_(options.constraints),
        box_(options.box) {
    internal::validate_targets(data, options.weights);
    internal::validate_multi_class(options);
    internal::validate_levels(options, cols(data.x));
    result_.model = untrained_model(data, options);
    if (options.standardize && data.release)
      throw InvalidParameter("standardize", "true", "means a copy of the rows, which are to stay in their file");
    if (rows(constraints_.rows) > 0 && data.release)
      throw InvalidParameter("constraints", fmt::format("{}", rows(constraints_.rows)),
                             "must be none, bounds apart, for rows that stay in their file");
    if (result_.model.multi_class != MultiClass::one_vs_rest && data.release)
      throw InvalidParameter("multiclass", std::string(to_string(options.multi_class)),
                             "must be ovr for rows that stay in their file");
    if (internal::levels_are_tied(result_.model) && data.release)
      throw InvalidParameter("level_tie", std::string(to_string(options.level_tie)),
                             "must be separate for rows that stay in their file");
    if (result_.model.multi_class != MultiClass::one_vs_rest) by_class_ = {data.y, result_.model.labels};
    if (options.warm_start != nullptr) validate_warm_start(result_.model, *options.warm_start);
    validate_warm_dual(options.warm_dual, dual_sizes());
    const std::map<double, double> none;
    weights_ = internal::combined_weights(options.weights, weighs_by_output() ? none : options.class_weights, data.y);
  }

  /// Looks at every value; what else can be wrong was seen when this was made.
  void validate_problem() const {
    validate(options_.solver);
    internal::validate_threads(options_.threads);
    std::vector<double> recoded;
    const std::span<const double> y = targets(0, recoded);
    data_.checked ? internal::validate_all_but_rows(problem(y, 0))
                  : internal::validate(problem(y, 0), options_.threads);
    require_two_classes();
  }

  TrainResult run() {
    LinearModel& model = result_.model;
    if (options_.standardize) standardize();
    if (model.outputs > 1) {
      const auto outputs = static_cast<std::size_t>(model.outputs);
      coef_.emplace(static_cast<std::size_t>(model.features), outputs);
      model.intercept.resize(outputs);
    }
    if (internal::is_joint(model.multi_class))
      solve_jointly();
    else if (internal::levels_are_tied(model))
      solve_levels();
    else
      solve_parts();
    if (coef_) model.coef = coef_->take();
    std::vector<Certificate> proofs;
    for (const Solution& part : result_.parts) {
      result_.status = worse(result_.status, part.status);
      proofs.push_back(part.certificate);
    }
    result_.certificate = internal::sum(proofs);
    model.certificate = result_.certificate;
    return std::move(result_);
  }

 private:
  /// Rows of weight 0 are as good as absent; folds may hold a class out, as long as the whole has two. A class that is
  /// given the weight 0 by name is meant to be, and leaves a bounded problem unless the intercept is free.
  void require_two_classes() const {
    if (weights_.empty() || result_.model.labels.empty()) return;
    const bool is_meant = std::ranges::any_of(options_.class_weights, [](const auto& of) { return of.second == 0; });
    if (is_meant && options_.intercept != Intercept::free) return;
    std::optional<double> first;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (!(weights_[i] > 0)) continue;
      if (first.value_or(data_.y[i]) != data_.y[i]) return;
      first = data_.y[i];
    }
    if (first) throw DataError(fmt::format("weights: all rows of weight > 0 are of class {}", *first));
  }

  bool weighs_by_output() const {
    const LinearModel& model = result_.model;
    return options_.own_class_weights && model.multi_class == MultiClass::one_vs_rest && model.labels.size() > 2;
  }

  /// What weighs_by_output asks for.
  std::vector<double> weights_of_output(int k) const {
    const double label = result_.model.labels[static_cast<std::size_t>(k)];
    const auto own = options_.class_weights.find(label);
    if (own == options_.class_weights.end()) return weights_;
    return internal::combined_weights(weights_, {*own}, data_.y);
  }

  static Status worse(Status first, Status second) { return std::max(first, second); }

  /// How many dual variables each part of the training has.
  std::vector<std::size_t> dual_sizes() const {
    const LinearModel& model = result_.model;
    const auto outputs = static_cast<std::size_t>(model.outputs);
    if (internal::is_joint(model.multi_class) || internal::levels_are_tied(model)) return {data_.y.size() * outputs};
    if (model.multi_class == MultiClass::one_vs_rest) return std::vector(outputs, data_.y.size());
    std::vector<std::size_t> sizes;
    for (const auto& [first, second] : internal::class_pairs(model.labels.size()))
      sizes.push_back(by_class_.of_class(first).size() + by_class_.of_class(second).size());
    return sizes;
  }

  /// Of w~ = sigma w are A / sigma and the bounds times sigma what A and the bounds are of w.
  void standardize() {
    std::vector<double>& scale = result_.model.column_scale;
    scale = internal::column_deviations(data_.x, weights_);
    x_ = scaled_.emplace(data_.x, scale).view();
    if (rows(constraints_.rows) > 0) constraints_.rows = scaled_constraints_.emplace(constraints_.rows, scale).view();
    scaled_lower_.assign(bounds_.lower.begin(), bounds_.lower.end());
    scaled_upper_.assign(bounds_.upper.begin(), bounds_.upper.end());
    scale_coef(scaled_lower_);
    scale_coef(scaled_upper_);
    bounds_ = {scaled_lower_, scaled_upper_};
    if (options_.level_tie == LevelTie::box) scale_box();
  }

  void scale_box() {
    const std::vector<double>& scale = result_.model.column_scale;
    for (std::size_t j = 0; j < scale.size(); ++j) {
      box_lower_.push_back(box_.lower[j] / scale[j]);
      box_upper_.push_back(box_.upper[j] / scale[j]);
    }
    box_ = {box_lower_, box_upper_};
  }

  /// Coefficients of the scaled columns from those of the columns as given.
  void scale_coef(std::vector<double>& coef) const {
    const std::vector<double>& scale = result_.model.column_scale;
    for (std::size_t j = 0; j < std::min(coef.size(), scale.size()); ++j) coef[j] *= scale[j];
  }

  /// The division may round to beyond a bound.
  void unscale_coef(std::vector<double>& coef) const {
    const std::vector<double>& scale = result_.model.column_scale;
    const auto& [lower, upper] = options_.bounds;
    for (std::size_t j = 0; j < scale.size(); ++j) {
      coef[j] /= scale[j];
      if (!lower.empty()) coef[j] = std::max(coef[j], lower[j]);
      if (!upper.empty()) coef[j] = std::min(coef[j], upper[j]);
    }
  }

  /// What output k is trained on: the data's targets where they are that already, else a view of `recoded`.
  std::span<const double> targets(int k, std::vector<double>& recoded) const {
    const std::vector<double>& labels = result_.model.labels;
    if (labels.empty() || labels == std::vector<double>{1, -1}) return data_.y;
    return recoded = signs(data_.y, labels[static_cast<std::size_t>(k)]);
  }

  /// Of output k.
  Problem problem(std::span<const double> y, int k) const {
    Loss loss = options_.loss;
    if (!options_.levels.empty()) loss.tau = options_.levels[static_cast<std::size_t>(k)];
    return {x_,
            y,
            weights_,
            loss,
            options_.C,
            options_.intercept,
            options_.bias,
            options_.penalty,
            bounds_,
            constraints_,
            data_.release};
  }

  void solve_parts() {
    const int outputs = result_.model.outputs;
    result_.parts.resize(static_cast<std::size_t>(outputs));
    internal::ThreadPool pool(std::min(options_.threads, outputs));
    if (result_.model.multi_class == MultiClass::one_vs_one) {
      const auto pairs = internal::class_pairs(result_.model.labels.size());
      pool.run(outputs, [&](std::int64_t k) { solve_pair(static_cast<int>(k), pairs[static_cast<std::size_t>(k)]); });
      return;
    }
    internal::LazyColumns columns(x_);
    pool.run(outputs, [&](std::int64_t k) { solve_output(static_cast<int>(k), columns); });
  }

  void solve_jointly() {
    std::vector<double> recoded;
    const Problem rows = problem(targets(0, recoded), 0);
    require_every_class();
    const auto count = static_cast<std::size_t>(result_.model.outputs);
    const auto solve =
        options_.multi_class == MultiClass::multinomial ? internal::multinomial_newton : internal::crammer_singer;
    auto [solution, intercept] = solve({rows, by_class_.classes(), count}, options_.solver, class_start());
    keep_joint(std::move(solution), intercept);
  }

  /// A solution of all outputs, their coefficients one after the other.
  void keep_joint(Solution solution, std::span<const double> intercept) {
    const std::size_t features = solution.coef.size() / intercept.size();
    for (std::size_t k = 0; k < intercept.size(); ++k) {
      const auto first = solution.coef.begin() + static_cast<std::ptrdiff_t>(k * features);
      keep_output(k, {first, first + static_cast<std::ptrdiff_t>(features)}, intercept[k]);
    }
    result_.parts = {without_coef(std::move(solution))};
  }

  void solve_levels() {
    const Problem rows = problem(data_.y, 0);
    const std::size_t count = options_.levels.size();
    const std::size_t n = data_.y.size();
    SolverOptions options = options_.solver;
    options.threads = options_.threads;
    const internal::ClassStart given = class_start();
    const internal::LevelStart start{given.coef, given.intercept, internal::transposed(given.dual_coef, n, count)};
    const internal::LevelProblem levels{rows, options_.levels, options_.level_tie, box_};
    auto [solution, intercept, contacts] =
        internal::visit_rows(x_, [&](const auto& x) { return internal::level_newton(x, levels, options, start); });
    solution.dual_coef = internal::transposed(solution.dual_coef, count, n);
    solution.reason = "levels tied together" + (solution.reason.empty() ? "" : "; " + solution.reason);
    keep_joint(std::move(solution), intercept);
    const std::vector<double>& scale = result_.model.column_scale;
    for (LevelContact& contact : contacts)
      for (std::size_t j = 0; j < scale.size(); ++j) contact.x[j] *= scale[j];
    result_.contacts = std::move(contacts);
  }

  /// Of solvers of all outputs at once.
  internal::ClassStart class_start() const {
    internal::ClassStart start;
    if (options_.warm_start == nullptr) {
      if (!options_.warm_dual.empty()) start.dual_coef = options_.warm_dual.front();
    } else {
      for (int k = 0; k < result_.model.outputs; ++k) {
        std::vector<double> coef = column(*options_.warm_start, k);
        scale_coef(coef);
        start.coef.insert(start.coef.end(), coef.begin(), coef.end());
      }
      start.intercept = options_.warm_start->intercept;
    }
    return start;
  }

  /// A row that counts, that is.
  void require_every_class() const {
    if (weights_.empty()) return;
    const std::vector<double>& labels = result_.model.labels;
    const auto counts = [this](std::int64_t i) { return weights_[static_cast<std::size_t>(i)] > 0; };
    for (std::size_t k = 0; k < labels.size(); ++k)
      if (std::ranges::none_of(by_class_.of_class(k), counts))
        throw DataError(fmt::format("weights: all rows of class {} have weight 0", labels[k]));
  }

  /// On all rows.
  void solve_output(int k, internal::LazyColumns& columns) {
    std::vector<double> recoded;
    std::vector<double> weights;
    Problem part = problem(targets(k, recoded), k);
    if (weighs_by_output()) part.weights = weights = weights_of_output(k);
    solve_part(k, part, columns);
  }

  /// On a copy of the rows of two classes, which lives as long as their solve.
  void solve_pair(int k, std::pair<std::size_t, std::size_t> classes) {
    const internal::PairOfClasses pair = by_class_.pair(classes, weights_);
    const Dataset rows = internal::select_rows(x_, pair.rows);
    Problem part = problem(pair.y, k);
    part.x = rows.x;
    part.weights = pair.weights;
    internal::LazyColumns columns(rows.x);
    solve_part(k, part, columns);
  }

  void solve_part(int k, const Problem& part, internal::LazyColumns& columns) {
    SolverOptions options = options_.solver;
    options.seed += static_cast<std::uint64_t>(k);
    options.threads = result_.model.outputs == 1 ? options_.threads : 1;
    options.keep_dual = options_.keep_dual;
    options.max_seconds = deadline_.seconds_left();
    if (options_.solver.callback)
      options.callback = [this, k](const Progress& progress) { return report(k, progress); };
    std::vector<double> start_coef;
    WarmStart start;
    if (!options_.warm_dual.empty()) start.dual_coef = options_.warm_dual[static_cast<std::size_t>(k)];
    if (options_.warm_start != nullptr) {
      start_coef = column(*options_.warm_start, k);
      scale_coef(start_coef);
      start.coef = start_coef;
      start.intercept = options_.warm_start->intercept[static_cast<std::size_t>(k)];
    }
    Solution solution = internal::solve_valid(part, options, start, &columns);
    keep_output(static_cast<std::size_t>(k), std::move(solution.coef), solution.intercept);
    result_.parts[static_cast<std::size_t>(k)] = without_coef(std::move(solution));
  }

  /// Hands on to the caller's callback, one part at a time.
  bool report(int k, Progress progress) {
    progress.part = k;
    progress.parts = result_.model.outputs;
    const std::lock_guard lock(callback_mutex_);
    return options_.solver.callback(progress);
  }

  /// Moves the coefficients into their column of the model.
  void keep_output(std::size_t k, std::vector<double> coef, double intercept) {
    LinearModel& model = result_.model;
    unscale_coef(coef);
    if (model.outputs == 1) {
      model.coef = std::move(coef);
      model.intercept = {intercept};
      return;
    }
    coef_->put(k, std::move(coef));
    model.intercept[k] = intercept;
  }

  /// What is kept of a part once its coefficients are the model's.
  Solution without_coef(Solution solution) const {
    if (!options_.keep_dual) solution.dual_coef = {};
    solution.coef = {};
    return solution;
  }

  const Dataset& data_;
  const TrainOptions& options_;
  MatrixView x_;  // the data's, or scaled_'s
  std::optional<internal::ScaledMatrix> scaled_;
  Bounds bounds_;  // of the coefficients of x_'s columns, like constraints_
  Constraints constraints_;
  Bounds box_;
  std::vector<double> scaled_lower_;
  std::vector<double> scaled_upper_;
  std::vector<double> box_lower_;
  std::vector<double> box_upper_;
  std::optional<internal::ScaledMatrix> scaled_constraints_;
  std::vector<double> weights_;
  internal::RowsByClass by_class_;                    // where classes are not told from the rest
  std::optional<internal::InterleavedOutputs> coef_;  // of several
  internal::Deadline deadline_{options_.solver.max_seconds};
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
