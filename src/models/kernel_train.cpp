// SPDX-License-Identifier: BSD-3-Clause
//
// From targets to machines. Regression uses the targets as they are, two classes become +1 and -1. More classes have
// one machine for every two, on the rows of those two (one-vs-one), or one for each class, on all rows (one-vs-rest).
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "core/deadline.hpp"
#include "data/append_row.hpp"
#include "data/select_rows.hpp"
#include "data/validate_matrix.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "models/class_pairs.hpp"
#include "models/kernel_start.hpp"
#include "models/label_names.hpp"
#include "models/model_fields.hpp"
#include "models/output_rows.hpp"
#include "models/part_callback.hpp"
#include "models/present_targets.hpp"
#include "models/rows_by_class.hpp"
#include "models/train_valid.hpp"
#include "models/training_rows.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/validate.hpp"
#include "problem/validate_kernel_problem.hpp"
#include "solvers/smo/smo_memory.hpp"

namespace hingeline {
namespace {

class KernelTraining {
 public:
  KernelTraining(const Dataset& data, const KernelTrainOptions& options, internal::KernelTrainingMemo& memo,
                 std::span<const double> labels)
      : data_(data), options_(options), memo_(memo) {
    validate(options.solver);
    KernelModel& model = result_.model;
    model.machine = options.machine;
    model.kernel = options.kernel;
    model.multi_class = options.multi_class;
    model.features = cols(data.x);
    if (options.kernel.name != KernelName::precomputed) model.feature_names = data.feature_names;
    if (options.machine == Machine::one_class) {
      y_.assign(static_cast<std::size_t>(rows(data.x)), 0.0);
    } else {
      internal::validate_targets(data, options.weights, options.machine);
      y_.assign(data.y.begin(), data.y.end());
    }
    set_classes(labels);
    internal::require_labels(model);
    require_output_nu();
    weights_ = internal::combined_weights(options.weights, options.class_weights, y_);
    internal::require_some_weight(weights_);
    if (is_classification(options.machine) && labels.empty()) internal::require_two_classes(weights_, data);
    internal::validate_start(options, model, internal::dual_sizes(model, by_class_, y_.size()));
    validate_rows();
  }

  KernelTrainResult run() {
    const std::size_t outputs = result_.model.outputs();
    result_.parts.resize(outputs);
    set_start(outputs);
    if (result_.model.labels.empty())
      result_.parts[0] = solve_part(0, data_.x, y_, weights_);
    else
      solve_outputs();
    for (const KernelSolution& part : result_.parts) result_.model.intercept.push_back(part.intercept);
    internal::sum_up_parts(result_);
    gather_support_vectors();
    return std::move(result_);
  }

 private:
  /// Sets the classes to `labels` or, if empty, those of the data.
  void set_classes(std::span<const double> labels) {
    KernelModel& model = result_.model;
    if (is_classification(options_.machine)) {
      model.labels =
          labels.empty() ? internal::present_labels(y_, options_.weights) : std::vector(labels.begin(), labels.end());
      internal::validate_classes(model.labels, data_, options_.class_weights);
      model.label_names = internal::names_of(model.labels, data_.class_names);
      by_class_ = {y_, model.labels};
    } else if (!options_.class_weights.empty()) {
      throw InvalidParameter("class_weights", "weights",
                             fmt::format("mean nothing to the machine {}", to_string(options_.machine)));
    }
  }

  void require_output_nu() const {
    const std::size_t given = options_.output_nu.size();
    const std::size_t outputs = result_.model.outputs();
    if (given != 0 && (options_.machine != Machine::nu_svc || given != outputs))
      throw InvalidParameter("output_nu", fmt::format("{} numbers", given),
                             fmt::format("must be none or, for nu_svc, {}: one for each output", outputs));
  }

  /// Validates once for all outputs, so that messages have the row numbers of the data.
  void validate_rows() const {
    internal::ThreadPool pool(options_.solver.threads);
    if (!data_.checked) internal::validate_matrix("x", data_.x, {}, pool);
    if (options_.kernel.name == KernelName::precomputed)
      internal::validate_precomputed(data_.x, options_.solver.threads);
  }

  void set_start(std::size_t outputs) {
    memo_.parts.resize(outputs);
    start_ = options_.warm_dual;
    if (!start_.empty() || options_.warm_start == nullptr) return;
    found_ = dual_in_order(*options_.warm_start);
    start_ = found_;
  }

  /// Dual variables by output of a model whose classes may be in another order.
  std::vector<std::vector<double>> dual_in_order(const KernelModel& model) const {
    const auto places = internal::places_among(internal::Classes(result_.model), internal::Classes(model));
    std::vector<double> labels(places.size());
    for (std::size_t c = 0; c < places.size(); ++c) labels[places[c]] = result_.model.labels[c];
    const auto by_class = places.empty() ? internal::RowsByClass() : internal::RowsByClass(y_, labels);
    std::vector<double> costs = weights_;
    if (has_C(options_.machine))
      for (double& cost : costs) cost *= options_.C;
    std::vector<std::vector<double>> given = internal::dual_by_output(
        model, by_class, y_.size(), internal::dual_of(model, data_.x, by_class.classes(), y_, costs));
    if (places.empty()) return given;
    std::vector<std::vector<double>> dual;
    for (const auto& [output, sign] : internal::outputs_in_order(places, !internal::is_one_vs_rest(result_.model))) {
      dual.push_back(std::move(given[output]));
      for (double& s : dual.back()) s *= sign;
    }
    return dual;
  }

  internal::SmoMemo& memo(std::size_t part) {
    internal::SmoMemo& memo = memo_.parts[part];
    if (memo.s.empty() && !start_.empty()) memo.s = start_[part];
    return memo;
  }

  KernelProblem problem(std::size_t part, const MatrixView& x, std::span<const double> y,
                        std::span<const double> weights) const {
    const double nu = options_.output_nu.empty() ? options_.nu : options_.output_nu[part];
    return {x, y, weights, options_.machine, options_.kernel, options_.C, options_.epsilon, nu};
  }

  /// Options of one part; parts share threads, memory and time. The share of memory does not depend on the number of
  /// threads, as answers depend on memory and must not depend on threads.
  KernelOptions part_options(std::size_t part) {
    constexpr std::size_t most_shares = 4;
    KernelOptions options = options_.solver;
    const std::size_t parts = result_.parts.size();
    options.cache_megabytes /= static_cast<double>(std::min(most_shares, parts));
    options.threads = std::max(1, options.threads / static_cast<int>(parts));
    options.solver.max_seconds = deadline_.seconds_left();
    options.solver.callback = callback_.of(part, parts);
    return options;
  }

  KernelSolution solve_part(std::size_t part, const MatrixView& x, std::span<const double> y,
                            std::span<const double> weights) {
    const KernelProblem given = problem(part, x, y, weights);
    const KernelOptions options = part_options(part);
    internal::validate(given, options.threads, true);
    internal::SmoMemory memory = take_memory();
    KernelSolution solution = internal::solve_in(memory, memo(part), given, options);
    const std::lock_guard lock(memory_mutex_);
    idle_memory_.push_back(std::move(memory));
    return solution;
  }

  internal::SmoMemory take_memory() {
    const std::lock_guard lock(memory_mutex_);
    if (idle_memory_.empty()) return {};
    internal::SmoMemory memory = std::move(idle_memory_.back());
    idle_memory_.pop_back();
    return memory;
  }

  void solve_outputs() {
    const bool against_rest = internal::is_one_vs_rest(result_.model);
    const auto pairs = internal::class_pairs(against_rest ? 0 : result_.model.labels.size());
    const auto outputs = static_cast<std::int64_t>(result_.parts.size());
    internal::ThreadPool pool(std::min(options_.solver.threads, static_cast<int>(outputs)));
    pool.run(outputs, [&](std::int64_t part) {
      const auto k = static_cast<std::size_t>(part);
      if (against_rest)
        solve_class(k);
      else
        solve_pair(k, pairs[k]);
    });
  }

  /// Trains class c against all others.
  void solve_class(std::size_t c) {
    std::vector<double> y(y_.size(), -1.0);
    for (const std::int64_t i : by_class_.of_class(c)) y[static_cast<std::size_t>(i)] = 1;
    result_.parts[c] = solve_part(c, data_.x, y, weights_);
  }

  void solve_pair(std::size_t part, std::pair<std::size_t, std::size_t> classes) {
    const internal::PairOfClasses pair = by_class_.pair(classes, weights_);
    if (internal::are_all_zero(pair.weights)) {
      result_.parts[part] = nothing_to_tell(pair.rows.size());
      return;
    }
    const Dataset rows = rows_of(pair);
    result_.parts[part] = solve_part(part, rows.x, pair.y, pair.weights);
  }

  /// The rows of the two classes; with a precomputed kernel also their columns.
  Dataset rows_of(const internal::PairOfClasses& pair) const {
    if (pair.rows.size() == y_.size()) return data_;
    return options_.kernel.name == KernelName::precomputed ? internal::select_square(data_.x, pair.rows)
                                                           : internal::select_rows(data_.x, pair.rows);
  }

  /// The solution where no row of either class has weight > 0.
  KernelSolution nothing_to_tell(std::size_t rows) const {
    KernelSolution nothing;
    nothing.dual_coef.resize(rows);
    nothing.solver = "smo";
    nothing.reason = fmt::format("selection {}", to_string(options_.solver.selection));
    return nothing;
  }

  void gather_support_vectors() {
    KernelModel& model = result_.model;
    const std::vector<double> dual = internal::dual_by_row(model, by_class_, y_.size(), result_.parts);
    const auto add = [&](std::size_t i) {
      add_support_vector(i, std::span(dual).subspan(i * model.width(), model.width()));
    };
    if (model.labels.empty()) {
      for (std::size_t i = 0; i < y_.size(); ++i) add(i);
      return;
    }
    for (std::size_t c = 0; c < model.labels.size(); ++c) {
      const std::int64_t before = model.support_vectors();
      for (const std::int64_t i : by_class_.of_class(c)) add(static_cast<std::size_t>(i));
      model.class_sizes.push_back(model.support_vectors() - before);
    }
  }

  /// Adds row i as a support vector, unless all its dual variables are 0.
  void add_support_vector(std::size_t i, std::span<const double> dual) {
    if (std::ranges::all_of(dual, [](double s) { return s == 0; })) return;
    KernelModel& model = result_.model;
    result_.support_rows.push_back(static_cast<std::int64_t>(i));
    if (options_.kernel.name == KernelName::precomputed)
      model.serials.push_back(static_cast<std::int64_t>(i) + 1);
    else
      internal::append_row(data_.x, static_cast<std::int64_t>(i), model.columns, model.values);
    model.offsets.push_back(static_cast<std::int64_t>(model.values.size()));
    model.coef.insert(model.coef.end(), dual.begin(), dual.end());
  }

  const Dataset& data_;
  const KernelTrainOptions& options_;
  std::vector<double> y_;
  std::vector<double> weights_;
  internal::RowsByClass by_class_;
  internal::Deadline deadline_{options_.solver.solver.max_seconds};
  internal::PartCallback callback_{options_.solver.solver.callback};
  std::mutex memory_mutex_;
  internal::KernelTrainingMemo& memo_;
  std::span<const std::vector<double>> start_;    // s of each part, or empty
  std::vector<std::vector<double>> found_;        // memory of start_, from an earlier model
  std::vector<internal::SmoMemory> idle_memory_;  // for reuse, at most one per concurrent solve
  KernelTrainResult result_;
};

}  // namespace

double internal::KernelTrainingMemo::bytes() const {
  double sum = 0;
  for (const SmoMemo& part : parts) sum += part.bytes();
  return sum;
}

KernelTrainResult train(const Dataset& data, const KernelTrainOptions& options) {
  const internal::PresentTargets present(data, options.weights, is_classification(options.machine));
  return internal::train_as_given(present.data(), options);
}

KernelTrainResult internal::train_as_given(const Dataset& data, const KernelTrainOptions& options,
                                           KernelTrainingMemo* memo, std::span<const double> labels) {
  KernelTrainingMemo own;
  return KernelTraining(data, options, memo != nullptr ? *memo : own, labels).run();
}

}  // namespace hingeline
