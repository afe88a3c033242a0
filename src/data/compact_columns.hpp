// SPDX-License-Identifier: BSD-3-Clause
//
// Matrices of the same columns, where sparse ones numbered so that most numbers are nobody's (hashed features): what
// keeps something for every column then takes memory in proportion to the largest number, not to the data.
#pragma once

#include <cstdint>
#include <vector>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

class CompactColumns {
 public:
  /// Columns are numbered anew, in their order, where there are more than some for every entry; the matrices must
  /// outlive this.
  explicit CompactColumns(std::vector<MatrixView> matrices);

  const MatrixView& operator[](std::size_t k) const { return matrices_[k]; }

 private:
  template <class T>
  void renumber(const std::vector<std::int32_t>& used, CsrView<T>& x);

  std::vector<MatrixView> matrices_;
  std::vector<std::vector<std::int32_t>> columns_;
};

}  // namespace hingeline::internal
