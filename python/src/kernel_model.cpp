// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/kernel_model.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "arrays.hpp"
#include "bindings.hpp"
#include "choice.hpp"
#include "hingeline/kernel_predictor.hpp"
#include "lock_released.hpp"
#include "matrix.hpp"
#include "properties.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

using Coefficients = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Kernel make_kernel(std::string_view name, double gamma, int degree, double coef0) {
  const Kernel kernel{choice<KernelName>("kernel", kernel_names, name), gamma, degree, coef0};
  validate(kernel);
  return kernel;
}

void append_entry(KernelModel& model, std::int32_t column, double value) {
  if (value == 0) return;
  model.columns.push_back(column);
  model.values.push_back(value);
}

template <class T>
void append_row(KernelModel& model, const DenseView<T>& x, std::int64_t i) {
  for (std::int32_t j = 0; j < x.cols; ++j) append_entry(model, j, static_cast<double>(x.values[i * x.stride + j]));
}

template <class T>
void append_row(KernelModel& model, const CsrView<T>& x, std::int64_t i) {
  for (std::int64_t k = x.offsets[i]; k < x.offsets[i + 1]; ++k)
    append_entry(model, x.columns[k], static_cast<double>(x.values[k]));
}

void set_vectors(KernelModel& model, const Matrix& vectors) {
  const LockReleased released;
  model.features = cols(vectors.view());
  model.offsets = {0};
  model.columns.clear();
  model.values.clear();
  const std::int64_t count = rows(vectors.view());
  for (std::int64_t i = 0; i < count; ++i) {
    std::visit([&](const auto& x) { append_row(model, x, i); }, vectors.view());
    model.offsets.push_back(std::ssize(model.values));
  }
}

const std::vector<std::int64_t>& serials_of(const KernelModel& model) { return model.serials; }

auto vectors_of(const KernelModel& model) {
  return nb::make_tuple(copy_of(model.offsets), copy_of(model.columns), copy_of(model.values));
}

/// Sets the support vectors of a precomputed kernel, which has only their row numbers.
void set_serials(KernelModel& model, std::vector<std::int64_t> serials) {
  model.offsets.assign(serials.size() + 1, 0);
  model.serials = std::move(serials);
}

void set_coef(KernelModel& model, const Coefficients& coef) {
  model.coef.assign(coef.data(), coef.data() + coef.size());
}

auto coef_of(const KernelModel& model) {
  return array_of(std::vector(model.coef), {model.coef.size() / model.width(), model.width()});
}

void make_predictor(KernelPredictor* self, const KernelModel& model) {
  const LockReleased released;
  new (self) KernelPredictor(model);
}

auto decide(const KernelPredictor& predictor, const Matrix& x, int threads) {
  std::vector<double> values;
  {
    const LockReleased released;
    values = predictor.decision_values(x.view(), threads);
  }
  const std::size_t outputs = predictor.model().outputs();
  const std::size_t n = values.size() / outputs;
  return array_of(std::move(values), {n, outputs});
}

auto probabilities(const KernelModel& model, const Vector<double>& values, int threads) {
  std::vector<double> probability;
  {
    const LockReleased released;
    probability = predict_probability(model, span_of(values), threads);
  }
  const std::size_t classes = model.machine == Machine::one_class ? 2 : model.labels.size();
  const std::size_t n = probability.size() / classes;
  return array_of(std::move(probability), {n, classes});
}

}  // namespace

void bind_kernel_model(nb::module_& module) {
  nb::class_<Kernel>(module, "Kernel",
                     "A kernel and its parameters; parameters that the kernel does not have are ignored.")
      .def(nb::new_(&make_kernel), "name"_a, nb::kw_only(), "gamma"_a = 1.0, "degree"_a = 3, "coef0"_a = 0.0)
      .def_prop_ro("name", [](const Kernel& kernel) { return to_string(kernel.name); })
      .def_ro("gamma", &Kernel::gamma)
      .def_ro("degree", &Kernel::degree)
      .def_ro("coef0", &Kernel::coef0);

  nb::class_<KernelModel> type(module, "KernelModel", "Support vectors and their coefficients.");
  type.def("__init__", &set_properties<KernelModel>)
      .def_rw("kernel", &KernelModel::kernel)
      .def_rw("labels", &KernelModel::labels)
      .def_rw("label_names", &KernelModel::label_names, "One per label where labels are texts, else empty.")
      .def_rw("class_sizes", &KernelModel::class_sizes)
      .def_prop_rw("calibration", &calibration_of, &set_calibration,
                   "Calibration of all outputs; to be set after labels and multi_class.")
      .def_rw("features", &KernelModel::features)
      .def_rw("feature_names", &KernelModel::feature_names, "One per feature, or empty.")
      .def_prop_rw("serials", &serials_of, &set_serials, "Precomputed: the support vectors' rows in training, from 1.")
      .def_prop_rw("vectors", &vectors_of, &set_vectors,
                   "Support vectors: set as a matrix, returned as offsets, columns and values.")
      .def_prop_rw("coef", &coef_of, &set_coef, nb::for_getter(nb::rv_policy::move),
                   nb::for_setter(nb::arg().noconvert()), "Support vectors x (1, or classes - 1; ovr: classes).");
  def_choice(type, "machine", &KernelModel::machine, machine_names);
  def_choice(type, "multi_class", &KernelModel::multi_class, multi_class_names);
  def_numbers(type, "intercept", &KernelModel::intercept);

  nb::class_<KernelPredictor>(module, "KernelPredictor", "A model prepared for many predictions.")
      .def("__init__", &make_predictor, "model"_a)
      .def("decision_values", &decide, "x"_a, "threads"_a = 1, "Decision values, rows x outputs.");
  module.def("kernel_predict_probability", &probabilities, "model"_a, "decision_values"_a.noconvert(), "threads"_a = 1,
             "Probabilities, rows x labels.");
  module.def(
      "read_kernel_model", [](const std::filesystem::path& path) { return read_kernel_model(path); }, "path"_a,
      nb::call_guard<LockReleased>());
  module.def(
      "write_kernel_model",
      [](const std::filesystem::path& path, const KernelModel& model) { write_model(path, model); }, "path"_a,
      "model"_a, nb::call_guard<LockReleased>());
}

}  // namespace hingeline::python
