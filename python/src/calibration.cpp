// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/array.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "choice.hpp"
#include "hingeline/selection.hpp"
#include "lock_released.hpp"
#include "matrix.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

Calibration make_calibration(std::string_view kind, double slope, const std::vector<std::array<double, 2>>& knots) {
  Calibration calibration{choice<Calibration::Kind>("calibration", calibration_names, kind), slope, {}};
  for (const auto& [z, p] : knots) calibration.knots.push_back({z, p});
  return calibration;
}

std::vector<std::array<double, 2>> knots_of(const Calibration& calibration) {
  std::vector<std::array<double, 2>> knots;
  for (const auto& [z, p] : calibration.knots) knots.push_back({z, p});
  return knots;
}

Calibration fit(std::string_view kind, const Vector<double>& values, const Vector<double>& truth,
                const Vector<double>& weights) {
  const LockReleased released;
  return fit_calibration(choice<Calibration::Kind>("calibration", calibration_names, kind), span_of(values),
                         span_of(truth), span_of(weights));
}

auto folds_of(const Matrix& x, int folds) {
  auto fold = std::make_shared<std::vector<int>>();
  {
    const LockReleased released;
    *fold = content_folds(x.view(), folds);
  }
  return array_of(fold->data(), {fold->size()}, fold);
}

}  // namespace

void bind_calibration(nb::module_& module) {
  nb::class_<Calibration>(module, "Calibration", "A map from decision values to probabilities.")
      .def(nb::new_(&make_calibration), "kind"_a = "none", "slope"_a = 1.0,
           "knots"_a = std::vector<std::array<double, 2>>())
      .def_prop_ro("kind", [](const Calibration& calibration) { return to_string(calibration.kind); })
      .def_ro("slope", &Calibration::slope)
      .def_prop_ro("knots", &knots_of, "For isotonic: pairs (decision value, probability), ascending.");
  module.def("fit_calibration", &fit, "kind"_a, "decision_values"_a.noconvert(), "truth"_a.noconvert(),
             "weights"_a.noconvert());
  module.def("content_folds", &folds_of, "x"_a, "folds"_a, "The fold of each row, by a hash of its content.");
}

}  // namespace hingeline::python
