// SPDX-License-Identifier: BSD-3-Clause
//
// Some rows of a matrix, as a RowMatrix, without a copy.
#pragma once

#include <cstdint>
#include <span>

#include "data/rows.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class SelectedRows {
 public:
  /// Rows selected[0], selected[1], ..; both must outlive this.
  SelectedRows(const Rows& x, std::span<const std::int64_t> selected) : x_(&x), selected_(selected) {}

  std::int64_t rows() const { return std::ssize(selected_); }
  std::int32_t cols() const { return x_->cols(); }
  double dot(std::int64_t i, const double* w) const { return x_->dot(row(i), w); }
  double squared_norm(std::int64_t i) const { return x_->squared_norm(row(i)); }
  double magnitude(std::int64_t i, const double* w) const { return x_->magnitude(row(i), w); }
  void add(std::int64_t i, double scale, double* u) const { x_->add(row(i), scale, u); }
  void add_squares(std::int64_t i, double scale, double* u) const { x_->add_squares(row(i), scale, u); }
  void scale(std::int64_t i, double scale, double* u) const { x_->scale(row(i), scale, u); }
  [[gnu::always_inline]] void prefetch_place(std::int64_t i) const { x_->prefetch_place(row(i)); }
  [[gnu::always_inline]] void prefetch(std::int64_t i) const { x_->prefetch(row(i)); }
  auto entries(std::int64_t i) const requires SparseRowMatrix<Rows> { return x_->entries(row(i)); }

 private:
  std::int64_t row(std::int64_t i) const { return selected_[static_cast<std::size_t>(i)]; }

  const Rows* x_;
  std::span<const std::int64_t> selected_;
};

}  // namespace hingeline::internal
