// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>

#include "any_model.hpp"
#include "command.hpp"
#include "core/timer.hpp"
#include "describe.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_features.hpp"
#include "hingeline/selection.hpp"
#include "interrupt.hpp"
#include "models/present_targets.hpp"
#include "progress.hpp"
#include "solvers/linear_systems/hessian_limit.hpp"
#include "train_kernel.hpp"
#include "train_one_class.hpp"
#include "train_report.hpp"

namespace hingeline::cli {
namespace {

using internal::Timer;

std::int64_t total(const std::vector<Solution>& parts, std::int64_t Solution::*counter) {
  std::int64_t sum = 0;
  for (const Solution& part : parts) sum += part.*counter;
  return sum;
}

class TrainCommand {
 public:
  explicit TrainCommand(TrainArguments arguments)
      : args_(std::move(arguments)),
        console_(args_.output, {args_.model, args_.trace, args_.save_dual}),
        observer_(args_.solver.tolerance, args_.output.quiet) {}

  int run() {
    TrainOptions options = args_.train_options();
    options.keep_dual = !args_.save_dual.empty() || args_.exact_gap;
    if (args_.levels.has_order() && args_.read.asked_value_type->count() == 0)
      args_.read.value_type = ValueType::float64;  // as in `predict`, where outputs must not cross either
    data_ = read_data(args_.data, args_.read);
    tell_of_data(console_, args_, data_, is_classification(options.loss));
    if (data_.dataset.release && !args_.kernel.is_approximated()) require_few_columns();
    solve(options);
    if (result_.status != Status::infeasible) write();
    interrupt_.reset();
    if (args_.exact_gap) prove_for_kernel();
    if (!args_.output.json.empty()) write_json(args_.output, report());
    summarise();
    return exit_status(result_.status);
  }

 private:
  /// Rows on disk leave a single solver, whose limit is then one of the data. Throws DataError.
  void require_few_columns() const {
    const auto columns = static_cast<std::size_t>(cols(data_.dataset.x));
    if (columns > internal::most_reduced_newton_features)
      throw DataError(fmt::format("{}: {} columns, but at most {} where rows stay on disk (--memory)", args_.data,
                                  columns, internal::most_reduced_newton_features));
  }

  void solve(TrainOptions& options) {
    const std::vector<double> weights = args_.problem.weights.by_row(data_);
    options.weights = weights;
    options.class_weights = args_.problem.weights.by_label(data_.dataset, weights);
    present_.emplace(data_.dataset, weights, is_classification(options.loss));
    std::optional<LinearModel> start;
    if (!args_.warm_start.empty()) start = read_linear_start(args_.warm_start);
    if (args_.kernel.is_approximated()) stand_for_kernel(weights, start);
    options.warm_start = start ? &*start : nullptr;
    demands_ = args_.problem.constraints.demands(data_.dataset, weights);
    demands_.set(options);
    const Box box = args_.levels.box_of(data_.dataset, weights);
    options.level_tie = args_.levels.tie();
    options.box = box.bounds();
    options.solver.callback = observer_.callback();
    options.solver.interrupt = interrupt_.emplace().flag();
    const Timer timer;
    const Dataset& rows = features_ ? mapped_ : data_.dataset;
    result_ = args_.probability == Calibration::Kind::none ? train(rows, options)
                                                           : train_calibrated(rows, options, args_.probability);
    solve_seconds_ = timer.seconds();
    observer_.finish();
    const std::size_t classes = result_.model.labels.size();
    console_.line("solve  {}{}, C = {:g}, by {} ({}): {} passes, {:.3f} s", to_string(options.loss.name),
                  classes > 2 ? fmt::format(", {} classes", classes) : "", options.C, worst_part(result_).solver,
                  whole_reason(result_), total(result_.parts, &Solution::passes), solve_seconds_);
    if (features_) take_rows();
  }

  /// Draws the functions that approximate the kernel, or takes those of --warm-start, and maps all rows.
  void stand_for_kernel(std::span<const double> weights, std::optional<LinearModel>& start) {
    const Timer timer;
    const KernelFeatureOptions wanted = args_.feature_options(cols(data_.dataset.x));
    if (start) {
      features_.emplace(*start, args_.read.threads);
      require_same(features_->basis(), wanted);
      start = features_->to_feature_model(std::move(*start));
    } else {
      features_.emplace(data_.dataset.x, weights, wanted, args_.read.threads);
    }
    mapped_ = fits_in_memory(features_->basis().size)
                  ? features_->map(data_.dataset, args_.read.threads)
                  : features_->map_to_file(data_.dataset, args_.read.scratch, args_.read.threads);
    map_seconds_ = timer.seconds();
    console_.line("map    {} functions for the {} kernel by {}, {:.3f} s", features_->basis().size,
                  to_string(wanted.kernel.name), to_string(wanted.approximation), map_seconds_);
  }

  /// Whether the functions of all rows fit into the limit of --memory, if there is one.
  bool fits_in_memory(std::int32_t size) const {
    const double numbers = static_cast<double>(rows(data_.dataset.x)) * size;
    const double bytes = numbers * (value_type_of(data_.dataset.x) == ValueType::float32 ? 4 : 8);
    return args_.read.memory == 0 || bytes <= static_cast<double>(args_.read.memory);
  }

  void require_same(const KernelBasis& basis, const KernelFeatureOptions& wanted) const {
    const Kernel& kernel = basis.kernel;
    if (basis.approximation != wanted.approximation || kernel.name != wanted.kernel.name ||
        (has_gamma(kernel.name) && kernel.gamma != wanted.kernel.gamma) ||
        (has_degree(kernel.name) && kernel.degree != wanted.kernel.degree) ||
        (has_coef0(kernel.name) && kernel.coef0 != wanted.kernel.coef0))
      throw UsageError(
          fmt::format("--warm-start: {} has another kernel or approximation than the options say", args_.warm_start));
  }

  /// Converts the model to one on the rows themselves.
  void take_rows() {
    result_.model = features_->to_row_model(std::move(result_.model));
    result_.model.feature_names = data_.dataset.feature_names;
  }

  /// Computes the dual bound of the kernel machine itself. Called after the model is written, as it may take longer
  /// than the training.
  void prove_for_kernel() {
    const Timer timer;
    const double dual = features_->exact_dual(data_.dataset, result_, args_.read.threads);
    exact_dual_ = std::min(dual, result_.certificate.primal);  // only rounding of the functions can exceed the primal
    exact_seconds_ = timer.seconds();
  }

  double exact_relative_gap() const {
    return (result_.certificate.primal - *exact_dual_) / std::abs(result_.certificate.primal);
  }

  Json approximation_json() const {
    Json object = describe_basis(features_->basis());
    object["exact_dual"] = nullptr;
    object["exact_relative_gap"] = nullptr;
    object["seconds"] = {{"map", map_seconds_}, {"exact_dual", exact_seconds_}};
    if (!exact_dual_) return object;
    object["exact_dual"] = number_or_null(*exact_dual_);
    object["exact_relative_gap"] = number_or_null(exact_relative_gap());
    return object;
  }

  void write() {
    const Timer timer;
    write_answer(args_.model, result_.model, args_.model_format);
    if (!args_.trace.empty()) write_output(args_.trace, observer_.trace<Solution>(result_.parts));
    if (!args_.save_dual.empty()) {
      if (result_.model.multi_class == MultiClass::one_vs_one)
        spread_dual(result_.parts, present_->data().y, result_.model.labels);
      write_output(args_.save_dual, dual_text(result_.parts, data_.dataset.y.size()));
    }
    write_seconds_ = timer.seconds();
    console_.line("write  {}, {:.3f} s", args_.model, write_seconds_);
  }

  /// Appends to how a training or part ended what all of them report.
  Json solve_json(Json object, const Certificate& certificate) const {
    object["loss"] = to_string(result_.model.loss.name);
    object["penalty"] = args_.problem.constraints.penalty;
    object["value_type"] = to_string(value_type_of(data_.dataset.x));
    object.update(certificate_json(certificate));
    return object;
  }

  Json part_json(std::size_t k) const {
    const Solution& part = result_.parts[k];
    Json object = solve_json(ending_of_part(part), part.certificate);
    const LinearModel& model = result_.model;
    if (!model.levels.empty())
      object["level"] = model.levels[k];
    else if (model.multi_class == MultiClass::one_vs_one)
      object["labels"] = pair_json(Classes(model), k);
    else
      object["label"] = label_json(Classes(model), k);
    object["passes"] = part.passes;
    object["iterations"] = part.iterations;
    object["seconds"] = {{"solve", part.seconds}};
    return object;
  }

  std::vector<std::string> conflict() const { return demands_.constraints.conflict(worst_part(result_).multipliers); }

  Json report() const {
    Json object = solve_json(ending_of_whole(result_), result_.certificate);
    if (result_.status == Status::infeasible) object["conflict"] = conflict();
    if (!result_.model.levels.empty()) {
      object["levels"] = result_.model.levels;
      object["level_tie"] = to_string(result_.model.level_tie);
      object["contacts"] = result_.contacts.size();
    }
    if (features_) object["approximation"] = approximation_json();
    object["passes"] = total(result_.parts, &Solution::passes);
    object["iterations"] = total(result_.parts, &Solution::iterations);
    add_run(object, data_, count_nonzeros(data_.dataset.x, data_.dataset.release), args_.read.threads, solve_seconds_,
            write_seconds_);
    if (result_.parts.size() > 1)
      for (std::size_t k = 0; k < result_.parts.size(); ++k) object["parts"].push_back(part_json(k));
    return object;
  }

  void summarise() const {
    if (result_.status == Status::infeasible) return console_.line("{}", infeasible_text(conflict()));
    const Certificate& c = result_.certificate;
    console_.line("{}: primal {:.9g}, dual {:.9g}, relative gap {:.2g} (tolerance {:g}), |w - w*| <= {:.3g}{}",
                  to_string(result_.status), c.primal, c.dual, c.relative_gap, args_.solver.tolerance,
                  c.coef_error_bound, unfinished_text(result_.parts, [this](std::size_t k) { return part_name(k); }));
    if (exact_dual_)
      console_.line("with the kernel itself: dual {:.9g}, so primal exceeds the optimum by at most {:.2g} of itself",
                    *exact_dual_, exact_relative_gap());
  }

  std::string part_name(std::size_t k) const {
    const LinearModel& model = result_.model;
    if (!model.levels.empty()) return fmt::format("level {:g}", model.levels[k]);
    if (model.multi_class != MultiClass::one_vs_one) return "label " + label_text(Classes(model), k);
    return pair_name(Classes(model), k);
  }

  TrainArguments args_;
  Console console_;
  SolveObserver observer_;
  ReadData data_;
  std::optional<KernelFeatures> features_;
  Dataset mapped_;                      // the rows mapped by features_
  std::optional<Interrupt> interrupt_;  // until the model is saved
  std::optional<internal::PresentTargets> present_;
  double map_seconds_ = 0;
  std::optional<double> exact_dual_;
  double exact_seconds_ = 0;
  TrainResult result_;
  CoefficientDemands demands_;
  double solve_seconds_ = 0;
  double write_seconds_ = 0;
};

constexpr std::array not_for_one_class = {"--loss",
                                          "--cost",
                                          "--penalty",
                                          "--l1-ratio",
                                          "--constraint",
                                          "--epsilon",
                                          "--quantile",
                                          "--delta",
                                          "--gamma",
                                          "--intercept",
                                          "--bias",
                                          "--class-weight",
                                          "--multiclass",
                                          "--standardize",
                                          "--solver",
                                          "--coordinate-order",
                                          "--inner",
                                          "--no-shrinking",
                                          "--warm-start",
                                          "--model-format",
                                          "--probability",
                                          "--non-crossing",
                                          "--non-crossing-box",
                                          "--composite",
                                          "--l1-weights"};

/// Throws UsageError unless --problem without --kernel is one_class, without options that mean nothing to it.
void require_one_class(const CLI::App& app, const KernelArguments& arguments) {
  if (arguments.machine != Machine::one_class)
    throw UsageError(fmt::format("--problem {} needs --kernel", to_string(arguments.machine)));
  for (const char* name : not_for_one_class)
    require_meaning(app, {{name, false}}, "--problem one_class without --kernel");
}

}  // namespace

Command add_train(CLI::App& app) {
  const auto arguments = std::make_shared<TrainArguments>();
  CLI::App* sub = app.add_subcommand("train", "Trains a model and proves how good it is.");
  declare(*sub, *arguments);
  return {sub, [arguments, sub] {
            if (arguments->model.empty())
              arguments->model = std::filesystem::path(arguments->data).filename().string() + ".model";
            arguments->read.scratch = std::filesystem::path(arguments->model).parent_path();
            check_files(arguments->read_files(), {{"MODEL", arguments->model, NamedFile::must_be_file},
                                                  {"--trace", arguments->trace},
                                                  {"--save-dual", arguments->save_dual},
                                                  {"--json", arguments->output.json}});
            require_readable(arguments->warm_start);
            const bool has_kernel = arguments->kernel.is_asked_for();
            const bool is_linear = !has_kernel && !arguments->kernel.is_approximated();
            if (is_linear && arguments->kernel.problem->count() > 0) {
              require_one_class(*sub, arguments->kernel);
              return train_one_class(*arguments);
            }
            check_meaning(*sub, *arguments);
            return has_kernel ? train_kernel(*arguments) : TrainCommand(*arguments).run();
          }};
}

}  // namespace hingeline::cli
