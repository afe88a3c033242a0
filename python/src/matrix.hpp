// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <any>
#include <span>
#include <utility>

#include "hingeline/matrix_view.hpp"

namespace hingeline::python {

namespace nb = nanobind;

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Vector<T>& vector) {
  return {vector.data(), vector.shape(0)};
}

/// A matrix of Python: a view of its memory, and an owner that keeps the memory alive.
class Matrix {
 public:
  template <class T>
  using Rows = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;

  template <class T>
  static Matrix dense(const Rows<T>& rows);
  /// Copies an array in Fortran order to rows that the object owns.
  template <class T>
  static Matrix by_rows(const Rows<T>& columns, int threads);
  template <class T>
  static Matrix csr(const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& columns, const Vector<T>& values,
                    std::int64_t cols);

  const MatrixView& view() const { return view_; }
  std::int64_t stored() const;

  /// Whether a training has checked every value and accepted all, so that later ones of the same fit need not.
  bool checked() const { return checked_; }
  void set_checked() { checked_ = true; }

 private:
  Matrix(const MatrixView& view, std::any owner) : view_(view), owner_(std::move(owner)) {}

  MatrixView view_;
  std::any owner_;
  bool checked_ = false;  // guarded by the interpreter's lock
};

}  // namespace hingeline::python
