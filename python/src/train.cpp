// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>

#include "arrays.hpp"
#include "bindings.hpp"
#include "certificate_numbers.hpp"
#include "choice.hpp"
#include "hingeline/model.hpp"
#include "hingeline/selection.hpp"
#include "matrix.hpp"
#include "solver_call.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

/// Carries small problems on beyond their tolerance, for `passes` at most. Convergence is linear: what took p passes to
/// come below the rounding of the gap is, p later, below that of the coefficients; the answer then no longer shows in
/// which order the rows came.
class Finisher {
 public:
  Finisher(double tolerance, std::int64_t passes) : tolerance_(tolerance), passes_(passes) {}

  bool may_stop(const Progress& now) {
    ends_.resize(static_cast<std::size_t>(now.parts), passes_);
    std::int64_t& end = ends_[static_cast<std::size_t>(now.part)];
    constexpr double rounding = 1e-14;
    if (now.certified && now.relative_gap <= rounding) end = std::min(end, 2 * now.passes);
    return now.passes >= end && now.certified && now.relative_gap <= tolerance_;
  }

 private:
  double tolerance_;
  std::int64_t passes_;
  std::vector<std::int64_t> ends_;
};

/// What is asked of the coefficients, as views of Python's arrays; empty ones ask nothing.
struct Demands {
  double l1;
  double l2;
  Vector<double> lower;
  Vector<double> upper;
  const Matrix* rows;  // of constraints, or null
  Vector<double> row_lower;
  Vector<double> row_upper;
};

void set_demands(const Demands& demands, TrainOptions& options) {
  options.penalty.l1 = demands.l1;
  options.penalty.l2 = demands.l2;
  options.bounds = {span_of(demands.lower), span_of(demands.upper)};
  if (demands.rows == nullptr) return;
  options.constraints = {demands.rows->view(), span_of(demands.row_lower), span_of(demands.row_upper)};
}

/// What is asked of every row's problem alike. Views of the arrays of `demands`.
TrainOptions make_settings(const Loss& loss, double C, const Demands& demands, std::string_view intercept, double bias,
                           std::string_view multi_class, std::string_view solver, double tolerance,
                           std::int64_t max_passes, double max_seconds, std::uint64_t seed, int threads) {
  TrainOptions options;
  options.loss = loss;
  options.C = C;
  set_demands(demands, options);
  options.intercept = choice<Intercept>("fit_intercept", intercept_names, intercept);
  options.bias = bias;
  options.multi_class = choice<MultiClass>("multi_class", multi_class_names, multi_class);
  options.threads = threads;
  options.solver.solver = choice<Solver>("solver", solver_names, solver);
  options.solver.tolerance = tolerance;
  options.solver.max_passes = max_passes;
  options.solver.max_seconds = max_seconds;
  options.solver.seed = seed;
  return options;
}

using Weights = std::optional<Vector<double>>;

Dataset dataset_of(const Matrix& x, const Vector<double>& y) {
  Dataset data{x.view(), span_of(y), {}, {}};
  data.checked = x.checked();
  return data;
}

/// One weight per class, whose labels are 0, 1, ..; or none.
void weigh_own_outputs(const std::vector<double>& per_class, TrainOptions& options) {
  options.own_class_weights = true;
  for (std::size_t k = 0; k < per_class.size(); ++k) options.class_weights[static_cast<double>(k)] = per_class[k];
}

TrainResult train_rows(Matrix& x, const Vector<double>& y, const Weights& weights, const TrainOptions& settings,
                       std::int64_t finish_passes, const LinearModel* warm_start, bool keep_dual,
                       const nb::object& callback, const std::vector<double>& own_class_weights,
                       const std::vector<double>& levels, std::string_view level_tie,
                       const std::vector<double>& box_lower, const std::vector<double>& box_upper) {
  TrainOptions options = settings;
  weigh_own_outputs(own_class_weights, options);
  options.levels = levels;
  options.level_tie = choice<LevelTie>("level_tie", level_tie_names, level_tie);
  options.box = {box_lower, box_upper};
  if (weights) options.weights = span_of(*weights);
  options.warm_start = warm_start;
  options.keep_dual = keep_dual;
  if (finish_passes > 0) options.solver.tolerance = 0;

  Attendant attendant;
  options.solver.interrupt = &attendant.interrupt();
  const auto report = calling(callback, attendant);
  Finisher finisher(settings.solver.tolerance, finish_passes);
  if (finish_passes > 0 || report)
    options.solver.callback = [&](const Progress& now) {
      return (!report || report(now)) && !(finish_passes > 0 && finisher.may_stop(now));
    };

  const Dataset data = dataset_of(x, y);
  TrainResult result;
  attendant.run([&] { result = train(data, options); });
  x.set_checked();
  judge(result, settings.solver.tolerance);
  return result;
}

std::vector<LinearModel> path_of_rows(Matrix& x, const Vector<double>& y, const Weights& weights,
                                      const TrainOptions& settings, const std::vector<double>& C,
                                      const std::vector<double>& own_class_weights) {
  TrainOptions options = settings;
  weigh_own_outputs(own_class_weights, options);
  if (weights) options.weights = span_of(*weights);
  Attendant attendant;
  options.solver.interrupt = &attendant.interrupt();
  const Dataset data = dataset_of(x, y);
  PathResult path;
  attendant.run([&] { path = train_path(data, options, C); });
  x.set_checked();
  return std::move(path.models);
}

void bind_progress(nb::module_& module) {
  nb::class_<Progress>(module, "Progress", "What is known after a pass over the rows.")
      .def_ro("seconds", &Progress::seconds, "Since the solve began.")
      .def_ro("passes", &Progress::passes, "Over the rows, whole or of the active ones.")
      .def_ro("primal", &Progress::primal, "Objective of the last full check.")
      .def_ro("dual", &Progress::dual, "Lower bound of the last full check.")
      .def_ro("relative_gap", &Progress::relative_gap, "Proven where `certified`, else an estimate.")
      .def_ro("certified", &Progress::certified, "This pass ended with a full check.")
      .def_ro("active", &Progress::active, "Rows not set aside by shrinking.")
      .def_ro("part", &Progress::part, "Which of the model's outputs is being solved, from 0.")
      .def_ro("parts", &Progress::parts);
}

void bind_results(nb::module_& module) {
  nb::class_<Solution>(module, "Solution", "How one output of a model was found.")
      .def_prop_ro(
          "dual_coef",
          [](const Solution& part) { return array_of(std::vector(part.dual_coef), {part.dual_coef.size()}); },
          nb::rv_policy::move)
      .def_prop_ro(
          "coef", [](const Solution& part) { return array_of(std::vector(part.coef), {part.coef.size()}); },
          nb::rv_policy::move, "Empty where a model has them.")
      .def_ro("intercept", &Solution::intercept)
      .def_prop_ro("certificate", [](const Solution& part) { return numbers(part.certificate); })
      .def_prop_ro("status", [](const Solution& part) { return to_string(part.status); })
      .def_ro("solver", &Solution::solver)
      .def_ro("reason", &Solution::reason)
      .def_ro("passes", &Solution::passes)
      .def_ro("iterations", &Solution::iterations)
      .def_ro("seconds", &Solution::seconds);
  nb::class_<LevelContact>(module, "LevelContact", "Where two neighbouring levels' outputs are held apart.")
      .def_ro("level", &LevelContact::level, "The lower one, from 0.")
      .def_ro("row", &LevelContact::row, "Of the training data; -1 for a corner of the box.")
      .def_ro("x", &LevelContact::x)
      .def_ro("multiplier", &LevelContact::multiplier);
  nb::class_<TrainResult>(module, "TrainResult", "A model, its certificate, and one part per output.")
      .def_ro("model", &TrainResult::model)
      .def_prop_ro("status", [](const TrainResult& result) { return to_string(result.status); })
      .def_prop_ro("certificate", [](const TrainResult& result) { return numbers(result.certificate); })
      .def_ro("parts", &TrainResult::parts)
      .def_ro("contacts", &TrainResult::contacts);
}

}  // namespace

void bind_train(nb::module_& module) {
  nb::class_<Demands>(module, "Demands", "Penalty, bounds and constraints of the coefficients.")
      .def(nb::new_([](double l1, double l2, const Vector<double>& lower, const Vector<double>& upper,
                       const Matrix* rows, const Vector<double>& row_lower, const Vector<double>& row_upper) {
             return Demands{l1, l2, lower, upper, rows, row_lower, row_upper};
           }),
           nb::kw_only(), "l1"_a, "l2"_a, "lower"_a.noconvert(), "upper"_a.noconvert(), "rows"_a.none(),
           "row_lower"_a.noconvert(), "row_upper"_a.noconvert(), nb::keep_alive<1, 6>());
  bind_progress(module);
  bind_results(module);
  nb::class_<TrainOptions>(module, "Settings", "What is asked, whatever the rows.")
      .def(nb::new_(&make_settings), nb::kw_only(), "loss"_a, "C"_a, "demands"_a, "intercept"_a, "bias"_a,
           "multi_class"_a, "solver"_a, "tolerance"_a, "max_passes"_a, "max_seconds"_a, "seed"_a, "threads"_a,
           nb::keep_alive<1, 4>());
  module.def("train", &train_rows, "x"_a, "y"_a.noconvert(), "weights"_a.noconvert().none(), "settings"_a,
             nb::kw_only(), "finish_passes"_a, "warm_start"_a.none(), "keep_dual"_a, "callback"_a.none(),
             "own_class_weights"_a = std::vector<double>(), "levels"_a = std::vector<double>(),
             "level_tie"_a = "separate", "box_lower"_a = std::vector<double>(), "box_upper"_a = std::vector<double>());
  module.def("train_path", &path_of_rows, "x"_a, "y"_a.noconvert(), "weights"_a.noconvert().none(), "settings"_a, "C"_a,
             "own_class_weights"_a = std::vector<double>(),
             "A model for each C, begun where the one before ended; fewer where time ran out.");
}

}  // namespace hingeline::python
