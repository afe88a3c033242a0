// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "core/larger_or_unknown.hpp"
#include "data/for_each_nonzero.hpp"
#include "data/rows.hpp"

namespace hingeline::internal {
namespace {

std::int64_t count_nonzeros(const MatrixView& x) {
  std::int64_t count = 0;
  std::visit(
      [&](const auto& view) {
        for (std::int64_t i = 0; i < view.rows; ++i) for_each_nonzero(view, i, [&](std::int32_t, double) { ++count; });
      },
      x);
  return count;
}

std::vector<double> column_means(const MatrixView& x) {
  std::vector<double> mean(static_cast<std::size_t>(cols(x)));
  visit_rows(x, [&](const auto& row) {
    for (std::int64_t i = 0; i < row.rows(); ++i) row.add(i, 1 / static_cast<double>(row.rows()), mean.data());
  });
  return mean;
}

/// Has four partial sums, so that additions do not wait for each other.
template <class T>
double squared_norm(std::span<const T> values) {
  std::array<double, 4> sums = {};
  const auto add = [&](std::size_t j, std::size_t lane) {
    const auto value = static_cast<double>(values[j]);
    sums[lane] += value * value;
  };
  std::size_t j = 0;
  for (; j + sums.size() <= values.size(); j += sums.size())
    for (std::size_t lane = 0; lane < sums.size(); ++lane) add(j + lane, lane);
  for (; j < values.size(); ++j) add(j, 0);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

std::int64_t row_number(const RowSet& set, std::size_t t) {
  return set.rows != nullptr ? set.rows[t] : set.first + static_cast<std::int64_t>(t);
}

/// Calls f(index in the set, column, value) for the nonzeros of the rows in the set.
template <class F>
void for_each_nonzero_in(const MatrixView& x, const RowSet& set, const F& f) {
  std::visit(
      [&](const auto& view) {
        for (std::size_t t = 0; t < set.count; ++t)
          for_each_nonzero(view, row_number(set, t),
                           [&](std::int32_t column, double value) { f(static_cast<std::int64_t>(t), column, value); });
      },
      x);
}

/// The same for nonzeros in columns of the space only.
template <class F>
void for_each_known(const KernelSpace& space, const MatrixView& x, const RowSet& set, const F& f) {
  for_each_nonzero_in(x, set, [&](std::int64_t t, std::int32_t column, double value) {
    if (space.has(column)) f(t, column, value);
  });
}

/// For each row, the sum of the squares of prepared entries in columns that the space lacks.
std::vector<double> squares_beyond(const KernelSpace& space, const MatrixView& x, const RowSet& set) {
  std::vector<double> squares(set.count);
  if (cols(x) <= space.features()) return squares;
  for_each_nonzero_in(x, set, [&](std::int64_t t, std::int32_t column, double value) {
    if (space.has(column)) return;
    const double prepared = space.prepare(value, static_cast<std::size_t>(column));
    squares[static_cast<std::size_t>(t)] += prepared * prepared;
  });
  return squares;
}

/// For each column, the largest square of a prepared entry.
std::vector<double> largest_squares(const KernelSpace& space, const MatrixView& x) {
  std::vector<double> largest(static_cast<std::size_t>(space.features()));
  std::vector<std::int64_t> nonzeros(largest.size());
  for_each_nonzero_in(x, {nullptr, 0, static_cast<std::size_t>(rows(x))},
                      [&](std::int64_t, std::int32_t column, double value) {
                        const auto j = static_cast<std::size_t>(column);
                        const double prepared = space.prepare(value, j);
                        largest[j] = std::max(largest[j], prepared * prepared);
                        ++nonzeros[j];
                      });
  for (std::size_t j = 0; j < largest.size(); ++j)
    if (nonzeros[j] < rows(x)) largest[j] = std::max(largest[j], space.prepare(0, j) * space.prepare(0, j));
  return largest;
}

}  // namespace

KernelSpace::KernelSpace(const Kernel& kernel, const MatrixView& x) : kernel_(kernel), features_(cols(x)) {
  if (kernel.name == KernelName::precomputed) return;  // x holds kernel values, not rows
  constexpr double densest_sparse = 0.25;
  const double cells = static_cast<double>(rows(x)) * static_cast<double>(features_);
  dense_ = static_cast<double>(count_nonzeros(x)) >= densest_sparse * cells;
  if (kernel.name != KernelName::rbf) return;
  constexpr double log2_e = 1.4426950408889634;
  scale_ = std::sqrt(2 * kernel.gamma * log2_e);
  if (dense_) mean_ = column_means(x);
  find_wide_columns(x);
}

double KernelSpace::largest_squared_norm(const MatrixView& x) const {
  const double of_mean = std::inner_product(mean_.begin(), mean_.end(), mean_.begin(), 0.0);
  double largest = 0;
  visit_rows(x, [&](const auto& row) {
    for (std::int64_t i = 0; i < row.rows(); ++i) {
      const double squares = row.squared_norm(i) + of_mean;
      const double centred = squares - (mean_.empty() ? 0 : 2 * row.dot(i, mean_.data()));
      largest = larger_or_unknown(largest, centred + 8 * std::numeric_limits<double>::epsilon() * squares);
    }
  });
  return scale_ * scale_ * largest;
}

/// Makes the columns of the largest squares wide, until the squares of all others are so small that exponents have an
/// absolute error of 1e-9 or less.
void KernelSpace::find_wide_columns(const MatrixView& x) {
  constexpr double most = 1 << 20;
  if (largest_squared_norm(x) <= most) return;
  const std::vector<double> squares = largest_squares(*this, x);
  std::vector<std::int32_t> by_width(squares.size());
  std::iota(by_width.begin(), by_width.end(), 0);
  std::ranges::stable_sort(by_width, {}, [&](std::int32_t j) { return squares[static_cast<std::size_t>(j)]; });
  double total = 0;
  const auto first = std::ranges::find_if(by_width, [&](std::int32_t j) {
    total += squares[static_cast<std::size_t>(j)];
    return total > most;
  });
  wide_.assign(first, by_width.end());
  std::ranges::sort(wide_);
}

template <class T>
KernelRows<T>::KernelRows(const KernelSpace& space, const MatrixView& x, const RowSet& rows)
    : space_(&space), ops_(panel_ops<T>()), terms_(static_cast<std::int64_t>(rows.count)) {
  if (space.dense())
    copy_dense(x, rows);
  else
    copy_sparse(x, rows);
  compute_terms(x, rows);
  if (!space.wide().empty()) copy_wide(x, rows);
}

template <class T>
void KernelRows<T>::copy_dense(const MatrixView& x, const RowSet& rows) {
  values_ = Buffer<T>(static_cast<std::int64_t>(rows.count) * space_->features());
  std::visit([&](const auto& view) { copy_to_dense(view, rows); }, x);
}

template <class T>
template <class X>
void KernelRows<T>::copy_to_dense(const DenseView<X>& x, const RowSet& rows) {
  const std::int32_t features = space_->features();
  const std::int32_t present = std::min(features, x.cols);
  for (std::size_t t = 0; t < rows.count; ++t) {
    const X* from = x.values + row_number(rows, t) * x.stride;
    T* to = values_.data() + static_cast<std::int64_t>(t) * features;
    for (std::int32_t j = 0; j < present; ++j)
      to[j] = static_cast<T>(space_->prepare(static_cast<double>(from[j]), static_cast<std::size_t>(j)));
    fill_zeros(present, to);
  }
}

template <class T>
template <class X>
void KernelRows<T>::copy_to_dense(const CsrView<X>& x, const RowSet& rows) {
  const std::int32_t features = space_->features();
  for (std::size_t t = 0; t < rows.count; ++t) {
    T* to = values_.data() + static_cast<std::int64_t>(t) * features;
    fill_zeros(0, to);
    for_each_nonzero(x, row_number(rows, t), [&](std::int32_t column, double value) {
      if (space_->has(column)) to[column] = static_cast<T>(space_->prepare(value, static_cast<std::size_t>(column)));
    });
  }
}

/// Writes the prepared value of 0 for all columns from `first` on.
template <class T>
void KernelRows<T>::fill_zeros(std::int32_t first, T* row) const {
  for (std::int32_t j = first; j < space_->features(); ++j)
    row[j] = static_cast<T>(space_->prepare(0, static_cast<std::size_t>(j)));
}

template <class T>
void KernelRows<T>::copy_sparse(const MatrixView& x, const RowSet& rows) {
  offsets_ = Buffer<std::int64_t>(size() + 1);
  std::fill_n(offsets_.data(), size() + 1, 0);
  for_each_known(*space_, x, rows, [&](std::int64_t t, std::int32_t, double) { ++offsets_[t + 1]; });
  for (std::int64_t t = 0; t < size(); ++t) offsets_[t + 1] += offsets_[t];
  columns_ = Buffer<std::int32_t>(offsets_[size()]);
  values_ = Buffer<T>(offsets_[size()]);
  std::int64_t next = 0;
  for_each_known(*space_, x, rows, [&](std::int64_t, std::int32_t column, double value) {
    columns_[next] = column;
    values_[next++] = static_cast<T>(space_->prepare(value, static_cast<std::size_t>(column)));
  });
}

template <class T>
void KernelRows<T>::compute_terms(const MatrixView& x, const RowSet& rows) {
  const std::vector<double> beyond = squares_beyond(*space_, x, rows);
  for (std::int64_t i = 0; i < size(); ++i)
    terms_[i] = static_cast<T>(-0.5 * (squared_norm(values(i)) + beyond[static_cast<std::size_t>(i)]));
}

template <class T>
void KernelRows<T>::copy_wide(const MatrixView& x, const RowSet& rows) {
  const std::vector<std::int32_t>& wide = space_->wide();
  wide_ = Buffer<T>(size() * std::ssize(wide));
  std::fill_n(wide_.data(), wide_.size(), T{0});
  for_each_nonzero_in(x, rows, [&](std::int64_t t, std::int32_t column, double value) {
    const auto place = std::ranges::lower_bound(wide, column);
    if (place != wide.end() && *place == column)
      wide_[t * std::ssize(wide) + (place - wide.begin())] = static_cast<T>(value);
  });
}

template <class T>
WideColumns<T> KernelRows<T>::wide_left() const {
  return {wide_.data(), space_->wide().size(), static_cast<T>(space_->wide_weight())};
}

template <class T>
DenseLeft<T> KernelRows<T>::dense_left() const {
  const auto features = static_cast<std::size_t>(space_->features());
  return {values_.data(), features, features, terms_.data(), wide_left()};
}

template <class T>
SparseLeft<T> KernelRows<T>::sparse_left() const {
  return {offsets_.data(), columns_.data(), values_.data(), terms_.data(), wide_left()};
}

template <class T>
void KernelRows<T>::add_sums(const RowSet& set, const PanelView<T>& panel, const Sums& sums) const {
  if (space_->dense())
    ops_.dense.sums(space_->kernel(), dense_left(), set, panel, sums);
  else
    ops_.sparse.sums(space_->kernel(), sparse_left(), set, panel, sums);
}

template <class T>
void KernelRows<T>::write_values(const RowSet& set, const PanelView<T>& panel, T* values, std::size_t stride) const {
  if (space_->dense())
    ops_.dense.values(space_->kernel(), dense_left(), set, panel, values, stride);
  else
    ops_.sparse.values(space_->kernel(), sparse_left(), set, panel, values, stride);
}

template <class T>
void KernelRows<T>::add_sums_and_write_values(const RowSet& set, const PanelView<T>& panel, const Sums& sums, T* values,
                                              std::size_t stride) const {
  if (space_->dense())
    ops_.dense.sums_and_values(space_->kernel(), dense_left(), set, panel, sums, values, stride);
  else
    ops_.sparse.sums_and_values(space_->kernel(), sparse_left(), set, panel, sums, values, stride);
}

/// Let row i have m entries, r = |x'| its norm, R the largest norm and u the rounding unit. The dot product of rounded
/// entries has an error of at most (m + 3) u r R. The exponent of the RBF kernel has this error and, for its two terms
/// and two sums, 4 u (r^2 + R^2); it is a relative error of the kernel value. What wide columns subtract from an
/// exponent, e, has an error of 3 u e, and e 2^-e is less than 1. For the other kernels the error of the product is
/// multiplied by the largest slope. Functions add some roundings of their result, sums those of their terms; 1 % more
/// covers rounding in the sums of magnitudes.
template <class T>
SumError KernelRows<T>::sum_error() const {
  constexpr double more = 1.01;
  const double u_exponent = more * std::numeric_limits<T>::epsilon() / 2;
  const double u = more * std::numeric_limits<float>::epsilon() / 2;  // values may be kept as float, whatever T is
  const auto sum = static_cast<double>(ops_.sum_roundings);
  double squared_radius = 0;
  double most_entries = 0;
  for (std::int64_t i = 0; i < size(); ++i) {
    squared_radius = std::max(squared_radius, -2 * static_cast<double>(terms_[i]));
    most_entries = std::max(most_entries, static_cast<double>(values(i).size()));
  }
  const Kernel& kernel = space_->kernel();
  if (kernel.name == KernelName::rbf) {
    SumError error = {2 * std::ldexp(1.0, -125) + (space_->wide().empty() ? 0 : 3 * u_exponent), {}};
    for (std::int64_t i = 0; i < size(); ++i) {
      const double squared = -2 * static_cast<double>(terms_[i]);
      const auto entries = static_cast<double>(values(i).size());
      const double of_exponent =
          u_exponent * ((entries + 3) * std::sqrt(squared * squared_radius) + 4 * (squared + squared_radius));
      error.relative.push_back(static_cast<float>(std::expm1(of_exponent) + u * (8 + sum)));
    }
    return error;
  }
  if (kernel.name == KernelName::linear) return {u * (most_entries + 3 + sum) * squared_radius, {}};
  const double inner = u * ((most_entries + 5) * kernel.gamma * squared_radius + 2 * std::abs(kernel.coef0));
  if (kernel.name == KernelName::sigmoid) return {inner + u * (16 + sum), {}};
  const double base = kernel.gamma * squared_radius + std::abs(kernel.coef0) + inner;
  return {kernel.degree * std::pow(base, std::max(0, kernel.degree - 1)) * inner +
              u * (2.0 * kernel.degree + sum) * std::pow(base, kernel.degree),
          {}};
}

template <class T>
std::int64_t KernelRows<T>::block_rows() const {
  constexpr std::int64_t cache_bytes = 400 << 10;
  const std::int64_t row_bytes = std::max<std::int64_t>(
      1, values_.size() * static_cast<std::int64_t>(sizeof(T)) / std::max<std::int64_t>(1, size()));
  return std::clamp<std::int64_t>(cache_bytes / row_bytes, 48, 1536) / 48 * 48;
}

template class KernelRows<float>;
template class KernelRows<double>;

}  // namespace hingeline::internal
