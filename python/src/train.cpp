// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "certificate_numbers.hpp"
#include "hingeline/model.hpp"
#include "hingeline/selection.hpp"
#include "matrix.hpp"
#include "solver_call.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

/// Continues small problems beyond their tolerance, for `passes` at most. Convergence is linear: if the gap falls below
/// its rounding after p passes, the error of the coefficients falls below theirs after p more. The answer then does not
/// depend on the order of the rows.
class Finisher {
 public:
  explicit Finisher(std::int64_t passes) : passes_(passes) {}

  bool may_stop(const Progress& now) {
    ends_.resize(static_cast<std::size_t>(now.parts), passes_);
    std::int64_t& end = ends_[static_cast<std::size_t>(now.part)];
    constexpr double rounding = 1e-14;
    if (now.certified && now.relative_gap <= rounding) end = std::min(end, 2 * now.passes);
    return now.passes >= (now.certified ? end : 2 * passes_);
  }

 private:
  std::int64_t passes_;
  std::vector<std::int64_t> ends_;
};

Dataset dataset_of(const Matrix& x, const Vector<double>& y) {
  Dataset data{x.view(), span_of(y), {}, {}};
  data.checked = x.checked();
  return data;
}

TrainResult finish(const Dataset& data, TrainOptions options, std::int64_t passes) {
  const double tolerance = std::exchange(options.solver.tolerance, 0);
  Finisher finisher(passes);
  options.solver.callback = [&finisher, report = options.solver.callback](const Progress& now) {
    return (!report || report(now)) && !finisher.may_stop(now);
  };
  TrainResult result = train(data, options);
  judge(result, tolerance);
  return result;
}

/// Whether to solve again from the start with the tolerance: only with one do other solvers take over from one that
/// gives up, and do solvers not end at a point that violates constraints.
bool was_cut_short(const TrainResult& result) {
  const auto any = [&](Status status) {
    return std::ranges::any_of(result.parts, [=](const Solution& part) { return part.status == status; });
  };
  return !any(Status::max_seconds) && (any(Status::interrupted) || any(Status::numerical));
}

TrainResult train_rows(Matrix& x, const Vector<double>& y, const TrainOptions& given, std::int64_t finish_passes,
                       const nb::object& callback, const std::vector<Vector<double>>& warm_dual) {
  TrainOptions options = given;
  std::vector<std::vector<double>> dual;
  for (const Vector<double>& part : warm_dual) dual.emplace_back(part.data(), part.data() + part.size());
  options.warm_dual = dual;
  Attendant attendant;
  options.solver.interrupt = &attendant.interrupt();
  options.solver.callback = calling(callback, attendant);

  const Dataset data = dataset_of(x, y);
  const auto solve = [&] {
    TrainResult result = train(data, options);
    judge(result, options.solver.tolerance);
    return result;
  };
  TrainResult result;
  attendant.run([&] {
    result = finish_or_solve(
        finish_passes > 0, attendant, options.solver, [&] { return finish(data, options, finish_passes); },
        was_cut_short, solve);
  });
  x.set_checked();
  return result;
}

PathResult path_of_rows(Matrix& x, const Vector<double>& y, const TrainOptions& given, const std::vector<double>& C,
                        const nb::object& unwanted) {
  TrainOptions options = given;
  Attendant attendant(unwanted);
  options.solver.interrupt = &attendant.interrupt();
  const Dataset data = dataset_of(x, y);
  PathResult path;
  attendant.run([&] { path = train_path(data, options, C); });
  x.set_checked();
  return path;
}

void bind_progress(nb::module_& module) {
  nb::class_<Progress>(module, "Progress",
                       "The state after a pass over the rows. The solve of a small problem may start again, once.")
      .def_rw("seconds", &Progress::seconds, "Seconds since the solve began.")
      .def_rw("passes", &Progress::passes, "Number of passes over all rows or the active ones.")
      .def_ro("primal", &Progress::primal, "Objective at the last full check.")
      .def_ro("dual", &Progress::dual, "Lower bound of the optimum at the last full check.")
      .def_ro("relative_gap", &Progress::relative_gap, "Proven where `certified` is true, else an estimate.")
      .def_ro("certified", &Progress::certified, "Whether this pass ended with a full check.")
      .def_ro("active", &Progress::active, "Number of rows that are not set aside by shrinking.")
      .def_ro("part", &Progress::part, "Number, from 0, of the model's output that is being solved.")
      .def_ro("parts", &Progress::parts);
}

void bind_results(nb::module_& module) {
  nb::class_<Solution>(module, "Solution", "The solution of one output of a model.")
      .def_prop_ro(
          "dual_coef", [](const Solution& part) { return copy_of(part.dual_coef); }, nb::rv_policy::move)
      .def_prop_ro(
          "coef", [](const Solution& part) { return copy_of(part.coef); }, nb::rv_policy::move,
          "Empty where the model holds the coefficients.")
      .def_ro("intercept", &Solution::intercept)
      .def_prop_ro(
          "multipliers", [](const Solution& part) { return copy_of(part.multipliers); }, nb::rv_policy::move,
          "Multipliers of the constraints; if infeasible, not 0 for those that contradict each other.")
      .def_prop_ro("certificate", [](const Solution& part) { return numbers(part.certificate); })
      .def_prop_ro("status", [](const Solution& part) { return to_string(part.status); })
      .def_ro("solver", &Solution::solver)
      .def_ro("passes", &Solution::passes)
      .def_ro("seconds", &Solution::seconds);
  nb::class_<LevelContact>(module, "LevelContact", "A point where the order of two neighbouring levels is active.")
      .def_ro("level", &LevelContact::level, "Number, from 0, of the lower level.")
      .def_ro("row", &LevelContact::row, "Row number in the training data; -1 for a corner of the box.")
      .def_ro("x", &LevelContact::x)
      .def_ro("multiplier", &LevelContact::multiplier);
  nb::class_<TrainResult>(module, "TrainResult", "A model, its certificate, and one part per output.")
      .def_ro("model", &TrainResult::model)
      .def_prop_ro("status", [](const TrainResult& result) { return to_string(result.status); })
      .def_prop_ro("certificate", [](const TrainResult& result) { return numbers(result.certificate); })
      .def_ro("parts", &TrainResult::parts)
      .def_ro("contacts", &TrainResult::contacts);
}

void bind_path(nb::module_& module) {
  nb::class_<PathPoint>(module, "PathPoint", "One training of a path.")
      .def_ro("C", &PathPoint::C)
      .def_prop_ro("status", [](const PathPoint& point) { return to_string(point.status); })
      .def_ro("solver", &PathPoint::solver)
      .def_prop_ro("certificate", [](const PathPoint& point) { return numbers(point.certificate); })
      .def_ro("passes", &PathPoint::passes)
      .def_ro("seconds", &PathPoint::seconds);
  nb::class_<PathResult>(module, "PathResult", "A point and a model for each C; fewer where the path ended early.")
      .def_ro("points", &PathResult::points)
      .def_ro("models", &PathResult::models);
}

}  // namespace

void bind_train(nb::module_& module) {
  bind_progress(module);
  bind_results(module);
  bind_path(module);
  module.def("train", &train_rows, "x"_a, "y"_a.noconvert(), "options"_a, "finish_passes"_a, "callback"_a.none(),
             "warm_dual"_a = std::vector<Vector<double>>());
  module.def(
      "train_path", &path_of_rows, "x"_a, "y"_a.noconvert(), "options"_a, "C"_a, "unwanted"_a.none() = nb::none(),
      "Trains for each C in turn, from the answer of the one before; ends early without time or once `unwanted()`.");
}

}  // namespace hingeline::python
