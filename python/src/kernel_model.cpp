// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/kernel_model.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "arrays.hpp"
#include "bindings.hpp"
#include "choice.hpp"
#include "matrix.hpp"

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

/// coef: support vectors x (1, or classes - 1). Support vectors: a matrix, or their serials in the training data.
KernelModel make_model(const Kernel& kernel, const Coefficients& coef, const Vector<double>& intercept,
                       std::string_view machine, const Matrix* vectors, std::vector<std::int64_t> serials,
                       std::vector<double> labels, std::vector<std::int64_t> class_sizes,
                       std::optional<double> probability_slope) {
  KernelModel model;
  model.machine = choice<Machine>("machine", machine_names, machine);
  model.kernel = kernel;
  model.labels = std::move(labels);
  model.class_sizes = std::move(class_sizes);
  model.coef.assign(coef.data(), coef.data() + coef.size());
  model.intercept.assign(intercept.data(), intercept.data() + intercept.size());
  model.serials = std::move(serials);
  if (probability_slope) model.probability_a.assign(model.outputs(), -*probability_slope);
  if (probability_slope) model.probability_b.assign(model.outputs(), 0.0);
  const auto count = static_cast<std::int64_t>(coef.shape(0));
  const bool fits = vectors != nullptr ? rows(vectors->view()) == count : std::ssize(model.serials) == count;
  if (!fits) throw DataError("support vectors and their coefficients do not fit together");
  if (vectors != nullptr) model.features = cols(vectors->view());
  for (std::int64_t i = 0; i < count; ++i) {
    if (vectors != nullptr) std::visit([&](const auto& x) { append_row(model, x, i); }, vectors->view());
    model.offsets.push_back(std::ssize(model.values));
  }
  return model;
}

auto decide(const KernelModel& model, const Matrix& x, int threads) {
  std::vector<double> values;
  {
    const nb::gil_scoped_release release;
    values = decision_values(model, x.view(), threads);
  }
  const std::size_t n = values.size() / model.outputs();
  return array_of(std::move(values), {n, model.outputs()});
}

auto probabilities(const KernelModel& model, const Vector<double>& values) {
  std::vector<double> probability;
  {
    const nb::gil_scoped_release release;
    probability = predict_probability(model, span_of(values));
  }
  const std::size_t classes = model.labels.size();
  const std::size_t n = probability.size() / classes;
  return array_of(std::move(probability), {n, classes});
}

/// The one slope of all outputs; none where there are offsets, or several slopes.
std::optional<double> common_slope(const KernelModel& model) {
  const std::vector<double>& a = model.probability_a;
  const auto is_zero = [](double b) { return b == 0; };
  if (a.empty() || !std::ranges::all_of(model.probability_b, is_zero)) return {};
  if (std::ranges::adjacent_find(a, std::ranges::not_equal_to()) != a.end()) return {};
  return -a.front();
}

template <class T>
auto copy_of(const std::vector<T>& numbers) {
  auto owner = std::make_shared<std::vector<T>>(numbers);
  T* values = owner->data();
  return array_of(values, {numbers.size()}, std::move(owner));
}

}  // namespace

void bind_kernel_model(nb::module_& module) {
  nb::class_<Kernel>(module, "Kernel", "A kernel and its parameters; those that it does not have are ignored.")
      .def(nb::new_(&make_kernel), "name"_a, nb::kw_only(), "gamma"_a = 1.0, "degree"_a = 3, "coef0"_a = 0.0)
      .def_prop_ro("name", [](const Kernel& kernel) { return to_string(kernel.name); })
      .def_ro("gamma", &Kernel::gamma)
      .def_ro("degree", &Kernel::degree)
      .def_ro("coef0", &Kernel::coef0);

  nb::class_<KernelModel>(module, "KernelModel", "Support vectors and their coefficients.")
      .def(nb::new_(&make_model), "kernel"_a, "coef"_a.noconvert(), "intercept"_a.noconvert(), nb::kw_only(),
           "machine"_a, "vectors"_a.none(), "serials"_a, "labels"_a, "class_sizes"_a,
           "probability_slope"_a = nb::none())
      .def_prop_ro("machine", [](const KernelModel& model) { return to_string(model.machine); })
      .def_ro("kernel", &KernelModel::kernel)
      .def_ro("labels", &KernelModel::labels)
      .def_ro("class_sizes", &KernelModel::class_sizes)
      .def_prop_ro("probability_slope", &common_slope)
      .def_ro("features", &KernelModel::features)
      .def_ro("serials", &KernelModel::serials, "Precomputed: the support vectors' rows in training, from 1.")
      .def_prop_ro(
          "vectors",
          [](const KernelModel& model) {
            return nb::make_tuple(copy_of(model.offsets), copy_of(model.columns), copy_of(model.values));
          },
          "Offsets, columns and values of the support vectors.")
      .def_prop_ro(
          "coef",
          [](const KernelModel& model) {
            return array_of(std::vector(model.coef),
                            {static_cast<std::size_t>(model.support_vectors()), model.width()});
          },
          nb::rv_policy::move)
      .def_prop_ro(
          "intercept",
          [](const KernelModel& model) { return array_of(std::vector(model.intercept), {model.intercept.size()}); },
          nb::rv_policy::move);

  module.def("kernel_decision_values", &decide, "model"_a, "x"_a, "threads"_a = 1, "Rows x outputs.");
  module.def("kernel_predict_probability", &probabilities, "model"_a, "decision_values"_a.noconvert(),
             "Rows x labels.");
  module.def(
      "read_kernel_model", [](const std::filesystem::path& path) { return read_kernel_model(path); }, "path"_a);
  module.def(
      "write_kernel_model",
      [](const std::filesystem::path& path, const KernelModel& model) { write_model(path, model); }, "path"_a,
      "model"_a);
}

}  // namespace hingeline::python
