// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_row_source.hpp"

#include <algorithm>
#include <vector>

#include "data/rows.hpp"
#include "kernels/kernel_value.hpp"

namespace hingeline::internal {
namespace {

template <RowMatrix Rows>
class FormulaRows {
 public:
  FormulaRows(const Kernel& kernel, const Rows& x) : kernel_(kernel), x_(x) {
    for (std::int64_t i = 0; i < x.rows(); ++i) squared_norms_.push_back(x.squared_norm(i));
  }

  void operator()(std::int64_t i, double* values) const {
    std::vector<double> row(static_cast<std::size_t>(x_.cols()), 0.0);
    x_.add(i, 1, row.data());
    const double norm = squared_norms_[static_cast<std::size_t>(i)];
    for (std::int64_t j = 0; j < x_.rows(); ++j) {
      const double dot = x_.dot(j, row.data());
      const double squares = norm + squared_norms_[static_cast<std::size_t>(j)];
      const double distance = squares - 2 * dot;
      values[j] = kernel_value(kernel_, dot, distance > distance_rounding * squares ? distance : 0);
    }
  }

 private:
  Kernel kernel_;
  Rows x_;
  std::vector<double> squared_norms_;
};

}  // namespace

KernelRowSource kernel_row_source(const Kernel& kernel, const MatrixView& x) {
  return visit_rows(x, [&](const auto& rows) -> KernelRowSource {
    if (kernel.name != KernelName::precomputed) return FormulaRows(kernel, rows);
    return [rows](std::int64_t i, double* values) {
      std::fill_n(values, rows.cols(), 0.0);
      rows.add(i, 1, values);
    };
  });
}

}  // namespace hingeline::internal
