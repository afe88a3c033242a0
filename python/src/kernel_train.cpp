// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "arrays.hpp"
#include "attendant.hpp"
#include "bindings.hpp"
#include "certificate_numbers.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/selection.hpp"
#include "matrix.hpp"
#include "properties.hpp"
#include "solver_call.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

/// Small problems are first solved until no pair violates the optimality conditions by more than this, so that the
/// answer does not depend on the order of the rows; where rounding does not allow that, they end after `passes`.
constexpr double finished_violation = 1e-13;

KernelTrainResult finish(const Dataset& data, KernelTrainOptions options, std::int64_t passes) {
  options.solver.violation = finished_violation;
  options.solver.solver.max_passes = std::min(options.solver.solver.max_passes, passes);
  KernelTrainResult result = train(data, options);
  judge(result, options.solver.solver.tolerance);
  return result;
}

/// Whether to solve again from the start without the limits of finish(): violations of pairs have the units of targets
/// and kernel values, so that small violations prove nothing where those are small.
bool was_cut_short(const KernelTrainResult& result, const SolverOptions& options) {
  const auto is_out_of_time = [](const KernelSolution& part) { return part.status == Status::max_seconds; };
  if (std::ranges::any_of(result.parts, is_out_of_time)) return false;
  if (result.status == Status::numerical) return true;
  return std::ranges::any_of(result.parts, [&](const KernelSolution& part) {
    const bool is_unproven = part.status == Status::converged && part.certificate.relative_gap > options.tolerance;
    return is_unproven || (part.status == Status::max_passes && part.passes < options.max_passes);
  });
}

KernelTrainResult train_rows(const Matrix& x, const Vector<double>& y, const KernelTrainOptions& given,
                             std::int64_t finish_passes, const nb::object& callback) {
  KernelTrainOptions options = given;
  Attendant attendant;
  options.solver.solver.interrupt = &attendant.interrupt();
  options.solver.solver.callback = calling(callback, attendant);

  const Dataset data{x.view(), span_of(y), {}, {}};
  SolverOptions& limits = options.solver.solver;
  const auto solve = [&] {
    KernelTrainResult result = train(data, options);
    judge(result, limits.tolerance);
    return result;
  };
  KernelTrainResult result;
  attendant.run([&] {
    result = finish_or_solve(
        finish_passes > 0, attendant, limits, [&] { return finish(data, options, finish_passes); },
        [&](const KernelTrainResult& finished) { return was_cut_short(finished, limits); }, solve);
  });
  return result;
}

/// For each C a model, the row number in x of each of its support vectors, and the status.
nb::list path_of_rows(const Matrix& x, const Vector<double>& y, const KernelTrainOptions& given,
                      const std::vector<double>& C, const nb::object& unwanted) {
  KernelTrainOptions options = given;
  Attendant attendant(unwanted);
  options.solver.solver.interrupt = &attendant.interrupt();
  const Dataset data{x.view(), span_of(y), {}, {}};
  KernelPathResult path;
  attendant.run([&] { path = train_path(data, options, C); });
  nb::list fits;
  for (std::size_t k = 0; k < path.models.size(); ++k)
    fits.append(
        nb::make_tuple(std::move(path.models[k]), copy_of(path.support_rows[k]), to_string(path.points[k].status)));
  return fits;
}

void bind_kernel_options(nb::module_& module) {
  nb::class_<KernelOptions>(module, "KernelOptions")
      .def("__init__", &set_properties<KernelOptions>)
      .def_rw("solver", &KernelOptions::solver)
      .def_rw("cache_megabytes", &KernelOptions::cache_megabytes)
      .def_rw("threads", &KernelOptions::threads);
  nb::class_<KernelTrainOptions> type(module, "KernelTrainOptions");
  type.def("__init__", &set_properties<KernelTrainOptions>)
      .def_rw("kernel", &KernelTrainOptions::kernel)
      .def_rw("C", &KernelTrainOptions::C)
      .def_rw("epsilon", &KernelTrainOptions::epsilon)
      .def_rw("nu", &KernelTrainOptions::nu)
      .def_rw("class_weights", &KernelTrainOptions::class_weights,
              "Weights by label; labels that are not named have 1.")
      .def_rw("solver", &KernelTrainOptions::solver);
  def_choice(type, "machine", &KernelTrainOptions::machine, machine_names);
  def_choice(type, "multi_class", &KernelTrainOptions::multi_class, multi_class_names);
  def_view(type, "output_nu", &KernelTrainOptions::output_nu);
  def_view(type, "weights", &KernelTrainOptions::weights);
  def_pointer(type, "warm_start", &KernelTrainOptions::warm_start);
}

}  // namespace

void bind_kernel_train(nb::module_& module) {
  bind_kernel_options(module);
  nb::class_<KernelSolution>(module, "KernelSolution", "The solution of one output of a model.")
      .def_prop_ro("certificate", [](const KernelSolution& part) { return numbers(part.certificate); })
      .def_ro("violation", &KernelSolution::violation, "Largest violation of a pair, LIBSVM's m - M.")
      .def_prop_ro("status", [](const KernelSolution& part) { return to_string(part.status); })
      .def_ro("solver", &KernelSolution::solver)
      .def_ro("passes", &KernelSolution::passes)
      .def_ro("seconds", &KernelSolution::seconds);
  nb::class_<KernelTrainResult>(module, "KernelTrainResult",
                                "A model, one part per output, and the certificate of all.")
      .def_ro("model", &KernelTrainResult::model)
      .def_prop_ro(
          "support_rows", [](const KernelTrainResult& result) { return copy_of(result.support_rows); },
          nb::rv_policy::move, "Row number in x of each support vector.")
      .def_prop_ro("status", [](const KernelTrainResult& result) { return to_string(result.status); })
      .def_prop_ro("certificate", [](const KernelTrainResult& result) { return numbers(result.certificate); })
      .def_ro("parts", &KernelTrainResult::parts);
  module.def("train_kernel", &train_rows, "x"_a, "y"_a.noconvert(), "options"_a, "finish_passes"_a,
             "callback"_a.none());
  module.def("train_kernel_path", &path_of_rows, "x"_a, "y"_a.noconvert(), "options"_a, "C"_a,
             "unwanted"_a.none() = nb::none(),
             "Trains for each C in turn, from the answer of the one before: models, the rows of x that are their "
             "support vectors, and statuses. Ends early without time or once `unwanted()`.");
}

}  // namespace hingeline::python
