// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>

#include "arrays.hpp"
#include "bindings.hpp"
#include "hingeline/dataset.hpp"
#include "lock_released.hpp"
#include "properties.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

constexpr std::array<std::string_view, 4> file_format_names = {"auto", "libsvm", "csv", "binary"};
constexpr std::array<std::string_view, 3> layout_names = {"auto", "dense", "sparse"};

using Owner = std::shared_ptr<const void>;

template <class T>
nb::object arrays_of(const DenseView<T>& x, const Owner& owner) {
  const auto n = static_cast<std::size_t>(x.rows);
  const auto d = static_cast<std::size_t>(x.cols);
  const auto stride = static_cast<std::size_t>(x.stride);
  const nb::object rows = nb::cast(array_of(x.values, {n, stride}, owner));
  return stride == d ? rows : rows[nb::make_tuple(nb::slice(nb::none(), nb::none(), nb::none()), nb::slice(d))];
}

/// The arrays of a sparse matrix: offsets, columns, values.
template <class T>
nb::object arrays_of(const CsrView<T>& x, const Owner& owner) {
  const auto n = static_cast<std::size_t>(x.rows);
  const auto stored = static_cast<std::size_t>(x.offsets[n]);
  return nb::make_tuple(array_of(x.offsets, {n + 1}, owner), array_of(x.columns, {stored}, owner),
                        array_of(x.values, {stored}, owner));
}

/// The matrix's arrays, its number of columns, targets, names of columns and of classes, the number of fields with
/// unknown names, and the columns whose values are too close together for float.
nb::tuple read(const std::filesystem::path& path, const ReadOptions& options) {
  auto data = std::make_shared<Dataset>();
  {
    const LockReleased released;
    *data = read_dataset(path, options);
  }
  return nb::make_tuple(std::visit([&](const auto& x) { return arrays_of(x, data); }, data->x), cols(data->x),
                        array_of(data->y.data(), {data->y.size()}, data), data->feature_names, data->class_names,
                        data->unknown_names, coarse_columns(*data));
}

}  // namespace

void bind_read(nb::module_& module) {
  nb::class_<ReadOptions> type(module, "ReadOptions");
  type.def("__init__", &set_properties<ReadOptions>)
      .def_rw("zero_based", &ReadOptions::zero_based)
      .def_rw("no_header", &ReadOptions::no_header)
      .def_rw("separator", &ReadOptions::separator)
      .def_rw("target", &ReadOptions::target)
      .def_rw("categorical", &ReadOptions::categorical)
      .def_rw("ignored", &ReadOptions::ignored)
      .def_rw("feature_names", &ReadOptions::feature_names)
      .def_rw("features", &ReadOptions::features)
      .def_rw("threads", &ReadOptions::threads);
  def_choice(type, "format", &ReadOptions::format, file_format_names);
  def_choice(type, "layout", &ReadOptions::layout, layout_names);
  def_choice(type, "dtype", &ReadOptions::value_type, value_type_names);
  module.attr("reads_compressed") = static_cast<bool>(HINGELINE_READS_COMPRESSED);
  module.def("read", &read, "path"_a, "options"_a);
}

}  // namespace hingeline::python
