// SPDX-License-Identifier: BSD-3-Clause
//
// A matrix by columns, made at first use and shared by several solves on the same rows.
#pragma once

#include <memory>
#include <mutex>
#include <variant>

#include "data/csc_matrix.hpp"

namespace hingeline::internal {

class LazyColumns {
 public:
  using Matrix = std::variant<CscMatrix<float>, CscMatrix<double>>;

  explicit LazyColumns(const MatrixView& x) : x_(x) {}

  /// Safe to call from several threads.
  const Matrix& get() {
    std::call_once(made_, [this] {
      matrix_ = std::make_unique<Matrix>(std::visit([](const auto& x) -> Matrix { return CscMatrix(x); }, x_));
    });
    return *matrix_;
  }

 private:
  const MatrixView x_;
  std::once_flag made_;
  std::unique_ptr<Matrix> matrix_;
};

}  // namespace hingeline::internal
