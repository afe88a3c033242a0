// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_row_source.hpp"

#include <algorithm>
#include <vector>

#include "data/rows.hpp"
#include "kernels/kernel_value.hpp"

namespace hingeline::internal {
namespace {

double squared_difference(const SparseRowMatrix auto& x, std::int64_t i, std::int64_t j) {
  const auto a = x.entries(i);
  const auto b = x.entries(j);
  double total = 0;
  for (std::size_t k = 0, l = 0; k < a.size() || l < b.size();) {
    const bool has_a = l == b.size() || (k < a.size() && a.columns[k] <= b.columns[l]);
    const bool has_b = k == a.size() || (l < b.size() && b.columns[l] <= a.columns[k]);
    const double difference =
        (has_a ? static_cast<double>(a.values[k]) : 0) - (has_b ? static_cast<double>(b.values[l]) : 0);
    total += difference * difference;
    k += has_a ? 1 : 0;
    l += has_b ? 1 : 0;
  }
  return total;
}

double squared_difference(const RowMatrix auto& x, std::int64_t i, std::int64_t j) {
  double total = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(x.cols()); ++k) {
    const double difference = static_cast<double>(x.values(i)[k]) - static_cast<double>(x.values(j)[k]);
    total += difference * difference;
  }
  return total;
}

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
      values[j] = kernel_value(kernel_, dot, keeps_digits(distance, squares) ? distance : squared_difference(x_, i, j));
    }
  }

 private:
  /// Whether |x|^2 + |z|^2 - 2 x'z is accurate enough: the error of the RBF kernel's exponent is small, absolutely or
  /// relatively.
  bool keeps_digits(double distance, double squares) const {
    constexpr double small = 0x1p-14;
    return kernel_.name != KernelName::rbf || kernel_.gamma * squares < 1 / small || distance > small * squares;
  }

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
