// SPDX-License-Identifier: BSD-3-Clause
#include "train_one_class.hpp"

#include <optional>

#include "command.hpp"
#include "core/timer.hpp"
#include "hingeline/one_class.hpp"
#include "interrupt.hpp"
#include "progress.hpp"
#include "train_report.hpp"

namespace hingeline::cli {
namespace {

using internal::Timer;

class OneClassTrainCommand {
 public:
  explicit OneClassTrainCommand(const TrainArguments& arguments)
      : args_(arguments),
        console_(args_.output, {args_.model, args_.trace, args_.save_dual}),
        observer_(args_.solver.tolerance, args_.output.quiet) {}

  int run() {
    data_ = read_into_memory(args_.data, args_.read);
    tell_read(console_, args_.data, data_);
    const std::vector<double> weights = args_.problem.weights.by_row(data_);
    solve(weights);
    write();
    write_json(args_.output, report());
    const Certificate& c = answer_.certificate;
    console_.line("{}: primal {:.9g}, dual {:.9g}, relative gap {:.2g} (tolerance {:g})", to_string(answer_.status),
                  c.primal, c.dual, c.relative_gap, args_.solver.tolerance);
    return exit_status(answer_.status);
  }

 private:
  void solve(std::span<const double> weights) {
    const Interrupt interrupt;
    SolverOptions options = args_.solver;
    options.interrupt = interrupt.flag();
    options.callback = observer_.callback();
    options.threads = args_.read.threads;
    const Timer timer;
    const Dataset& data = data_.dataset;
    answer_ = hingeline::solve(OneClassProblem{data.x, weights, args_.kernel.nu, data.checked}, options);
    solve_seconds_ = timer.seconds();
    observer_.finish();
    console_.line("solve  one_class, nu = {:g}: {} passes, {:.3f} s", args_.kernel.nu, answer_.passes, solve_seconds_);
  }

  void write() {
    const Timer timer;
    write_answer(args_.model, OneClassModel{answer_.coef, answer_.intercept, data_.dataset.feature_names});
    const std::span<const Solution> parts(&answer_, 1);
    if (!args_.trace.empty()) write_output(args_.trace, observer_.trace(parts));
    if (!args_.save_dual.empty()) write_output(args_.save_dual, dual_text(parts, answer_.dual_coef.size()));
    write_seconds_ = timer.seconds();
    console_.line("write  {}, {:.3f} s", args_.model, write_seconds_);
  }

  Json report() const {
    Json object = {{"status", to_string(answer_.status)},
                   {"solver", answer_.solver},
                   {"reason", answer_.reason},
                   {"loss", nullptr},
                   {"penalty", "l2"},
                   {"problem", to_string(args_.kernel.machine)},
                   {"nu", args_.kernel.nu},
                   {"value_type", to_string(value_type_of(data_.dataset.x))}};
    object.update(certificate_json(answer_.certificate));
    object["passes"] = answer_.passes;
    object["iterations"] = answer_.iterations;
    add_run(object, data_, count_nonzeros(data_.dataset.x), args_.read.threads, solve_seconds_, write_seconds_);
    return object;
  }

  const TrainArguments& args_;
  Console console_;
  SolveObserver observer_;
  ReadData data_;
  Solution answer_;
  double solve_seconds_ = 0;
  double write_seconds_ = 0;
};

}  // namespace

int train_one_class(const TrainArguments& arguments) { return OneClassTrainCommand(arguments).run(); }

}  // namespace hingeline::cli
