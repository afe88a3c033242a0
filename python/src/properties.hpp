// SPDX-License-Identifier: BSD-3-Clause
//
// The library's structures in Python: constructed by keyword, Name(a = .., b = ..), with C++'s defaults for the rest.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <array>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "arrays.hpp"
#include "choice.hpp"
#include "matrix.hpp"

namespace hingeline::python {

namespace nb = nanobind;

/// Implements "__init__": sets a property for every keyword.
template <class T>
void set_properties(nb::pointer_and_handle<T> self, const nb::kwargs& given) {
  new (self.p) T();
  nb::inst_mark_ready(self.h);
  for (const auto [name, value] : given) nb::setattr(self.h, name, value);
}

/// A property that is an enumerator, by its name.
template <class T, class E, std::size_t n>
void def_choice(nb::class_<T>& type, const char* name, E T::*member, const std::array<std::string_view, n>& names) {
  type.def_prop_rw(
      name, [member, &names](const T& object) { return name_of(names, object.*member); },
      [member, &names, name](T& object, std::string_view given) { object.*member = choice<E>(name, names, given); });
}

/// A property of numbers, copied from and to an array.
template <class T>
void def_numbers(nb::class_<T>& type, const char* name, std::vector<double> T::*member) {
  type.def_prop_rw(
      name, [member](const T& object) { return copy_of(object.*member); },
      [member](T& object, const Vector<double>& array) {
        (object.*member).assign(array.data(), array.data() + array.size());
      },
      nb::for_getter(nb::rv_policy::move), nb::for_setter(nb::arg().noconvert()));
}

/// A property that is a view of an array, which the object keeps alive; None for an empty view. Write-only.
template <class T, class E>
void def_view(nb::class_<T>& type, const char* name, std::span<const E> T::*member) {
  type.def_prop_rw(
      name, nullptr,
      [member](T& object, const std::optional<Vector<E>>& array) {
        object.*member = array ? span_of(*array) : std::span<const E>();
      },
      nb::arg().noconvert().none(), nb::keep_alive<1, 2>());
}

/// A property that is a pointer to a structure, which the object keeps alive; None for a null pointer. Write-only.
template <class T, class E>
void def_pointer(nb::class_<T>& type, const char* name, const E* T::*member) {
  type.def_prop_rw(
      name, nullptr, [member](T& object, const E* given) { object.*member = given; }, nb::arg().none(),
      nb::keep_alive<1, 2>());
}

/// A property that is a view of a matrix, which the object keeps alive; not None. Write-only.
template <class T>
void def_view(nb::class_<T>& type, const char* name, MatrixView T::*member) {
  type.def_prop_rw(
      name, nullptr, [member](T& object, const Matrix& matrix) { object.*member = matrix.view(); },
      nb::keep_alive<1, 2>());
}

/// A property that is a structure of views, whose arrays the object keeps alive. Write-only.
template <class T, class Views>
void def_views(nb::class_<T>& type, const char* name, Views T::*member) {
  type.def_prop_rw(
      name, nullptr, [member](T& object, const Views& views) { object.*member = views; }, nb::keep_alive<1, 2>());
}

}  // namespace hingeline::python
