// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>

#include "arrays.hpp"
#include "attendant.hpp"
#include "bindings.hpp"
#include "certificate_numbers.hpp"
#include "choice.hpp"
#include "hingeline/kernel_model.hpp"
#include "matrix.hpp"
#include "solver_call.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

/// Small problems are first carried on until no pair violates optimality by more than this, so that the answer no
/// longer shows in which order the rows came; where rounding does not allow that, within `passes` anyway.
constexpr double finished_violation = 1e-13;

KernelTrainResult finish(const Dataset& data, KernelTrainOptions options, std::int64_t passes) {
  options.solver.violation = finished_violation;
  options.solver.solver.max_passes = std::min(options.solver.solver.max_passes, passes);
  KernelTrainResult result = train(data, options);
  judge(result, options.solver.solver.tolerance);
  return result;
}

/// Whether to start afresh, without those limits.
bool was_cut_short(const KernelTrainResult& result, const SolverOptions& options) {
  if (result.status == Status::numerical) return true;
  return result.status == Status::max_passes && result.parts[0].passes < options.max_passes;
}

KernelTrainResult train_rows(const Matrix& x, const Vector<double>& y, const std::optional<Vector<double>>& weights,
                             const Kernel& kernel, std::string_view machine, double C, double epsilon,
                             const std::vector<double>& nu, double tolerance, std::int64_t finish_passes,
                             bool shrinking, double cache_megabytes, std::int64_t max_passes, double max_seconds,
                             int threads, const nb::object& callback) {
  KernelTrainOptions options;
  options.machine = choice<Machine>("machine", machine_names, machine);
  options.kernel = kernel;
  options.C = C;
  options.epsilon = epsilon;
  if (nu.size() == 1)
    options.nu = nu[0];
  else
    options.pair_nu = nu;
  if (weights) options.weights = span_of(*weights);
  options.solver.cache_megabytes = cache_megabytes;
  options.solver.threads = threads;
  options.solver.solver.tolerance = tolerance;
  options.solver.solver.shrinking = shrinking;
  options.solver.solver.max_passes = max_passes;
  options.solver.solver.max_seconds = max_seconds;

  Attendant attendant;
  options.solver.solver.interrupt = &attendant.interrupt();
  options.solver.solver.callback = calling(callback, attendant);

  const Dataset data{x.view(), span_of(y), {}, {}};
  KernelTrainResult result;
  attendant.run([&] {
    if (finish_passes > 0) result = finish(data, options, finish_passes);
    if (finish_passes > 0 && !was_cut_short(result, options.solver.solver)) return;
    result = train(data, options);
    judge(result, tolerance);
  });
  return result;
}

}  // namespace

void bind_kernel_train(nb::module_& module) {
  nb::class_<KernelSolution>(module, "KernelSolution", "How one output of a model was found.")
      .def_prop_ro(
          "dual_coef",
          [](const KernelSolution& part) { return array_of(std::vector(part.dual_coef), {part.dual_coef.size()}); },
          nb::rv_policy::move)
      .def_ro("intercept", &KernelSolution::intercept)
      .def_prop_ro("certificate", [](const KernelSolution& part) { return numbers(part.certificate); })
      .def_ro("violation", &KernelSolution::violation, "Largest violation of a pair, LIBSVM's m - M.")
      .def_prop_ro("status", [](const KernelSolution& part) { return to_string(part.status); })
      .def_ro("solver", &KernelSolution::solver)
      .def_ro("reason", &KernelSolution::reason)
      .def_ro("passes", &KernelSolution::passes)
      .def_ro("seconds", &KernelSolution::seconds);
  nb::class_<KernelTrainResult>(module, "KernelTrainResult", "One part per output, and what is true of all.")
      .def_prop_ro("labels", [](const KernelTrainResult& result) { return result.model.labels; })
      .def_prop_ro("status", [](const KernelTrainResult& result) { return to_string(result.status); })
      .def_prop_ro("certificate", [](const KernelTrainResult& result) { return numbers(result.certificate); })
      .def_ro("parts", &KernelTrainResult::parts);
  module.def("train_kernel", &train_rows, "x"_a, "y"_a.noconvert(), "weights"_a.noconvert().none(), nb::kw_only(),
             "kernel"_a, "machine"_a, "C"_a, "epsilon"_a, "nu"_a, "tolerance"_a, "finish_passes"_a, "shrinking"_a,
             "cache_megabytes"_a, "max_passes"_a, "max_seconds"_a, "threads"_a, "callback"_a.none());
}

}  // namespace hingeline::python
