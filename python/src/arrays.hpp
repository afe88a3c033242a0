// SPDX-License-Identifier: BSD-3-Clause
//
// NumPy arrays of memory that C++ owns.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace hingeline::python {

namespace nb = nanobind;

/// An array that keeps `owner` alive.
template <class T>
nb::ndarray<nb::numpy, T> array_of(T* values, std::initializer_list<std::size_t> shape,
                                   std::shared_ptr<const void> owner) {
  auto* keep = new std::shared_ptr<const void>(std::move(owner));
  const nb::capsule capsule(keep,
                            [](void* pointer) noexcept { delete static_cast<std::shared_ptr<const void>*>(pointer); });
  return {values, shape, capsule};
}

/// An array of its own from numbers that are no longer needed elsewhere.
inline nb::ndarray<nb::numpy, double> array_of(std::vector<double>&& numbers,
                                               std::initializer_list<std::size_t> shape) {
  auto owner = std::make_shared<std::vector<double>>(std::move(numbers));
  double* values = owner->data();
  return array_of(values, shape, std::move(owner));
}

template <class T>
nb::ndarray<nb::numpy, T> copy_of(const std::vector<T>& numbers) {
  auto owner = std::make_shared<std::vector<T>>(numbers);
  T* values = owner->data();
  return array_of(values, {numbers.size()}, std::move(owner));
}

}  // namespace hingeline::python
