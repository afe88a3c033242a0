// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/working_kernel.hpp"

#include <algorithm>
#include <atomic>

namespace hingeline::internal {
namespace {

/// to[j][i] = from[i][j] for `rows` x `cols` entries, a square that fits the first cache at a time.
void transpose(const float* from, std::size_t rows, std::size_t cols, std::size_t stride, float* to) {
  constexpr std::size_t edge = 16;
  for (std::size_t i0 = 0; i0 < rows; i0 += edge)
    for (std::size_t j = 0; j < cols; ++j)
      for (std::size_t i = i0; i < std::min(i0 + edge, rows); ++i) to[j * stride + i] = from[i * stride + j];
}

void write_as_float(const KernelRows<float>& matrix, const RowSet& rows, const PanelView<float>& panel, float* values,
                    std::size_t stride) {
  matrix.write_values(rows, panel, values, stride);
}

void write_as_float(const KernelRows<double>& matrix, const RowSet& rows, const PanelView<double>& panel, float* values,
                    std::size_t stride) {
  std::vector<double> block(rows.count * panel_width);
  matrix.write_values(rows, panel, block.data(), panel_width);
  for (std::size_t i = 0; i < rows.count; ++i)
    std::copy_n(block.data() + i * panel_width, panel_width, values + i * stride);
}

}  // namespace

/// Rows and columns at `places`, which ascend, become the first ones.
void WorkingKernel::keep(std::span<const std::size_t> places, std::size_t room) {
  const std::size_t old_stride = stride_;
  Buffer<float> grown;
  if (room > capacity_) {
    capacity_ = room;
    // room for a whole panel that begins at the last member; no power of 2, so that rows share no cache set
    stride_ = (capacity_ + 2 * panel_width - 1) / panel_width * panel_width + 16;
    const auto size = static_cast<std::int64_t>(stride_ * capacity_);
    if (!places.empty() || size > values_.size()) grown = Buffer<float>(size);
  }
  float* to = grown.size() > 0 ? grown.data() : values_.data();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const float* row = values_.data() + places[i] * old_stride;
    for (std::size_t j = 0; j < places.size(); ++j) to[i * stride_ + j] = row[places[j]];
  }
  if (grown.size() > 0) values_ = std::move(grown);
}

/// The columns from `first` on, which `rows` ends with, of all rows: out of rows that are known, the others computed.
/// Returns how many entries were.
template <class T>
std::int64_t WorkingKernel::write_columns(const KernelRows<T>& matrix, const KernelUpdate<T>& known,
                                          std::span<const std::int32_t> rows, std::size_t first) {
  const std::span<const std::int32_t> columns = rows.subspan(first);
  const KernelPanel<T> panel(matrix, columns, {});
  float* corner = values_.data() + first;
  std::size_t computed = 0;
  for (std::size_t i = 0; i < rows.size();) {
    if (const float* row = known.kept_row(rows[i])) {
      float* to = corner + i++ * stride_;
      for (std::size_t j = 0; j < columns.size(); ++j) to[j] = row[columns[j]];
      continue;
    }
    const std::size_t begin = i++;
    while (i < rows.size() && known.kept_row(rows[i]) == nullptr) ++i;
    write_as_float(matrix, {rows.data() + begin, 0, i - begin}, panel.view(), corner + begin * stride_, stride_);
    computed += i - begin;
  }
  return static_cast<std::int64_t>(computed * columns.size());
}

template <class T>
std::int64_t WorkingKernel::renew(const KernelRows<T>& matrix, const KernelUpdate<T>& known,
                                  std::span<const std::int32_t> rows, std::span<const std::size_t> places,
                                  std::size_t room, ThreadPool& pool) {
  keep(places, room);
  const std::size_t kept = places.size();
  std::atomic<std::int64_t> computed = 0;
  for_each_block(pool, static_cast<std::int64_t>(rows.size() - kept), panel_width,
                 [&](std::int64_t fresh, std::int64_t count) {
                   const std::size_t first = kept + static_cast<std::size_t>(fresh);
                   const auto columns = static_cast<std::size_t>(count);
                   computed += write_columns(matrix, known, rows.first(first + columns), first);
                   transpose(values_.data() + first, first, columns, stride_, values_.data() + first * stride_);
                 });
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::fill_n(values_.data() + i * stride_ + rows.size(), panel_width, 0.0F);
  return computed;
}

template std::int64_t WorkingKernel::renew<float>(const KernelRows<float>&, const KernelUpdate<float>&,
                                                  std::span<const std::int32_t>, std::span<const std::size_t>,
                                                  std::size_t, ThreadPool&);
template std::int64_t WorkingKernel::renew<double>(const KernelRows<double>&, const KernelUpdate<double>&,
                                                   std::span<const std::int32_t>, std::span<const std::size_t>,
                                                   std::size_t, ThreadPool&);

}  // namespace hingeline::internal
