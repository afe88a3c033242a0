// SPDX-License-Identifier: BSD-3-Clause
//
// Labels as the numbers that training takes: of two classes -1 and +1, of more their places in ascending order.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bindings.hpp"
#include "hingeline/error.hpp"
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

/// Rows of weight 0 may have labels of their own.
template <class T>
void learn(std::span<const T> y, std::span<const double> weights, std::vector<T>& classes) {
  for (std::size_t i = 0; i < y.size(); ++i)
    if (weights.empty() || weights[i] != 0) classes.push_back(y[i]);
  std::ranges::sort(classes);
  const auto repeated = std::ranges::unique(classes);
  classes.erase(repeated.begin(), repeated.end());
}

/// A label that is no class gets any number.
template <class T>
void encode(std::span<const T> y, std::span<const T> classes, double* numbers) {
  const bool two = classes.size() == 2;
  const double scale = two ? 2 : 1;
  const double offset = two ? -1 : 0;
  const std::span<const T> but_first = classes.subspan(std::min<std::size_t>(1, classes.size()));
  std::ranges::transform(y, numbers, [&](T label) {
    int place = 0;
    for (const T each : but_first) place += label >= each;
    return scale * place + offset;
  });
}

/// The classes, ascending, and the number of every row, a block at a time while it is in the cache; none where there are
/// more than most_classes.
template <class T>
std::vector<T> encode_rows(std::span<const T> y, std::span<const double> weights, double* numbers) {
  constexpr std::size_t block = 256;
  std::vector<T> classes;
  std::size_t stale = 0;  // rows before this one were encoded before all classes were known
  for (std::size_t first = 0; first < y.size(); first += block) {
    const std::size_t size = std::min(block, y.size() - first);
    const std::span<const T> some = y.subspan(first, size);
    if (!knows_all<T>(classes, some)) {
      learn(some, weights.empty() ? weights : weights.subspan(first, size), classes);
      if (classes.size() > most_classes) return {};
      stale = first;
    }
    encode<T>(some, classes, numbers + first);
  }
  encode<T>(y.first(stale), classes, numbers);
  return classes;
}

using Weights = std::optional<Vector<double>>;
using Numbers = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The classes, none where there are too many to be found one by one; fills `numbers`.
template <class T>
std::vector<T> encode_labels(const Vector<T>& y, const Weights& weights, const Numbers& numbers) {
  if (numbers.shape(0) != y.shape(0)) throw DataError("numbers: must be as many as labels");
  const nb::gil_scoped_release release;
  return encode_rows(span_of(y), weights ? span_of(*weights) : std::span<const double>(), numbers.data());
}

using Letters = nb::ndarray<const std::uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Keys = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Texts of up to eight letters below 256 as numbers of the same order; false where there are others.
bool pack_texts(const Letters& texts, const Keys& keys) {
  const std::size_t width = texts.shape(1);
  if (width > 8 || keys.shape(0) != texts.shape(0)) return false;
  const nb::gil_scoped_release release;
  const std::uint32_t* letter = texts.data();
  std::uint32_t used = 0;
  for (std::size_t i = 0; i < texts.shape(0); ++i) {
    std::uint64_t key = 0;
    for (std::size_t k = 0; k < width; ++k, ++letter) {
      used |= *letter;
      key = key << 8 | (*letter & 255);
    }
    keys.data()[i] = key;
  }
  return used < 256;
}

template <class T>
void bind_type(nb::module_& module) {
  module.def("encode_labels", &encode_labels<T>, "y"_a.noconvert(), "weights"_a.noconvert().none(),
             "numbers"_a.noconvert());
}

}  // namespace

void bind_labels(nb::module_& module) {
  bind_type<std::uint8_t>(module);
  bind_type<std::int32_t>(module);
  bind_type<std::int64_t>(module);
  bind_type<float>(module);
  bind_type<std::uint64_t>(module);
  bind_type<double>(module);
  module.def("pack_texts", &pack_texts, "texts"_a.noconvert(), "keys"_a.noconvert());
}

}  // namespace hingeline::python
