// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/computed_kernel.hpp"

#include <algorithm>
#include <array>

#include "parallel/blocks.hpp"

namespace hingeline::internal {
namespace {

/// Whether rows are so long that their kernel values are worth keeping.
template <class T>
bool is_dear(const KernelRows<T>& rows) {
  constexpr std::int64_t long_row = 64;
  return rows.entries() > long_row * rows.size();
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

template <class T>
ComputedKernel<T>::ComputedKernel(const KernelRows<T>& rows, double bytes, Buffer<float>& memory) : rows_(rows) {
  const auto n = rows.size();
  const double affordable = bytes / (sizeof(float) * static_cast<double>(n));
  capacity_ = is_dear(rows) ? static_cast<std::int64_t>(std::min(affordable, static_cast<double>(n))) : 0;
  if (memory.size() < capacity_ * n) memory = Buffer<float>(capacity_ * n);
  values_ = memory.data();
  slot_of_.assign(static_cast<std::size_t>(n), -1);
}

template <class T>
bool ComputedKernel<T>::add(std::span<const std::int32_t> chosen, std::span<const double> weights, ThreadPool& pool,
                            const Sums& products, KernelCounters& counters, const Stop& stop) {
  if (capacity_ == 0) {
    if (!add_products(rows_, rows_, chosen, weights, pool, products, stop)) return false;
    counters.kernel_evaluations += std::ssize(chosen) * rows_.size();
    return true;
  }
  ++now_;
  split(chosen, weights);
  find_slots();
  SharedStop shared(stop);
  const std::size_t at_once = panels_at_once(rows_.space(), sizeof(T));
  std::size_t end = 0;
  do {
    const std::size_t begin = end;
    const std::vector<KernelPanel<T>> panels = next_panels<T>(rows_, computed_.rows, computed_.weights, at_once, end);
    for_each_block(pool, rows_.size(), rows_.block_rows(), [&](std::int64_t first, std::int64_t count) {
      const Sums block = products.from(first);
      if (begin == 0) add_kept(first, count, block);
      add_computed(panels, begin, first, count, block, shared);
    });
    if (shared.was_due()) return false;
  } while (end < computed_.rows.size());
  counters.cache_hits += std::ssize(kept_.rows);
  counters.kernel_evaluations += std::ssize(computed_.rows) * rows_.size();
  return true;
}

template <class T>
std::int64_t ComputedKernel<T>::write(std::span<const std::int32_t> rows, std::span<const std::int32_t> columns,
                                      float* values, std::size_t stride) const {
  const KernelPanel<T> panel(rows_, columns, {});
  std::size_t computed = 0;
  for (std::size_t i = 0; i < rows.size();) {
    if (const float* row = kept_row(rows[i])) {
      float* to = values + i++ * stride;
      for (std::size_t j = 0; j < columns.size(); ++j) to[j] = row[columns[j]];
      continue;
    }
    const std::size_t begin = i++;
    while (i < rows.size() && kept_row(rows[i]) == nullptr) ++i;
    write_as_float(rows_, {rows.data() + begin, 0, i - begin}, panel.view(), values + begin * stride, stride);
    computed += i - begin;
  }
  return static_cast<std::int64_t>(computed * columns.size());
}

/// Splits the chosen rows into those that are kept and those to compute.
template <class T>
void ComputedKernel<T>::split(std::span<const std::int32_t> chosen, std::span<const double> weights) {
  kept_ = {};
  computed_ = {};
  for (std::size_t j = 0; j < chosen.size(); ++j) {
    const std::int64_t slot = slot_of_[static_cast<std::size_t>(chosen[j])];
    Part& part = slot < 0 ? computed_ : kept_;
    part.rows.push_back(chosen[j]);
    part.weights.push_back(weights[j]);
    part.slots.push_back(slot);
    if (slot >= 0) last_used_[static_cast<std::size_t>(slot)] = now_;
  }
}

/// Finds slots for the rows to compute: free ones, then the least recently used.
template <class T>
void ComputedKernel<T>::find_slots() {
  std::vector<std::int64_t> oldest;
  for (std::size_t slot = 0; slot < row_in_.size(); ++slot)
    if (last_used_[slot] < now_) oldest.push_back(static_cast<std::int64_t>(slot));
  const auto older = [&](std::int64_t x, std::int64_t y) {
    return last_used_[static_cast<std::size_t>(x)] > last_used_[static_cast<std::size_t>(y)];
  };
  std::stable_sort(oldest.begin(), oldest.end(), older);  // the oldest last
  for (std::size_t j = 0; j < computed_.rows.size(); ++j) {
    std::int64_t slot = -1;
    if (std::ssize(row_in_) < capacity_) {
      slot = std::ssize(row_in_);
      row_in_.push_back(0);
      last_used_.push_back(0);
    } else if (!oldest.empty()) {
      slot = oldest.back();
      oldest.pop_back();
      slot_of_[static_cast<std::size_t>(row_in_[static_cast<std::size_t>(slot)])] = -1;
    } else {
      return;
    }
    row_in_[static_cast<std::size_t>(slot)] = computed_.rows[j];
    last_used_[static_cast<std::size_t>(slot)] = now_;
    slot_of_[static_cast<std::size_t>(computed_.rows[j])] = slot;
    computed_.slots[j] = slot;
  }
}

template <class T>
void ComputedKernel<T>::add_kept(std::int64_t first, std::int64_t count, const Sums& products) const {
  constexpr std::size_t streams = 16;  // as many as a processor fetches ahead
  std::array<const float*, streams> rows;
  std::array<float, streams> weights;
  for (std::size_t begin = 0; begin < kept_.rows.size();) {
    const std::size_t size = run_of_one_sign(std::span<const double>(kept_.weights).subspan(begin), streams);
    for (std::size_t j = 0; j < size; ++j) {
      rows[j] = values_ + kept_.slots[begin + j] * rows_.size() + first;
      weights[j] = static_cast<float>(kept_.weights[begin + j]);
    }
    rows_.add_rows(std::span(rows).first(size), std::span(weights).first(size), static_cast<std::size_t>(count),
                   products);
    begin += size;
  }
}

template <class T>
void ComputedKernel<T>::add_computed(const std::vector<KernelPanel<T>>& panels, std::size_t begin, std::int64_t first,
                                     std::int64_t count, const Sums& products, SharedStop& stop) {
  std::vector<T> block(static_cast<std::size_t>(count) * panel_width);
  for (const KernelPanel<T>& panel : panels) {
    if (stop.is_due()) return;
    rows_.add_sums_and_write_values({nullptr, first, static_cast<std::size_t>(count)}, panel.view(), products,
                                    block.data(), panel_width);
    const std::size_t size = panel.size();
    constexpr std::int64_t lines = 16;  // a square of the block stays in the first cache while it is turned
    for (std::int64_t i0 = 0; i0 < count; i0 += lines)
      for (std::size_t p = 0; p < size; ++p) {
        if (computed_.slots[begin + p] < 0) continue;
        float* row = values_ + computed_.slots[begin + p] * rows_.size() + first;
        for (std::int64_t i = i0; i < std::min(i0 + lines, count); ++i)
          row[i] = static_cast<float>(block[static_cast<std::size_t>(i) * panel_width + p]);
      }
    begin += size;
  }
}

template class ComputedKernel<float>;
template class ComputedKernel<double>;

}  // namespace hingeline::internal
