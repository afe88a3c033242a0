// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/whitening.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

constexpr Kernel products = {KernelName::linear};

/// A 64 x 64 matrix, row-major.
using Square = std::array<double, panel_width * panel_width>;

/// The inverse of a lower triangular block whose rows are `stride` apart.
Square inverse(const double* lower, std::size_t stride) {
  Square result{};
  for (std::size_t i = 0; i < panel_width; ++i) {
    double* const row = result.data() + i * panel_width;
    row[i] = 1;
    for (std::size_t k = 0; k < i; ++k)
      for (std::size_t j = 0; j <= k; ++j) row[j] -= lower[i * stride + k] * result[k * panel_width + j];
    for (std::size_t j = 0; j <= i; ++j) row[j] /= lower[i * stride + i];
  }
  return result;
}

/// to = -lower * block, where `lower` is lower triangular.
void multiply_negative(const Square& lower, const Square& block, double* to) {
  std::fill_n(to, panel_width * panel_width, 0.0);
  for (std::size_t i = 0; i < panel_width; ++i)
    for (std::size_t k = 0; k <= i; ++k)
      for (std::size_t j = 0; j < panel_width; ++j)
        to[i * panel_width + j] -= lower[i * panel_width + k] * block[k * panel_width + j];
}

}  // namespace

Whitening::Whitening(const double* kernel, std::size_t size, std::size_t stride, ThreadPool& pool, const Stop& stop)
    : size_(size), blocks_((size + panel_width - 1) / panel_width), zeros_(static_cast<std::int64_t>(this->stride())) {
  std::fill_n(zeros_.data(), zeros_.size(), 0.0);
  factor(kernel, stride, stop);
  invert(pool, stop);
}

/// K is extended by the identity matrix to whole panels of 64.
void Whitening::factor(const double* kernel, std::size_t stride, const Stop& stop) {
  constexpr double ridge = 1e-10;
  scale_.assign(this->stride(), 1.0);
  for (std::size_t j = 0; j < size_; ++j) {
    const double square = kernel[j * stride + j];
    if (square > 0) scale_[j] = 1 / std::sqrt(square);
  }
  upper_.resize(cholesky_size(cholesky_panels()));
  for (std::size_t j = 0; j < this->stride(); ++j) {
    double* const column = upper_.data() + cholesky_size(j / cholesky_panel) + j % cholesky_panel;
    for (std::size_t i = 0; i < j; ++i)
      column[i * cholesky_panel] = j < size_ ? scale_[i] * scale_[j] * kernel[j * stride + i] : 0;
    column[j * cholesky_panel] = 1 + ridge;
  }
  const bool factored = cholesky_ops().factor(upper_.data(), cholesky_panels(), stop);
  throw_if_due(stop);
  if (!factored)
    throw DataError(
        "x: the matrix of kernel values between the rows drawn for nystroem is not finite, or not positive definite up "
        "to rounding");
}

void Whitening::invert(ThreadPool& pool, const Stop& stop) {
  const std::size_t width = stride();
  Buffer<double> lower(static_cast<std::int64_t>(width * width));  // U'; only the lower triangle is set
  for (std::size_t i = 0; i < width; ++i)
    for (std::size_t j = 0; j <= i; ++j) lower[static_cast<std::int64_t>(i * width + j)] = upper(j, i);
  std::vector<Buffer<double>> columns;  // panels of 64 columns of X each, without the factor S, from row 0 on
  for (std::size_t c = 0; c < blocks_; ++c) columns.emplace_back(static_cast<std::int64_t>(width * panel_width));
  for (std::size_t g = 0; g < blocks_; ++g) {
    throw_if_due(stop);
    invert_block(g, lower.data(), columns, pool);
  }
  keep_rows(columns);
}

/// Sets rows 64 g to 64 g + 63 in all columns up to 64 g + 63.
void Whitening::invert_block(std::size_t g, const double* lower, std::vector<Buffer<double>>& columns,
                             ThreadPool& pool) const {
  const std::size_t width = stride();
  const std::size_t first = g * panel_width;
  const Square diagonal = inverse(lower + first * width + first, width);
  std::ranges::copy(diagonal, columns[g].data() + first * panel_width);
  pool.run(static_cast<std::int64_t>(g), [&](std::int64_t column) {
    const auto c = static_cast<std::size_t>(column);
    double* const panel = columns[c].data();
    const std::size_t above = c * panel_width;  // number of leading rows that are 0 in these columns
    alignas(64) Square sums;
    const DenseLeft<double> left = {lower + first * width + above, width, first - above, zeros_.data()};
    const PanelView<double> right = {panel + above * panel_width, zeros_.data(), zeros_.data(), nullptr};
    ops_.dense.values(products, left, {nullptr, 0, panel_width}, right, sums.data(), panel_width);
    multiply_negative(diagonal, sums, panel + first * panel_width);
  });
}

/// Converts panels of columns to panels of rows, and multiplies by S.
void Whitening::keep_rows(const std::vector<Buffer<double>>& columns) {
  for (std::size_t g = 0; g < blocks_; ++g) {
    rows_.emplace_back(static_cast<std::int64_t>((g + 1) * panel_width * panel_width));
    double* const panel = rows_.back().data();
    for (std::size_t j = 0; j < (g + 1) * panel_width; ++j) {
      const double* const column = columns[j / panel_width].data() + j % panel_width;
      for (std::size_t p = 0; p < panel_width; ++p)
        panel[j * panel_width + p] = scale_[j] * column[(g * panel_width + p) * panel_width];
    }
  }
}

/// Computes the last 64 numbers of a row first, as each 64 need the preceding ones.
void Whitening::apply(double* k, std::size_t rows, const Stop& stop) const {
  const std::vector<double> terms(rows);
  Buffer<double> block(static_cast<std::int64_t>(rows * panel_width));
  for (std::size_t g = blocks_; g-- > 0;) {
    throw_if_due(stop);
    const DenseLeft<double> left = {k, stride(), std::min(size_, (g + 1) * panel_width), terms.data()};
    const PanelView<double> right = {rows_[g].data(), zeros_.data(), zeros_.data(), nullptr};
    ops_.dense.values(products, left, {nullptr, 0, rows}, right, block.data(), panel_width);
    for (std::size_t t = 0; t < rows; ++t)
      std::copy_n(block.data() + t * panel_width, panel_width, k + t * stride() + g * panel_width);
  }
}

std::vector<double> Whitening::coef_of_rows(std::span<const double> w) const {
  std::vector<double> beta(size_);
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      beta[j] += w[i] * rows_[i / panel_width][static_cast<std::int64_t>(j * panel_width + i % panel_width)];
  return beta;
}

std::vector<double> Whitening::coef_of_features(std::span<const double> beta) const {
  std::vector<double> w(size_);
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t j = i; j < size_; ++j) w[i] += upper(i, j) * beta[j] / scale_[j];
  return w;
}

}  // namespace hingeline::internal
