// SPDX-License-Identifier: BSD-3-Clause
//
// Options of a solver, and of a training of linear models.
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>

#include "bindings.hpp"
#include "choice.hpp"
#include "hingeline/model.hpp"
#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "properties.hpp"

namespace hingeline::python {
namespace {

void bind_solver_options(nb::module_& module) {
  nb::class_<SolverOptions> type(module, "SolverOptions", "The tolerance of an answer, and the limits of its cost.");
  type.def("__init__", &set_properties<SolverOptions>)
      .def_rw("tolerance", &SolverOptions::tolerance)
      .def_rw("max_passes", &SolverOptions::max_passes)
      .def_rw("max_seconds", &SolverOptions::max_seconds)
      .def_rw("shrinking", &SolverOptions::shrinking)
      .def_rw("seed", &SolverOptions::seed);
  def_choice(type, "solver", &SolverOptions::solver, solver_names);
}

/// Options for the coefficients: penalty, bounds and constraints.
void bind_demands(nb::module_& module) {
  nb::class_<Penalty> penalty(module, "Penalty", "sum_j [ l1 l1_weights_j |w_j| + l2 / 2 w_j^2 ]");
  penalty.def("__init__", &set_properties<Penalty>).def_rw("l1", &Penalty::l1).def_rw("l2", &Penalty::l2);
  def_view(penalty, "l1_weights", &Penalty::l1_weights);

  nb::class_<Bounds> bounds(module, "Bounds", "lower <= w <= upper");
  bounds.def("__init__", &set_properties<Bounds>);
  def_view(bounds, "lower", &Bounds::lower);
  def_view(bounds, "upper", &Bounds::upper);

  nb::class_<Constraints> constraints(module, "Constraints", "lower <= rows w <= upper");
  constraints.def("__init__", &set_properties<Constraints>);
  def_view(constraints, "rows", &Constraints::rows);
  def_view(constraints, "lower", &Constraints::lower);
  def_view(constraints, "upper", &Constraints::upper);
}

void bind_train_options(nb::module_& module) {
  nb::class_<TrainOptions> type(module, "TrainOptions", "Options of a training of a linear model.");
  type.def("__init__", &set_properties<TrainOptions>)
      .def_rw("loss", &TrainOptions::loss)
      .def_rw("C", &TrainOptions::C)
      .def_rw("bias", &TrainOptions::bias)
      .def_rw("class_weights", &TrainOptions::class_weights, "Weights by label; labels that are not named have 1.")
      .def_rw("own_class_weights", &TrainOptions::own_class_weights,
              "Whether a class's weight applies only in the class's own output.")
      .def_rw("solver", &TrainOptions::solver)
      .def_rw("threads", &TrainOptions::threads)
      .def_rw("keep_dual", &TrainOptions::keep_dual);
  def_choice(type, "intercept", &TrainOptions::intercept, intercept_names);
  def_choice(type, "multi_class", &TrainOptions::multi_class, multi_class_names);
  def_choice(type, "level_tie", &TrainOptions::level_tie, level_tie_names);
  def_view(type, "levels", &TrainOptions::levels);
  def_view(type, "weights", &TrainOptions::weights);
  def_pointer(type, "warm_start", &TrainOptions::warm_start);
  def_views(type, "penalty", &TrainOptions::penalty);
  def_views(type, "bounds", &TrainOptions::bounds);
  def_views(type, "box", &TrainOptions::box);
  def_views(type, "constraints", &TrainOptions::constraints);
}

}  // namespace

void bind_options(nb::module_& module) {
  bind_solver_options(module);
  bind_demands(module);
  bind_train_options(module);
}

}  // namespace hingeline::python
