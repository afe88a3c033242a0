// SPDX-License-Identifier: BSD-3-Clause
//
// Labels as the numbers that training takes: of two classes -1 and +1, of more their places in ascending order.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "arrays.hpp"
#include "bindings.hpp"
#include "matrix.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

/// Found by looking at all of them for every row: training takes time for each of them too, and far more.
constexpr std::size_t most_classes = 256;

/// Here and in `encode` no branch depends on a label: they come in an order that no processor predicts.
template <class T>
bool knows_all(std::span<const T> classes, std::span<const T> y) {
  bool all = true;
  for (const T label : y) {
    bool known = false;
    for (const T each : classes) known |= label == each;
    all &= known;
  }
  return all;
}

/// The labels of rows that have a weight, ascending; none where there are more than most_classes.
template <class T>
std::vector<T> classes_of(std::span<const T> y, std::span<const double> weights) {
  constexpr std::size_t block = 256;
  std::vector<T> classes;
  for (std::size_t first = 0; first < y.size(); first += block) {
    const std::size_t end = std::min(first + block, y.size());
    if (knows_all<T>(classes, y.subspan(first, end - first))) continue;
    for (std::size_t i = first; i < end; ++i)
      if (weights.empty() || weights[i] != 0) classes.push_back(y[i]);
    std::ranges::sort(classes);
    const auto repeated = std::ranges::unique(classes);
    classes.erase(repeated.begin(), repeated.end());
    if (classes.size() > most_classes) return {};
  }
  return classes;
}

/// Rows of weight 0 may have labels of their own: they get any number.
template <class T>
void encode(std::span<const T> y, std::span<const T> classes, double* numbers) {
  const bool two = classes.size() == 2;
  const double scale = two ? 2 : 1;
  const double offset = two ? -1 : 0;
  const std::span<const T> but_first = classes.subspan(1);
  std::ranges::transform(y, numbers, [&](T label) {
    int place = 0;
    for (const T each : but_first) place += label >= each;
    return scale * place + offset;
  });
}

/// Classes and one number per row; nothing where there are too many classes to be found one by one.
template <class T>
std::optional<nb::tuple> encode_labels(const Vector<T>& y, const std::optional<Vector<double>>& weights) {
  const std::size_t n = y.shape(0);
  std::vector<T> classes;
  std::shared_ptr<double[]> numbers;
  {
    const nb::gil_scoped_release release;
    classes = classes_of(span_of(y), weights ? span_of(*weights) : std::span<const double>());
    if (classes.empty()) return {};
    numbers = std::make_shared_for_overwrite<double[]>(n);
    encode(span_of(y), std::span<const T>(classes), numbers.get());
  }
  return nb::make_tuple(std::move(classes), array_of(numbers.get(), {n}, numbers));
}

template <class T>
void bind_type(nb::module_& module) {
  module.def("encode_labels", &encode_labels<T>, "y"_a.noconvert(), "weights"_a.noconvert().none());
}

}  // namespace

void bind_labels(nb::module_& module) {
  bind_type<std::uint8_t>(module);
  bind_type<std::int32_t>(module);
  bind_type<std::int64_t>(module);
  bind_type<float>(module);
  bind_type<double>(module);
}

}  // namespace hingeline::python
