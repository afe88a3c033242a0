// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_factor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hingeline::internal {

KernelFactor::KernelFactor(KernelRowSource source, std::vector<std::int32_t> rows, const std::vector<double>& diagonal)
    : source_(std::move(source)), rows_(std::move(rows)), row_of_kernel_(diagonal.size()) {
  constexpr double share = 1e-14;
  for (const std::int32_t row : rows_) left_.push_back(diagonal[static_cast<std::size_t>(row)]);
  rounding_ = left_.empty() ? 0 : share * *std::ranges::max_element(left_);
}

bool KernelFactor::extend(std::size_t most, const Stop& stop) {
  for (;;) {
    const auto pivot = std::ranges::max_element(left_);
    if (pivot == left_.end() || !(*pivot > rounding_)) return true;
    if (rank() >= most || is_due(stop)) return false;
    add_column(static_cast<std::size_t>(pivot - left_.begin()));
  }
}

void KernelFactor::add_column(std::size_t pivot) {
  source_(rows_[pivot], row_of_kernel_.data());
  std::vector<double> column(rows_.size());
  for (std::size_t k = 0; k < column.size(); ++k) column[k] = row_of_kernel_[static_cast<std::size_t>(rows_[k])];
  for (const std::vector<double>& before : columns_)
    ops_.add(-before[pivot], before.data(), column.data(), column.size());
  const double root = std::sqrt(left_[pivot]);
  for (std::size_t k = 0; k < column.size(); ++k) {
    column[k] /= root;
    left_[k] -= column[k] * column[k];
  }
  left_[pivot] = 0;
  columns_.push_back(std::move(column));
}

std::vector<double> KernelFactor::by_rows() const {
  std::vector<double> values(rows_.size() * rank());
  for (std::size_t j = 0; j < rank(); ++j)
    for (std::size_t k = 0; k < rows_.size(); ++k) values[k * rank() + j] = columns_[j][k];
  return values;
}

}  // namespace hingeline::internal
