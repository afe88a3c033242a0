// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>

#include "arrays.hpp"
#include "bindings.hpp"
#include "choice.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

constexpr std::array<std::string_view, 4> file_format_names = {"auto", "libsvm", "csv", "binary"};
constexpr std::array<std::string_view, 3> layout_names = {"auto", "dense", "sparse"};
constexpr std::array<std::string_view, 2> value_type_names = {"float32", "float64"};

using Owner = std::shared_ptr<const void>;

template <class T>
nb::object arrays_of(const DenseView<T>& x, const Owner& owner) {
  const auto n = static_cast<std::size_t>(x.rows);
  const auto d = static_cast<std::size_t>(x.cols);
  const auto stride = static_cast<std::size_t>(x.stride);
  const nb::object rows = nb::cast(array_of(x.values, {n, stride}, owner));
  return stride == d ? rows : rows[nb::make_tuple(nb::slice(nb::none(), nb::none(), nb::none()), nb::slice(d))];
}

/// Offsets, columns, values.
template <class T>
nb::object arrays_of(const CsrView<T>& x, const Owner& owner) {
  const auto n = static_cast<std::size_t>(x.rows);
  const auto stored = static_cast<std::size_t>(x.offsets[n]);
  return nb::make_tuple(array_of(x.offsets, {n + 1}, owner), array_of(x.columns, {stored}, owner),
                        array_of(x.values, {stored}, owner));
}

/// The matrix's arrays, its number of columns, targets, names.
nb::tuple read(const std::filesystem::path& path, std::string_view format, std::string_view layout,
               std::string_view value_type, const std::string& target, std::int32_t features, int threads) {
  ReadOptions options;
  options.format = choice<FileFormat>("format", file_format_names, format);
  options.layout = choice<Layout>("layout", layout_names, layout);
  options.value_type = choice<ValueType>("dtype", value_type_names, value_type);
  options.target = target;
  options.features = features;
  options.threads = threads;
  auto data = std::make_shared<Dataset>();
  {
    const nb::gil_scoped_release release;
    *data = read_dataset(path, options);
  }
  return nb::make_tuple(std::visit([&](const auto& x) { return arrays_of(x, data); }, data->x), cols(data->x),
                        array_of(data->y.data(), {data->y.size()}, data), data->feature_names);
}

}  // namespace

void bind_read(nb::module_& module) {
  module.def("read", &read, "path"_a, nb::kw_only(), "format"_a, "layout"_a, "value_type"_a, "target"_a, "features"_a,
             "threads"_a);
}

}  // namespace hingeline::python
