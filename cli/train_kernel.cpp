// SPDX-License-Identifier: BSD-3-Clause
#include "train_kernel.hpp"

#include <filesystem>
#include <iterator>
#include <optional>

#include "any_model.hpp"
#include "command.hpp"
#include "core/timer.hpp"
#include "data_options.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/selection.hpp"
#include "interrupt.hpp"
#include "models/present_targets.hpp"
#include "progress.hpp"
#include "train_report.hpp"

namespace hingeline::cli {
namespace {

using internal::Timer;

class KernelTrainCommand {
 public:
  explicit KernelTrainCommand(const TrainArguments& arguments)
      : args_(arguments),
        console_(args_.output, {args_.model, args_.trace, args_.save_dual}),
        observer_(args_.solver.tolerance, args_.output.quiet, SolveObserver::Sees::every_pass) {}

  int run() {
    data_ = read_into_memory(args_.data, args_.read);
    tell_of_data(console_, args_, data_, is_classification(args_.kernel.machine));
    const std::vector<double> weights = args_.problem.weights.by_row(data_);
    present_.emplace(data_.dataset, weights, is_classification(args_.kernel.machine));
    const Interrupt interrupt;
    KernelTrainOptions options = args_.kernel_options(data_.dataset, weights);
    options.solver.solver.interrupt = interrupt.flag();
    std::optional<KernelModel> start;
    if (!args_.warm_start.empty()) start = read_kernel_start(args_.warm_start);
    options.warm_start = start ? &*start : nullptr;
    options.solver.solver.callback = observer_.callback();
    solve(options);
    write();
    write_json(args_.output, report(options.kernel));
    summarise();
    return exit_status(result_.status);
  }

 private:
  void solve(const KernelTrainOptions& options) {
    const Timer timer;
    result_ = args_.probability == Calibration::Kind::none ? train(data_.dataset, options)
                                                           : train_calibrated(data_.dataset, options, probability());
    solve_seconds_ = timer.seconds();
    observer_.finish();
    for (const KernelSolution& part : result_.parts) {
      violation_ = std::max(violation_, part.violation);
      passes_ += part.passes;
      counters_.kernel_evaluations += part.counters.kernel_evaluations;
      counters_.inner_steps += part.counters.inner_steps;
      counters_.cache_hits += part.counters.cache_hits;
    }
    console_.line("solve  {}, {} kernel, by {} ({}): {} passes, {:.4g} kernel values, {:.3f} s",
                  to_string(options.machine), to_string(options.kernel.name), worst_part(result_).solver,
                  whole_reason(result_), passes_, static_cast<double>(counters_.kernel_evaluations), solve_seconds_);
  }

  KernelProbability probability() const {
    return args_.probability == Calibration::Kind::platt ? KernelProbability::platt : KernelProbability::isotonic;
  }

  void write() {
    const Timer timer;
    write_answer(args_.model, result_.model);
    if (!args_.trace.empty()) write_output(args_.trace, observer_.trace<KernelSolution>(result_.parts));
    if (!args_.save_dual.empty()) {
      if (result_.model.has_pairs()) spread_dual(result_.parts, present_->data().y, result_.model.labels);
      write_output(args_.save_dual, dual_text(result_.parts, static_cast<std::size_t>(rows(data_.dataset.x))));
    }
    write_seconds_ = timer.seconds();
    console_.line("write  {}, {:.3f} s", args_.model, write_seconds_);
  }

  /// The loss; null for the nu machines, whose margin or tube is not fixed, and one_class.
  Json loss_name() const {
    if (args_.kernel.machine == Machine::c_svc) return to_string(LossName::hinge);
    if (args_.kernel.machine == Machine::epsilon_svr) return to_string(LossName::epsilon_insensitive);
    return nullptr;
  }

  /// Appends to how a training or part ended what all of them report.
  Json solve_json(Json object, const Certificate& certificate, double violation, const KernelCounters& counters,
                  std::int64_t passes) const {
    object["problem"] = to_string(args_.kernel.machine);
    object["loss"] = loss_name();
    object["penalty"] = "l2";
    object["kernel"] = to_string(args_.kernel.name);
    object["value_type"] = to_string(value_type_of(data_.dataset.x));
    object.update(certificate_json(certificate));
    object["violation"] = number_or_null(violation);
    object["passes"] = passes;
    object["iterations"] = counters.inner_steps;
    object["kernel_evaluations"] = counters.kernel_evaluations;
    object["inner_steps"] = counters.inner_steps;
    object["cache_hits"] = counters.cache_hits;
    return object;
  }

  Json part_json(std::size_t k) const {
    const KernelSolution& part = result_.parts[k];
    Json object = solve_json(ending_of_part(part), part.certificate, part.violation, part.counters, part.passes);
    if (result_.model.has_pairs())
      object["labels"] = pair_json(Classes(result_.model), k);
    else
      object["label"] = label_json(Classes(result_.model), k);
    object["seconds"] = {{"solve", part.seconds}};
    return object;
  }

  Json report(const Kernel& kernel) const {
    Json object = solve_json(ending_of_whole(result_), result_.certificate, violation_, counters_, passes_);
    object["gamma"] = kernel.gamma;
    object["support_vectors"] = result_.model.support_vectors();
    add_run(object, data_, count_nonzeros(data_.dataset.x), args_.read.threads, solve_seconds_, write_seconds_);
    if (result_.parts.size() > 1)
      for (std::size_t k = 0; k < result_.parts.size(); ++k) object["parts"].push_back(part_json(k));
    return object;
  }

  void summarise() const {
    const Certificate& c = result_.certificate;
    console_.line("{}: {} support vectors, primal {:.9g}, dual {:.9g}, relative gap {:.2g}, violation {:.2g}{}",
                  to_string(result_.status), result_.model.support_vectors(), c.primal, c.dual, c.relative_gap,
                  violation_, unfinished_text(result_.parts, [this](std::size_t k) { return part_name(k); }));
  }

  std::string part_name(std::size_t k) const {
    const Classes classes(result_.model);
    return result_.model.has_pairs() ? pair_name(classes, k) : "label " + label_text(classes, k);
  }

  const TrainArguments& args_;
  Console console_;
  SolveObserver observer_;
  ReadData data_;
  std::optional<internal::PresentTargets> present_;
  KernelTrainResult result_;
  KernelCounters counters_;
  std::int64_t passes_ = 0;
  double violation_ = 0;
  double solve_seconds_ = 0;
  double write_seconds_ = 0;
};

}  // namespace

int train_kernel(const TrainArguments& arguments) { return KernelTrainCommand(arguments).run(); }

}  // namespace hingeline::cli
