// SPDX-License-Identifier: BSD-3-Clause
//
// From problems to models: one solve per output, side by side on several threads, or one solve for all outputs.
#include <algorithm>
#include <optional>

#include "core/deadline.hpp"
#include "data/rows.hpp"
#include "hingeline/model.hpp"
#include "models/compact_training.hpp"
#include "models/interleaved_outputs.hpp"
#include "models/level_training.hpp"
#include "models/multi_class.hpp"
#include "models/part_callback.hpp"
#include "models/present_targets.hpp"
#include "models/train_valid.hpp"
#include "models/training_problems.hpp"
#include "models/training_rows.hpp"
#include "models/training_start.hpp"
#include "models/untrained_model.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/validate.hpp"
#include "solvers/crammer_singer/crammer_singer.hpp"
#include "solvers/dual_cd/joint_dual_cd.hpp"
#include "solvers/level_newton/level_newton.hpp"
#include "solvers/multinomial_newton/multinomial_newton.hpp"
#include "solvers/solve/solve_side_by_side.hpp"
#include "solvers/solve/solve_valid.hpp"

namespace hingeline {
namespace {

class Training {
 public:
  Training(const Dataset& data, const TrainOptions& options, const internal::Deadline& deadline,
           std::span<const double> labels = {})
      : options_(options),
        deadline_(deadline),
        model_(internal::untrained_model(data, options, labels)),
        problems_(data, options_, model_) {
    internal::validate_start(options, model_, problems_.dual_sizes());
    if (options.warm_start != nullptr) start_ = internal::in_order_of(model_, *options.warm_start);
    if (start_) options_.warm_start = &*start_;
  }

  int outputs() const { return model_.outputs; }

  /// Checks options and every value; the constructor has checked everything else.
  void validate_problem() const {
    validate_options();
    problems_.validate();
  }

  TrainResult validate_and_run() {
    validate_options();
    problems_.validate_before_solve();
    return run(nullptr);
  }

  TrainResult run(internal::TrainingMemo* memo) {
    problems_.standardize();
    model_.column_scale = problems_.columns().scale();
    if (model_.outputs > 1) {
      const auto outputs = static_cast<std::size_t>(model_.outputs);
      coef_.emplace(static_cast<std::size_t>(model_.features), outputs);
      model_.intercept.resize(outputs);
    }
    if (internal::is_joint(model_.multi_class))
      solve_jointly();
    else if (internal::levels_are_tied(model_))
      solve_levels();
    else
      solve_parts(memo);
    if (coef_) model_.coef = coef_->take();
    internal::sum_up_parts(result_);
    model_.certificate = result_.certificate;
    result_.model = std::move(model_);
    return std::move(result_);
  }

 private:
  void validate_options() const {
    validate(options_.solver);
    internal::validate_threads(options_.threads);
  }

  void solve_parts(internal::TrainingMemo* memo) {
    const int outputs = model_.outputs;
    const int width = outputs_side_by_side();
    const int groups = (outputs + width - 1) / width;
    result_.parts.resize(static_cast<std::size_t>(outputs));
    internal::LazyColumns columns(problems_.x());
    internal::GeometryMemo geometry;
    const internal::SharedRows shared{columns, memo != nullptr ? memo->geometry : geometry};
    if (memo != nullptr && remembers_outputs()) memo->outputs.resize(static_cast<std::size_t>(outputs));
    const std::optional<internal::CommonStart> common = width == 1 ? std::nullopt : common_start(shared);
    internal::ThreadPool pool(std::min(options_.threads, groups));
    pool.run(groups, [&](std::int64_t group) {
      const int first = static_cast<int>(group) * width;
      width == 1 ? solve_part(first, shared, memo != nullptr ? memo->of(first) : nullptr)
                 : solve_group(first, std::min(outputs, first + width), common ? &*common : nullptr, shared);
    });
  }

  /// Whether outputs may keep a Hessian each: if that does not take much memory.
  bool remembers_outputs() const {
    constexpr double most_numbers = 1 << 23;
    const double size = hingeline::cols(problems_.x());
    return model_.outputs == 1 || model_.outputs * size * size <= most_numbers;
  }

  /// The start of classes that are solved side by side, unless the caller gives a warm start.
  std::optional<internal::CommonStart> common_start(const internal::SharedRows& shared) {
    if (options_.warm_start != nullptr || !options_.warm_dual.empty()) return std::nullopt;
    const internal::OutputProblem first = problems_.output(0);
    const internal::OutputProblem second = problems_.output(1);
    return internal::find_common_start(first.problem, second.problem, static_cast<std::size_t>(model_.outputs),
                                       options_of(0), shared);
  }

  /// The size of groups of one-vs-rest outputs that are solved together: as many groups for each thread, but none of
  /// one output. Answers do not depend on the size, only on whether there are groups.
  int outputs_side_by_side() const {
    const int outputs = model_.outputs;
    const bool classes = outputs > 1 && !model_.labels.empty() && model_.multi_class == MultiClass::one_vs_rest;
    if (!classes) return 1;
    const internal::OutputProblem first = problems_.output(0);
    const internal::OutputStart start = internal::output_start(options_, 0, problems_.columns());
    if (!internal::go_side_by_side(first.problem, options_.solver, start.point)) return 1;
    const auto shares = [](int all, int most) { return (all + most - 1) / most; };
    const int fewest = shares(outputs, static_cast<int>(internal::most_joint_outputs));
    const int threads = std::min(options_.threads, outputs);
    const int groups = shares(fewest, threads) * threads;
    return std::max(2, shares(outputs, groups));
  }

  void solve_group(int first, int end, const internal::CommonStart* common, const internal::SharedRows& shared) {
    std::vector<internal::OutputProblem> outputs;
    std::vector<internal::OutputStart> given;
    std::vector<Problem> problems;
    std::vector<SolverOptions> options;
    std::vector<WarmStart> starts;
    for (int k = first; k < end; ++k) {
      outputs.push_back(problems_.output(k));
      problems.push_back(outputs.back().problem);
      options.push_back(options_of(k));
      given.push_back(internal::output_start(options_, k, problems_.columns()));
      starts.push_back(given.back().point);
    }
    std::vector<Solution> solutions = internal::solve_side_by_side(problems, options, starts, common, shared);
    for (int k = first; k < end; ++k) keep_part(k, std::move(solutions[static_cast<std::size_t>(k - first)]));
  }

  /// Solves output k, which has rows (hence columns and geometry) of its own if one-vs-one.
  void solve_part(int k, const internal::SharedRows& shared, internal::SolveMemo* memo) {
    const internal::OutputProblem output = problems_.output(k);
    const internal::OutputStart start = internal::output_start(options_, k, problems_.columns());
    SolverOptions options = options_of(k);
    options.seed += static_cast<std::uint64_t>(k);
    internal::LazyColumns columns(output.problem.x);
    internal::GeometryMemo geometry;
    const internal::SharedRows rows = {output.rows ? columns : shared.columns, output.rows ? geometry : shared.geometry,
                                       memo};
    keep_part(k, internal::solve_valid(output.problem, options, start.point, &rows));
  }

  SolverOptions options_of(int k) {
    SolverOptions options = options_.solver;
    options.threads = std::max(1, options_.threads / model_.outputs);  // outputs are solved side by side
    options.keep_dual = options_.keep_dual;
    options.max_seconds = deadline_.seconds_left();
    options.callback = callback_.of(static_cast<std::size_t>(k), static_cast<std::size_t>(model_.outputs));
    return options;
  }

  void keep_part(int k, Solution solution) {
    const auto part = static_cast<std::size_t>(k);
    keep_output(part, std::move(solution.coef), solution.intercept);
    result_.parts[part] = without_coef(std::move(solution));
  }

  /// Options where one solve has all outputs.
  SolverOptions options_of_all() const {
    SolverOptions options = options_.solver;
    options.threads = options_.threads;
    options.max_seconds = deadline_.seconds_left();
    return options;
  }

  void solve_jointly() {
    const internal::OutputProblem rows = problems_.output(0);
    const auto count = static_cast<std::size_t>(model_.outputs);
    const auto solve =
        options_.multi_class == MultiClass::multinomial ? internal::multinomial_newton : internal::crammer_singer;
    auto [solution, intercept] = solve({rows.problem, problems_.classes(), count}, options_of_all(),
                                       internal::class_start(options_, problems_.columns()));
    keep_joint(std::move(solution), intercept);
  }

  void solve_levels() {
    const internal::OutputProblem rows = problems_.output(0);
    const internal::Standardization& columns = problems_.columns();
    const std::size_t count = options_.levels.size();
    const std::size_t n = rows.problem.y.size();
    const SolverOptions options = options_of_all();
    const internal::ClassStart given = internal::class_start(options_, columns);
    const internal::LevelStart start{given.coef, given.intercept, internal::transposed(given.dual_coef, n, count)};
    const internal::LevelProblem levels{rows.problem, options_.levels, options_.level_tie, columns.box(options_.box)};
    auto [solution, intercept, contacts] = internal::visit_rows(
        problems_.x(), [&](const auto& x) { return internal::level_newton(x, levels, options, start); });
    solution.dual_coef = internal::transposed(solution.dual_coef, count, n);
    solution.reason = "levels tied together in one problem" + (solution.reason.empty() ? "" : "; " + solution.reason);
    keep_joint(std::move(solution), intercept);
    for (LevelContact& contact : contacts) columns.multiply(contact.x);
    result_.contacts = std::move(contacts);
  }

  /// Keeps a solution of all outputs; coefficients are one output after the other.
  void keep_joint(Solution solution, std::span<const double> intercept) {
    const std::size_t features = solution.coef.size() / intercept.size();
    for (std::size_t k = 0; k < intercept.size(); ++k) {
      const auto first = solution.coef.begin() + static_cast<std::ptrdiff_t>(k * features);
      keep_output(k, {first, first + static_cast<std::ptrdiff_t>(features)}, intercept[k]);
    }
    result_.parts = {without_coef(std::move(solution))};
  }

  /// Moves the coefficients into their column of the model.
  void keep_output(std::size_t k, std::vector<double> coef, double intercept) {
    problems_.columns().restore(coef, options_.bounds);
    if (model_.outputs == 1) {
      model_.coef = std::move(coef);
      model_.intercept = {intercept};
      return;
    }
    coef_->put(k, std::move(coef));
    model_.intercept[k] = intercept;
  }

  /// What is kept of a part once its coefficients are the model's.
  Solution without_coef(Solution solution) const {
    if (!options_.keep_dual) solution.dual_coef = {};
    solution.coef = {};
    return solution;
  }

  TrainOptions options_;
  std::optional<LinearModel> start_;   // the caller's warm start, if its classes had to be reordered
  const internal::Deadline deadline_;  // of the call, which may have begun before this was made
  LinearModel model_;
  internal::TrainingProblems problems_;
  std::optional<internal::InterleavedOutputs> coef_;  // if there are several outputs
  TrainResult result_;
  internal::PartCallback callback_{options_.solver.callback};
};

/// Runs `training` (of these arguments), or one on the columns that have entries if that saves time.
TrainResult run_on_used_columns(Training& training, const Dataset& data, const TrainOptions& options,
                                const internal::Deadline& deadline, internal::TrainingMemo* memo,
                                std::span<const double> labels) {
  const internal::CompactTraining compact(data, options, training.outputs());
  if (!compact.is_narrower()) return training.run(memo);
  TrainResult result = Training(compact.data(), compact.options(), deadline, labels).run(memo);
  compact.widen(result);
  return result;
}

}  // namespace

TrainResult train(const Dataset& data, const TrainOptions& options) {
  const internal::Deadline deadline(options.solver.max_seconds);
  const internal::PresentTargets present(data, options.weights, is_classification(options.loss));
  Training training(present.data(), options, deadline);
  if (!internal::may_be_compact(present.data(), options, training.outputs())) return training.validate_and_run();
  training.validate_problem();
  return run_on_used_columns(training, present.data(), options, deadline, nullptr, {});
}

namespace internal {

void validate_training(const Dataset& data, const TrainOptions& options) {
  Training(data, options, Deadline(options.solver.max_seconds)).validate_problem();
}

TrainResult train_valid(const Dataset& data, const TrainOptions& options, TrainingMemo* memo,
                        std::span<const double> labels) {
  const Deadline deadline(options.solver.max_seconds);
  Training training(data, options, deadline, labels);
  return run_on_used_columns(training, data, options, deadline, memo, labels);
}

}  // namespace internal

}  // namespace hingeline
