// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/kernel_features.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "attendant.hpp"
#include "bindings.hpp"
#include "choice.hpp"
#include "lock_released.hpp"
#include "matrix.hpp"
#include "properties.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

void make_features(KernelFeatures* self, const Matrix& x, const KernelFeatureOptions& options, int threads) {
  Attendant attendant;
  attendant.run([&] { new (self) KernelFeatures(x.view(), {}, options, threads, &attendant.interrupt()); });
}

KernelFeatures features_of_model(const LinearModel& model, int threads) {
  std::optional<KernelFeatures> features;
  Attendant attendant;
  attendant.run([&] { features.emplace(model, threads, &attendant.interrupt()); });
  return *features;
}

template <class T>
nb::object array_of_rows(const DenseView<T>& phi, const std::shared_ptr<const void>& owner) {
  auto* values = const_cast<T*>(phi.values);  // made for the caller, who may change them
  return nb::cast(array_of(values, {static_cast<std::size_t>(phi.rows), static_cast<std::size_t>(phi.cols)}, owner));
}

template <class T>
nb::object array_of_rows(const CsrView<T>&, const std::shared_ptr<const void>&) {
  throw Error("features of kernels are dense");
}

nb::object map_rows(const KernelFeatures& features, const Matrix& x, int threads) {
  Dataset data;
  data.x = x.view();
  Dataset mapped;
  constexpr std::int64_t soon = 100'000;  // numbers, computed in less time than it takes to start a thread
  if (rows(data.x) * features.basis().size <= soon) {
    const LockReleased released;
    mapped = features.map(data, threads);
  } else {
    Attendant attendant;
    attendant.run([&] { mapped = features.map(data, threads, &attendant.interrupt()); });
  }
  return std::visit([&](const auto& phi) { return array_of_rows(phi, mapped.storage); }, mapped.x);
}

auto vectors_of(const KernelFeatures& features) {
  const KernelBasis& basis = features.basis();
  return nb::make_tuple(copy_of(basis.offsets), copy_of(basis.columns), copy_of(basis.values));
}

/// The members of a basis and of its kernel, for pickles.
using State = std::tuple<std::string, std::string, double, int, double, std::int32_t, std::int32_t, std::uint64_t,
                         Vector<std::int64_t>, Vector<std::int32_t>, Vector<double>>;

nb::tuple state_of(const KernelFeatures& features) {
  const KernelBasis& basis = features.basis();
  const Kernel& kernel = basis.kernel;
  return nb::make_tuple(to_string(basis.approximation), to_string(kernel.name), kernel.gamma, kernel.degree,
                        kernel.coef0, basis.features, basis.size, basis.seed, copy_of(basis.offsets),
                        copy_of(basis.columns), copy_of(basis.values));
}

template <class T>
std::vector<T> numbers_of(const Vector<T>& array) {
  return {array.data(), array.data() + array.size()};
}

KernelBasis basis_of(const State& state) {
  const auto& [approximation, kernel, gamma, degree, coef0, features, size, seed, offsets, columns, values] = state;
  KernelBasis basis;
  basis.approximation = choice<Approximation>("approximation", approximation_names, approximation);
  basis.kernel = {choice<KernelName>("kernel", kernel_names, kernel), gamma, degree, coef0};
  basis.features = features;
  basis.size = size;
  basis.seed = seed;
  basis.offsets = numbers_of(offsets);
  basis.columns = numbers_of(columns);
  basis.values = numbers_of(values);
  return basis;
}

/// Restores phi by way of a model, of which the library needs only the basis.
void set_state(KernelFeatures& features, const State& state) {
  LinearModel model;
  model.basis = std::make_shared<const KernelBasis>(basis_of(state));
  Attendant attendant;
  attendant.run([&] { new (&features) KernelFeatures(model, 1, &attendant.interrupt()); });
}

}  // namespace

void bind_kernel_features(nb::module_& module) {
  nb::class_<KernelFeatureOptions> options(module, "KernelFeatureOptions");
  options.def("__init__", &set_properties<KernelFeatureOptions>)
      .def_rw("kernel", &KernelFeatureOptions::kernel)
      .def_rw("size", &KernelFeatureOptions::size)
      .def_rw("seed", &KernelFeatureOptions::seed);
  def_choice(options, "approximation", &KernelFeatureOptions::approximation, approximation_names);

  nb::class_<KernelFeatures>(module, "KernelFeatures", "phi, whose inner products are about those of a kernel.")
      .def("__init__", &make_features, "x"_a, "options"_a, "threads"_a = 1)
      .def_static("of_model", &features_of_model, "model"_a, "threads"_a = 1,
                  "The features that a model was trained on, from its basis.")
      .def("__getstate__", &state_of)
      .def("__setstate__", &set_state)
      .def_prop_ro("approximation",
                   [](const KernelFeatures& features) { return to_string(features.basis().approximation); })
      .def_prop_ro("kernel", [](const KernelFeatures& features) { return features.basis().kernel; })
      .def_prop_ro(
          "features", [](const KernelFeatures& features) { return features.basis().features; },
          "Number of columns of the rows.")
      .def_prop_ro("seed", [](const KernelFeatures& features) { return features.basis().seed; })
      .def_prop_ro("size", [](const KernelFeatures& features) { return features.basis().size; })
      .def_prop_ro("vectors", &vectors_of, "Offsets, columns and values of the rows drawn for nystroem.")
      .def("map", &map_rows, "x"_a, "threads"_a = 1, "phi of each row: rows x size, in the value type of x.")
      .def("to_row_model", &KernelFeatures::to_row_model, "model"_a,
           "Converts a model of these features to one of rows.")
      .def("to_feature_model", &KernelFeatures::to_feature_model, "model"_a, "The reverse of to_row_model.");
}

}  // namespace hingeline::python
