// SPDX-License-Identifier: BSD-3-Clause
//
// The linear one-class machine, in terms of its coefficients.
#include "hingeline/one_class.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>
#include <utility>

#include "arrays.hpp"
#include "attendant.hpp"
#include "bindings.hpp"
#include "properties.hpp"
#include "solver_call.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

/// Solves a small problem until no pair moves, in `passes` at most, so that the answer does not depend on the order of
/// the rows.
Solution finish(const OneClassProblem& problem, SolverOptions options, std::int64_t passes) {
  const double tolerance = std::exchange(options.tolerance, 0);
  options.max_passes = std::min(options.max_passes, passes);
  Solution solution = solve(problem, options);
  judge_part(solution, tolerance);
  return solution;
}

bool was_cut_short(const Solution& solution, const SolverOptions& options) {
  return solution.status == Status::numerical ||
         (solution.status == Status::max_passes && solution.passes < options.max_passes);
}

Solution train_rows(const OneClassProblem& problem, const SolverOptions& given, std::int64_t finish_passes,
                    const nb::object& callback) {
  SolverOptions options = given;
  Attendant attendant;
  options.interrupt = &attendant.interrupt();
  options.callback = calling(callback, attendant);

  const auto solve_afresh = [&] {
    Solution solution = solve(problem, options);
    judge_part(solution, options.tolerance);
    return solution;
  };
  Solution solution;
  attendant.run([&] {
    solution = finish_or_solve(
        finish_passes > 0, attendant, options, [&] { return finish(problem, options, finish_passes); },
        [&](const Solution& finished) { return was_cut_short(finished, options); }, solve_afresh);
  });
  return solution;
}

}  // namespace

void bind_one_class(nb::module_& module) {
  nb::class_<OneClassModel>(module, "OneClassModel", "A half-space.")
      .def(nb::new_([](std::vector<double> coef, double intercept) {
             return OneClassModel{std::move(coef), intercept};
           }),
           "coef"_a, "intercept"_a)
      .def_ro("coef", &OneClassModel::coef)
      .def_ro("intercept", &OneClassModel::intercept)
      .def_rw("feature_names", &OneClassModel::feature_names, "One per feature, or empty.");
  nb::class_<OneClassProblem> problem(module, "OneClassProblem");
  problem.def("__init__", &set_properties<OneClassProblem>).def_rw("nu", &OneClassProblem::nu);
  def_view(problem, "x", &OneClassProblem::x);
  def_view(problem, "weights", &OneClassProblem::weights);
  module.def("train_one_class", &train_rows, "problem"_a, "options"_a, "finish_passes"_a, "callback"_a.none());
  module.def("read_one_class_model", &read_one_class_model, "path"_a);
  module.def(
      "write_one_class_model",
      [](const std::filesystem::path& path, const OneClassModel& model) { write_model(path, model); }, "path"_a,
      "model"_a);
}

}  // namespace hingeline::python
